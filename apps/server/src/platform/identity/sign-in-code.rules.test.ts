import { expect, test } from 'vitest'
import { judgeCode, lockedUntil, type SentCode, sendWaitS } from './sign-in-code.rules.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const sent = (more: Partial<SentCode> = {}): SentCode => ({
  sentAt: 0,
  expiresAt: 5 * MINUTE,
  wrong: 0,
  sentToday: 1,
  wrongToday: 0,
  dayFrom: 0,
  ...more,
})

test('a driver is sent one code a minute and ten a day', () => {
  expect(sendWaitS(null, 0)).toBe(0)
  expect(sendWaitS(sent(), 20_000)).toBe(40)
  expect(sendWaitS(sent(), MINUTE)).toBe(0)
  expect(sendWaitS(sent({ sentToday: 10 }), 2 * MINUTE)).toBe((DAY - 2 * MINUTE) / 1000)
  expect(sendWaitS(sent({ sentToday: 10 }), DAY)).toBe(0)
})

test('five wrong tries shut a code, twenty a day the telephone, however many codes they are spread over', () => {
  expect(judgeCode(sent({ wrong: 4, wrongToday: 19 }), true, MINUTE)).toBe('good')
  expect(judgeCode(sent({ wrong: 5 }), true, MINUTE)).toBe('locked')
  expect(judgeCode(sent({ wrong: 5 }), true, 5 * MINUTE)).toBe('wrong')
  expect(judgeCode(sent({ wrong: 0, wrongToday: 20 }), true, MINUTE)).toBe('locked')
  expect(lockedUntil(sent({ wrongToday: 20 }), MINUTE)).toBe(DAY)
  expect(judgeCode(sent({ wrongToday: 20, expiresAt: 2 * DAY }), true, DAY)).toBe('good')
  expect(sendWaitS(sent({ wrongToday: 20 }), 2 * MINUTE)).toBe((DAY - 2 * MINUTE) / 1000)
})
