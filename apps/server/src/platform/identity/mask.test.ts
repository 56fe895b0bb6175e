import { expect, test } from 'vitest'
import { maskAnswer, masked, maskText, unmasked } from './mask.ts'

test.each([
  ['请联系15933330003', '请联系159****0003'],
  ['打 159 3333 0003，或 159-3333-0004', '打 159****0003，或 159****0004'],
  ['+86 15933330003 / 8615933330003 / 008615933330003 / 015933330003', '+86 159****0003 / 86159****0003 / 0086159****0003 / 0159****0003'],
  ['办公室 0571-88886666', '办公室 0571-****66'],
  ['15933330003、15933330004', '159****0003、159****0004'],
])('telephones in “%s” are masked however they are spelt', (written, shown) => expect(maskText(written)).toBe(shown))

test.each(['D2611220059094', '2026-11-22 08:00', '6222021234567890123', '91330100MA27XXXX1X', '159333300'])(
  'what is no telephone stays: %s',
  (text) => expect(maskText(text)).toBe(text),
)

test('numbers of things and what a call shows on purpose stay whole in an answer', () => {
  const answer = {
    orderId: '13812345678',
    reference: '13812345678',
    number: '13812345678',
    rows: [{ note: '13812345678', at: 1 }],
    none: null,
  }
  expect(maskAnswer(answer, ['number'])).toEqual({ ...answer, rows: [{ note: '138****5678', at: 1 }] })
})

test('a text that comes back as it was shown is the text as it was; a changed one is the new one', () => {
  expect(unmasked('找 159****0003', '找 15933330003')).toBe('找 15933330003')
  expect(unmasked('找 王经理', '找 15933330003')).toBe('找 王经理')
})

test('the operation log keeps of a file how large it was, and nothing that stands in it', () => {
  const bytes = new TextEncoder().encode('13812345678')
  expect(masked({ kind: 'customer.customers', file: { fileName: '名单.csv', mediaType: 'text/csv', bytes } })).toEqual({
    kind: 'customer.customers',
    file: { fileName: '名单.csv', mediaType: 'text/csv', bytes: '11 bytes' },
  })
  expect(masked(Buffer.from(bytes))).toBe('11 bytes')
})
