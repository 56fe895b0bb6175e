import { readFileSync } from 'node:fs'

/** A merchant of WeChat Pay that whoever runs the installation gives. It holds before what businesses entered, so that a stand-in can take the real one's place. */
export interface InstalledMerchant {
  /** Whose payments it makes; null: every business's. */
  tenantId: string | null
  merchantNo: string
  channelAppId: string
  certSerial: string
  privateKeyPem: string
  apiV3Key: string
  platformKeyId: string
  platformKeyPem: string
  baseUrl: string
}

const NEEDED = ['MERCHANT', 'APP_ID', 'CERT_SERIAL', 'PRIVATE_KEY', 'API_V3_KEY', 'PLATFORM_KEY_ID', 'PLATFORM_KEY'] as const

/** `WECHAT_PAY_…`: all of them, or none. Keys are given as PEM, or as the path of a file that holds it. */
export function merchantFrom(env: Record<string, string | undefined>): InstalledMerchant | null {
  const given = (name: string) => env[`WECHAT_PAY_${name}`] ?? ''
  const missing = NEEDED.filter((name) => given(name) === '')
  if (missing.length === NEEDED.length) return null
  if (missing.length)
    throw new Error(`Of the keys of WeChat Pay these are not set: ${missing.map((name) => `WECHAT_PAY_${name}`).join(', ')}.`)
  const tenantId = given('TENANT') || null
  if (tenantId !== null && !/^[1-9]\d{0,17}$/.test(tenantId))
    throw new Error(`WECHAT_PAY_TENANT=${tenantId} is not the number of a business.`)
  return {
    tenantId,
    merchantNo: given('MERCHANT'),
    channelAppId: given('APP_ID'),
    certSerial: given('CERT_SERIAL').toUpperCase(),
    privateKeyPem: pemOf(given('PRIVATE_KEY')),
    apiV3Key: given('API_V3_KEY'),
    platformKeyId: given('PLATFORM_KEY_ID'),
    platformKeyPem: pemOf(given('PLATFORM_KEY')),
    baseUrl: (given('URL') || 'https://api.mch.weixin.qq.com').replace(/\/+$/, ''),
  }
}

const pemOf = (given: string): string =>
  given.includes('-----BEGIN') ? given.replaceAll(String.raw`\n`, '\n') : readFileSync(given, 'utf8')
