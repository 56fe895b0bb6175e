import { expect, test } from 'vitest'
import { eventWords } from './codes.ts'
import { BadAnswer, digitsOf, eventOf, replyOf } from './wire.ts'

const event = { ch: 0, e_type: 4, e_handle: 0, l_result: 1, e_data: '13800001234' }

test('an event is read, a quiet poll is none', () => {
  expect(eventOf(event)).toEqual({ ch: 0, code: 4, handle: 0, result: 1, data: '13800001234' })
  expect(eventOf(null)).toBeNull()
  expect(eventOf({ ...event, e_type: -1 })).toBeNull()
})

test('absent keys and 0 for null are as good as empty ones', () => {
  expect(eventOf({ e_type: 27 })).toEqual({ ch: 0, code: 27, handle: 0, result: 0, data: '' })
  expect(eventOf({ ...event, e_data: 0 })?.data).toBe('')
})

test('the words of a device error come percent-encoded', () => {
  expect(eventOf({ ...event, e_type: 199, l_result: 3, e_data: '%E8%AE%BE%E5%A4%87' })?.data).toBe('设备')
  expect(eventOf({ ...event, e_type: 199, e_data: '100%' })?.data).toBe('100%')
})

test.each([
  ['text for a number', { ...event, e_type: '4' }],
  ['a fraction', { ...event, ch: 0.5 }],
  ['a channel that is none', { ...event, ch: 70_000 }],
  ['an object for a text', { ...event, e_data: { text: 'x' } }],
  ['a text without end', { ...event, e_data: '1'.repeat(10_000) }],
  ['a list', [event]],
  ['a text', 'ring'],
])('an event with %s is not taken', (_, answer) => {
  expect(() => eventOf(answer)).toThrow(BadAnswer)
})

test('an answer has a number, or one of the few texts', () => {
  expect(replyOf({ result: 1 })).toEqual({ result: 1, outbuf: '' })
  expect(replyOf({ result: 'd:\\1.wav', outbuf: 'd%3A%5C1.wav', content: 'x' })).toEqual({ result: 'd:\\1.wav', outbuf: 'd:\\1.wav' })
  for (const bad of [null, {}, { result: Number.NaN }, { result: {} }, { result: 'x'.repeat(10_000) }, { result: 1, outbuf: 7 }])
    expect(() => replyOf(bad)).toThrow(BadAnswer)
})

test('a number that is dialled or opened holds nothing but keys of a telephone', () => {
  expect(digitsOf('138-0000 1234')).toBe('13800001234')
  expect(digitsOf('1&x=<script>#*')).toBe('1#*')
})

test('every event has a name, the unknown too', () => {
  expect([eventWords(3), eventWords(505), eventWords(204), eventWords(306), eventWords(1030)]).toEqual([
    '来电响铃',
    '打开来电客户',
    'CC 模块事件',
    'SOCKET 模块事件',
    '其他事件',
  ])
})
