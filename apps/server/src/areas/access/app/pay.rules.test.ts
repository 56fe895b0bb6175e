import { expect, test } from 'vitest'
import { type PayFields, payMissing } from './pay.rules.ts'

const pay: PayFields = {
  enabled: true,
  merchantNo: '1900000001',
  channelAppId: 'wx0123456789abcdef',
  certSerial: '5F1C',
  platformKeyId: 'PUB_KEY_ID_01',
  platformKey: '-----BEGIN PUBLIC KEY-----',
}
const keys = { secret: true, signSecret: true }
const app = { enabled: true, certifyState: 20 as const }
test('a complete way of a certified app that is on misses nothing, and each thing that is not so is named', () => {
  expect(payMissing(pay, keys, app)).toEqual([])
  expect(payMissing({ ...pay, enabled: false, certSerial: '' }, { ...keys, secret: false }, { enabled: false, certifyState: 10 })).toEqual([
    'certSerial',
    'secret',
    'WAY_OFF',
    'APP_DISABLED',
    'NOT_CERTIFIED',
  ])
})
