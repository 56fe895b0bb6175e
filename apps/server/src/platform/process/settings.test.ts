import { expect, test } from 'vitest'
import { defaultSettings, settingsFrom } from './settings.ts'

test('customers are reminded by day unless the hours are set, and hours that are none stop the start', () => {
  expect(settingsFrom({}).unpaidReminder).toEqual(defaultSettings.unpaidReminder)
  expect(settingsFrom({ UNPAID_REMINDER_HOURS: '09:30-24:00', UNPAID_REMINDER_AFTER_S: '600' }).unpaidReminder).toEqual({
    afterS: 600,
    fromMinute: 570,
    toMinute: 1_440,
  })
  for (const hours of ['23:00-08:00', '8-23', '09:00-25:00', '09:00-09:00'])
    expect(() => settingsFrom({ UNPAID_REMINDER_HOURS: hours }), hours).toThrow('UNPAID_REMINDER_HOURS')
})

test('a bill is given up after whole days', () => {
  expect(settingsFrom({ BAD_DEBT_AFTER_DAYS: '45' }).badDebtAfterDays).toBe(45)
  expect(() => settingsFrom({ BAD_DEBT_AFTER_DAYS: 'never' })).toThrow('BAD_DEBT_AFTER_DAYS')
})
