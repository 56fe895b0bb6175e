import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusesMarketing } from './opt-out.rules.ts'

describe('a reply refuses marketing', () => {
  test.each([
    'R',
    'r',
    'TD',
    'td',
    'T',
    ' t ',
    'ＴＤ',
    '“R”',
    '【TD】',
    'td.',
    't d',
    '退订',
    '退订。',
    '我要退订',
    '拒收',
    '回复TD',
    '回R',
    '請拒收',
  ])('%s', (reply) => expect(refusesMarketing(reply)).toBe(true))
  test.each(['', ' ', '好的', 'RT', 'TEST', '收到', 'D', '1', 'trip', 'OK', '谢谢', 'Thanks', 'R2'])('not by: %s', (reply) =>
    expect(refusesMarketing(reply)).toBe(false),
  )
  test('whatever signs and spaces stand around and between', () => {
    const noise = fc.array(fc.constantFrom(' ', '.', '。', '!', '“', '\n', '　', '-'), { maxLength: 3 }).map((signs) => signs.join(''))
    const words = fc.constantFrom(['R'], ['T', 'D'], ['T'], ['t', 'd'], ['ｔ', 'ｄ'], ['退', '订'])
    fc.assert(
      fc.property(words, noise, noise, noise, (word, before, between, behind) => {
        expect(refusesMarketing(before + word.join(between) + behind)).toBe(true)
      }),
    )
  })
})
