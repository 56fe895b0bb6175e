import { standardTransfer } from '@chauffeur/contract/access/app'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { merchantOf, type MerchantSettings } from './merchant.ts'

const pem = (name: string) => readFileSync(new URL(`../../../../test/harness/nobodys-rsa-${name}.pem`, import.meta.url), 'utf8')
const good: MerchantSettings = {
  mchId: '1900009191',
  appId: 'wx8888888888888888',
  certificateSerial: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
  privateKey: pem('key'),
  apiV3Key: '0123456789abcdef0123456789abcdef',
  platformKeys: [{ id: 'PUB_KEY_ID_1', pem: pem('cert') }],
  baseUrl: 'https://api.mch.weixin.qq.com',
  account: 'OPERATION',
  scene: standardTransfer.scene,
  notifyUrl: null,
}
const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }) as string

test('settings that are right are ready for use; a certificate says its own number', () => {
  expect(merchantOf(good)).toMatchObject({ sealing: { id: 'PUB_KEY_ID_1' } })
  const certified = merchantOf({ ...good, platformKeys: [{ id: '', pem: pem('cert') }] })
  expect('faults' in certified ? certified.faults : certified.sealing.id).toMatch(/^[\dA-F]{30,40}$/)
})

test.each<[string, Partial<MerchantSettings>]>([
  ['mchId', { mchId: '19x' }],
  ['appId', { appId: '' }],
  ['certificateSerial', { certificateSerial: 'PUB_KEY_ID_1' }],
  ['privateKey', { privateKey: pem('cert') }],
  ['privateKey', { privateKey: short }],
  ['apiV3Key', { apiV3Key: 'short' }],
  ['platformKeys', { platformKeys: [] }],
  ['platformKeys', { platformKeys: [{ id: 'PUB_KEY_ID_1', pem: curve }] }],
  ['platformKeys', { platformKeys: [...good.platformKeys, { id: 'PUB_KEY_ID_2', pem: 'none' }] }],
  ['baseUrl', { baseUrl: 'api.mch.weixin.qq.com' }],
  ['baseUrl', { baseUrl: 'https://somebody:secret@api.mch.weixin.qq.com' }],
  ['notifyUrl', { notifyUrl: 'https://example.com/notice?tenant=1' }],
])('a wrong %s is named when it is entered', (field, change) => {
  expect(merchantOf({ ...good, ...change })).toEqual({ faults: [field] })
})

test('a stand-in needs no TLS', () => {
  expect(merchantOf({ ...good, baseUrl: 'http://channel:8400' })).not.toHaveProperty('faults')
})
