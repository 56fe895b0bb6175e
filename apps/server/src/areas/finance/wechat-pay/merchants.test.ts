import { standardTransfer } from '@chauffeur/contract/access/app'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tenantClients } from '#platform/provider/tenant-clients'
import { merchantSettingsOf, wechatPayOf } from './merchants.service.ts'

const pem = (name: string) => readFileSync(new URL(`../../../../test/harness/nobodys-rsa-${name}.pem`, import.meta.url), 'utf8')
const settings = (of: { merchantNo?: string } = {}) =>
  merchantSettingsOf(
    {
      merchantNo: of.merchantNo ?? '1900009191',
      channelAppId: 'wx8888888888888888',
      certSerial: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
      privateKeyPem: pem('key'),
      apiV3Key: '0123456789abcdef0123456789abcdef',
      platformKeyId: 'PUB_KEY_ID_1',
      platformKeyPem: pem('cert'),
      baseUrl: 'https://api.mch.weixin.qq.com',
      ...standardTransfer,
    },
    null,
  )

test('who pays through the same settings shares one client; other settings make another, wrong ones none', () => {
  const providers = { onlineCheck: null, tenants: tenantClients({ warn: () => {} }) }
  const pays = (tenantId: string, of: ReturnType<typeof settings>) => wechatPayOf(providers, tenantId, of)
  const first = pays('1', settings())
  expect(first?.name).toBe('WECHAT')
  expect(pays('1', settings())).toBe(first)
  expect(pays('2', settings())).not.toBe(first)
  expect(pays('1', settings({ merchantNo: '1900009192' }))).not.toBe(first)
  expect(pays('1', settings({ merchantNo: 'none' }))).toBeNull()
  expect(providers.tenants.providers().map(({ name }) => name)).toEqual(['wechat.pay', 'wechat.read'])
})
