import { expect, test } from 'vitest'
import { isCodeOpen, type LastCode, sendWaitS } from './code.rules.ts'

const last = (of: Partial<LastCode> = {}): LastCode => ({ sentAt: 0, expiresAt: 300_000, wrong: 0, sentToday: 1, dayFrom: 0, ...of })

test('another code goes out a minute after the last', () => {
  expect(sendWaitS(null, 0)).toBe(0)
  expect(sendWaitS(last(), 20_500)).toBe(40)
  expect(sendWaitS(last(), 60_000)).toBe(0)
})

test('after five wrong tries the code is shut, and no other comes before it would have lapsed', () => {
  expect(isCodeOpen(last({ wrong: 4 }), 1000)).toBe(true)
  expect(isCodeOpen(last({ wrong: 5 }), 1000)).toBe(false)
  expect(sendWaitS(last({ wrong: 5 }), 100_000)).toBe(200)
})

test('the eleventh code of a day waits for the next', () => {
  expect(sendWaitS(last({ sentToday: 10, sentAt: 1_000_000 }), 2_000_000)).toBe(84_400)
  expect(sendWaitS(last({ sentToday: 10 }), 86_400_000)).toBe(0)
})

test('a code lapses', () => {
  expect(isCodeOpen(last(), 299_999)).toBe(true)
  expect(isCodeOpen(last(), 300_000)).toBe(false)
  expect(isCodeOpen(null, 0)).toBe(false)
})
