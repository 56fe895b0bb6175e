import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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
  expect(settingsFrom({ PREPAY_WAIT_S: '600' }).prepayWaitS).toBe(600)
  expect(() => settingsFrom({ PREPAY_WAIT_S: '60' })).toThrow('PREPAY_WAIT_S')
  expect(() => settingsFrom({ BAD_DEBT_AFTER_DAYS: 'never' })).toThrow('BAD_DEBT_AFTER_DAYS')
})

test('a merchant of WeChat Pay is given whole or not at all, its keys as text in one line or as files', () => {
  const key = readFileSync(new URL('../../../test/harness/nobodys-rsa-key.pem', import.meta.url), 'utf8')
  const file = fileURLToPath(new URL('../../../test/harness/nobodys-rsa-cert.pem', import.meta.url))
  const given = {
    WECHAT_PAY_MERCHANT: '1900009191',
    WECHAT_PAY_APP_ID: 'wx1',
    WECHAT_PAY_CERT_SERIAL: '1dde55ad98ed71d6',
    WECHAT_PAY_PRIVATE_KEY: key.replaceAll('\n', String.raw`\n`),
    WECHAT_PAY_API_V3_KEY: '0'.repeat(32),
    WECHAT_PAY_PLATFORM_KEY_ID: 'PUB_KEY_ID_1',
    WECHAT_PAY_PLATFORM_KEY: file,
  }
  expect(settingsFrom({}).wechatPay).toBeNull()
  expect(settingsFrom(given).wechatPay).toMatchObject({
    tenantId: null,
    certSerial: '1DDE55AD98ED71D6',
    privateKeyPem: key,
    platformKeyPem: readFileSync(file, 'utf8'),
    baseUrl: 'https://api.mch.weixin.qq.com',
  })
  expect(settingsFrom({ ...given, WECHAT_PAY_TENANT: '7', WECHAT_PAY_URL: 'http://stand-in:8400/' }).wechatPay).toMatchObject({
    tenantId: '7',
    baseUrl: 'http://stand-in:8400',
  })
  expect(() => settingsFrom({ ...given, WECHAT_PAY_APP_ID: '' })).toThrow('WECHAT_PAY_APP_ID')
  expect(() => settingsFrom({ ...given, WECHAT_PAY_TENANT: 'ours' })).toThrow('WECHAT_PAY_TENANT')
})

test('where the public internet reaches it is an address without a path', () => {
  expect(settingsFrom({ PUBLIC_URL: 'https://console.example/' }).publicUrl).toBe('https://console.example')
  expect(() => settingsFrom({ PUBLIC_URL: 'https://console.example/app' })).toThrow('PUBLIC_URL')
})
