import {
  constants,
  createCipheriv,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  privateDecrypt,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a merchant has to know to use this channel; written to `client.json`. The names are those of the client's settings. */
export interface ClientFile {
  mchId: string
  appId: string
  certificateSerial: string
  privateKey: string
  apiV3Key: string
  platformKeys: { id: string; pem: string }[]
  baseUrl: string
  account: 'OPERATION'
}

export interface Keys {
  mchId: string
  appId: string
  apiV3Key: string
  merchantSerial: string
  merchantPublic: KeyObject
  merchantPrivatePem: string
  platformId: string
  platformPrivate: KeyObject
  platformPublicPem: string
  /** Signs what is forged. */
  foreignPrivate: KeyObject
}

const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  }
}
interface Stored {
  mchId: string
  appId: string
  apiV3Key: string
  merchant: { privateKey: string; publicKey: string }
  platform: { privateKey: string; publicKey: string }
}

/** The keys in a folder, made at the first start; without a folder they are new each time. */
export function keysIn(folder: string | null): Keys {
  const path = folder && join(folder, 'keys.json')
  const stored: Stored =
    path && existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Stored)
      : { mchId: '1900000109', appId: 'wx8888888888888888', apiV3Key: randomBytes(16).toString('hex'), merchant: pair(), platform: pair() }
  if (folder && path && !existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, JSON.stringify(stored), { mode: 0o600 })
  }
  const serialOf = (pem: string) => createHash('sha1').update(pem).digest('hex').toUpperCase()
  return {
    mchId: stored.mchId,
    appId: stored.appId,
    apiV3Key: stored.apiV3Key,
    merchantSerial: serialOf(stored.merchant.publicKey),
    merchantPublic: createPublicKey(stored.merchant.publicKey),
    merchantPrivatePem: stored.merchant.privateKey,
    platformId: `PUB_KEY_ID_${BigInt(`0x${serialOf(stored.platform.publicKey).slice(0, 24)}`)
      .toString()
      .padStart(34, '0')}`,
    platformPrivate: createPrivateKey(stored.platform.privateKey),
    platformPublicPem: stored.platform.publicKey,
    foreignPrivate: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  }
}

export const clientFile = (keys: Keys, baseUrl: string): ClientFile => ({
  mchId: keys.mchId,
  appId: keys.appId,
  certificateSerial: keys.merchantSerial,
  privateKey: keys.merchantPrivatePem,
  apiV3Key: keys.apiV3Key,
  platformKeys: [{ id: keys.platformId, pem: keys.platformPublicPem }],
  baseUrl,
  account: 'OPERATION',
})

/** How what the channel says is signed, or is not. */
export type Signing = 'RIGHT' | 'UNSIGNED' | 'FOREIGN_KEY' | 'UNKNOWN_KEY' | 'OLD' | 'PROBE' | 'OTHER_BODY'

/** The headers by which the merchant knows that it is us. */
export function signatureHeaders(keys: Keys, body: string, signing: Signing = 'RIGHT'): Record<string, string> {
  if (signing === 'UNSIGNED') return {}
  const timestamp = String(Math.floor(Date.now() / 1_000) - (signing === 'OLD' ? 301 : 0))
  const nonce = randomBytes(16).toString('hex')
  const text = [timestamp, nonce, signing === 'OTHER_BODY' ? `${body} ` : body, ''].join('\n')
  const signature = sign('RSA-SHA256', Buffer.from(text), signing === 'FOREIGN_KEY' ? keys.foreignPrivate : keys.platformPrivate).toString(
    'base64',
  )
  return {
    'Wechatpay-Timestamp': timestamp,
    'Wechatpay-Nonce': nonce,
    'Wechatpay-Signature': signing === 'PROBE' ? `WECHATPAY/SIGNTEST/${signature.slice(19)}` : signature,
    'Wechatpay-Serial': signing === 'UNKNOWN_KEY' ? 'PUB_KEY_ID_0000000000000000000000000000000001' : keys.platformId,
    'Wechatpay-Signature-Type': 'WECHATPAY2-SHA256-RSA2048',
  }
}

const SCHEME = 'WECHATPAY2-SHA256-RSA2048 '
const NONCES = 10_000

/** Tells why a request is not the merchant's; each request is good once. */
export function requestGate(
  keys: Keys,
): (authorization: string | undefined, method: string, target: string, body: string) => string | null {
  const seen = new Set<string>()
  return (authorization, method, target, body) => {
    if (!authorization?.startsWith(SCHEME)) return 'Http头缺少Authorization或认证类型不正确'
    const said = new Map(
      [...authorization.slice(SCHEME.length).matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name ?? '', value ?? '']),
    )
    const of = (name: string) => said.get(name) ?? ''
    if (of('mchid') !== keys.mchId) return '商户号不存在'
    if (of('serial_no') !== keys.merchantSerial) return '商户证书序列号有误'
    if (Math.abs(Date.now() / 1_000 - Number(of('timestamp'))) > 300) return 'Http头Authorization中的timestamp与发起请求的时间不得超过5分钟'
    const text = [method, target, of('timestamp'), of('nonce_str'), body, ''].join('\n')
    if (!verify('RSA-SHA256', Buffer.from(text), keys.merchantPublic, Buffer.from(of('signature'), 'base64'))) return '错误的签名，验签失败'
    const once = `${of('timestamp')} ${of('nonce_str')}`
    if (seen.has(once)) return '随机串重复'
    seen.add(once)
    if (seen.size > NONCES) seen.delete(seen.values().next().value!)
    return null
  }
}

/** What the merchant sealed for us; null where it cannot be opened. */
export function openSealed(keys: Keys, sealed: string): string | null {
  try {
    return privateDecrypt(
      { key: keys.platformPrivate, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
      Buffer.from(sealed, 'base64'),
    ).toString('utf8')
  } catch {
    return null
  }
}

/** What only the merchant can read, under the key that both know. */
export function sealForMerchant(apiV3Key: string, text: string, about: string): { ciphertext: string; nonce: string } {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce)
  cipher.setAAD(Buffer.from(about))
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { ciphertext: bytes.toString('base64'), nonce }
}
