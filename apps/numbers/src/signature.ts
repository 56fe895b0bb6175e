import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

export interface Key {
  appKey: string
  appSecret: string
}
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64')

/** The service signs what it pushes as its customers sign what they ask. */
export function headersOf({ appKey, appSecret }: Key): Record<string, string> {
  const Nonce = randomUUID().replaceAll('-', '')
  const Created = `${new Date().toISOString().slice(0, 19)}Z`
  const PasswordDigest = hmac(appSecret, Nonce + Created)
  return {
    authorization: 'AKSK realm="SDP",profile="UsernameToken",type="Appkey"',
    'x-aksk': `UsernameToken Username="${appKey}", PasswordDigest="${PasswordDigest}", Nonce="${Nonce}", Created="${Created}"`,
  }
}

const SKEW_MS = 300_000
/** The service's code of what is wrong with a request's signature; null where nothing is. */
export function wrongWith({ appKey, appSecret }: Key, headers: Record<string, string | string[] | undefined>): string | null {
  const { authorization, 'x-aksk': header } = headers
  if (typeof authorization !== 'string' || typeof header !== 'string') return '1023006'
  if (!authorization.startsWith('AKSK ')) return '1023007'
  const fields = Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  const { Username = '', PasswordDigest = '', Nonce = '', Created = '' } = fields
  if (Username !== appKey || !/^\w{1,128}$/.test(Nonce)) return '1020150'
  if (!(Math.abs(Date.parse(Created) - Date.now()) < SKEW_MS)) return '1023008'
  const [given, right] = [PasswordDigest, hmac(appSecret, Nonce + Created)].map((text) => Buffer.from(text)) as [Buffer, Buffer]
  return given.length === right.length && timingSafeEqual(given, right) ? null : '1020150'
}
