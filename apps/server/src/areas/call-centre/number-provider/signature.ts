import { createHmac, timingSafeEqual } from 'node:crypto'

/** How Huawei Cloud's private numbers sign, both ways: who says it, and when, but not what (docs/adr/0023). */
export interface Signed {
  authorization: string
  'x-aksk': string
}
const AUTHORIZATION = 'AKSK realm="SDP",profile="UsernameToken",type="Appkey"'
const digestOf = (secret: string, nonce: string, created: string) =>
  createHmac('sha256', secret).update(`${nonce}${created}`).digest('base64')
const secondsIso = (at: Date) => at.toISOString().replace(/\.\d+Z$/, 'Z')

export function sign({ appKey, secret }: { appKey: string; secret: string }, nonce: string, at: Date): Signed {
  const created = secondsIso(at)
  const digest = digestOf(secret, nonce, created)
  return {
    authorization: AUTHORIZATION,
    'x-aksk': `UsernameToken Username="${appKey}",PasswordDigest="${digest}",Nonce="${nonce}",Created="${created}"`,
  }
}

/** A push is repeated for five hours. That it was signed long ago is borne; that its signature comes with other words is not (`nonce`). */
const OLDEST_MS = 6 * 3_600_000
const AHEAD_MS = 300_000
export type Believed = { nonce: string } | { fault: 'UNSIGNED' | 'OTHER_KEY' | 'OLD' | 'FORGED' }

/** Whether a push is the provider's own, by its header. */
export function believed({ appKey, secret }: { appKey: string; secret: string }, header: string | undefined, now: Date): Believed {
  const field = (name: string) => new RegExp(`\\b${name}="([^"]{1,200})"`).exec(header ?? '')?.[1]
  const [user, digest, nonce, created] = ['Username', 'PasswordDigest', 'Nonce', 'Created'].map(field)
  if (!user || !digest || !nonce || !created) return { fault: 'UNSIGNED' }
  if (user !== appKey) return { fault: 'OTHER_KEY' }
  const [given, right] = [Buffer.from(digest), Buffer.from(digestOf(secret, nonce, created))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return { fault: 'FORGED' }
  const age = now.getTime() - Date.parse(created)
  return Number.isNaN(age) || age > OLDEST_MS || age < -AHEAD_MS ? { fault: 'OLD' } : { nonce }
}
