import { filled, messageEvent, messageEvents, messageSamples, textFault, variablesIn } from '@chauffeur/contract/message/event'
import { messageLanguage } from '@chauffeur/contract/kernel/language'
import { segmentsOf } from '@chauffeur/contract/message/segments'
import { describe, expect, test } from 'vitest'
import { textFaults, type TextProposed } from './text.rules.ts'

const proposed = (of: Partial<TextProposed> = {}): TextProposed => ({
  event: 'ORDER_ARRIVED',
  cityId: '330100',
  channelId: null,
  language: 'zh',
  effect: 'SEND',
  sign: '',
  body: '${driver}到了',
  ...of,
})

describe('a text', () => {
  test.each<[string, Partial<TextProposed>, string[]]>([
    ['is good with variables of its event', {}, []],
    ['needs words', { body: ' ' }, ['body']],
    ['names no variable of another event', { body: '验证码 ${code}' }, ['body']],
    ['closes its braces', { body: '${driver}到了 ${' }, ['body']],
    ['has no brace that stands alone', { body: '{driver}到了' }, ['body']],
    ['of a code holds the code', { event: 'DRIVER_CODE', body: '请登录' }, ['body']],
    ['of a code cannot be switched off', { event: 'DRIVER_CODE', effect: 'OFF', body: '' }, ['effect']],
    ['of an account is the same in every city', { event: 'BIND_CODE', body: '${code}' }, ['cityId']],
    ['of a driver is the same for every channel', { event: 'DRIVER_CODE', channelId: '1', body: '${code}' }, ['channelId']],
    ['that holds for all follows nothing', { cityId: null, effect: 'FOLLOW', body: '' }, ['effect']],
    ['in English that holds for all follows the program', { language: 'en', cityId: null, effect: 'FOLLOW', body: '' }, []],
    ['that is switched off needs no words', { effect: 'OFF', body: '' }, []],
  ])('%s', (_, of, fields) => expect(textFaults(proposed(of)).map(({ path }) => path)).toEqual(fields))

  test('is filled in once: what an operator types is no variable', () => {
    expect(filled('归航代驾', '${note}（尾号${orderTail}）', { note: '请看 ${orderTail}', orderTail: '000123' })).toBe(
      '【归航代驾】请看 ${orderTail}（尾号000123）',
    )
  })

  test('of every event can name each of its variables, of which there are samples', () => {
    for (const event of messageEvent.options) {
      const { variables, needs } = messageEvents[event]
      const body = `好${variables.map((name) => `\${${name}}`).join('')}`
      expect([event, textFault(event, body), variablesIn(body)]).toEqual([event, null, [...variables]])
      for (const language of messageLanguage.options) expect(filled('签名', body, messageSamples[language])).not.toContain('$')
      expect(needs.filter((name) => !variables.includes(name))).toEqual([])
    }
  })
})

describe('messages are counted as providers count them', () => {
  test.each<[string, string, object]>([
    ['nothing', '', { segments: 0 }],
    ['one in Latin letters, as one in Chinese', 'a'.repeat(70), { units: 70, segments: 1, left: 0 }],
    ['one more than fits', 'a'.repeat(71), { segments: 2, left: 63 }],
    ['three in Latin letters, of which networks abroad made one', 'a'.repeat(160), { segments: 3, left: 41 }],
    ['one in Chinese', '驾'.repeat(70), { units: 70, segments: 1, left: 0 }],
    ['two in Chinese', '驾'.repeat(71), { segments: 2, left: 63 }],
    ['just two in Chinese', '驾'.repeat(134), { segments: 2, left: 0 }],
    ['three in Chinese', '驾'.repeat(135), { segments: 3 }],
    ['one Chinese sign among Latin ones', `${'a'.repeat(70)}驾`, { units: 71, segments: 2 }],
  ])('%s', (_, text, counted) => expect(segmentsOf(text)).toMatchObject(counted))

  test('a sign of two halves is not cut in two', () => {
    // 66 signs and a face, which does not fit into the first message any more.
    const text = `${'驾'.repeat(66)}🚗${'驾'.repeat(66)}`
    expect(segmentsOf(text)).toMatchObject({ units: 134, segments: 3, left: 66 })
  })
})
