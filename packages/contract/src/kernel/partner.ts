/**
 * How a partner's program shows who it is: a key of its channel signs each request, `Authorization: CHAUFFEUR-HMAC-SHA256
 * key=…,timestamp=…,nonce=…,signature=…`. What is signed, line by line: method, path with query as it goes over the wire, timestamp, nonce,
 * SHA-256 of the body's bytes in hex. `docs/partner-api.md` has an example with its numbers.
 */
export const PARTNER_SCHEME = 'CHAUFFEUR-HMAC-SHA256'
/** Seconds that a request's timestamp may lie before or after our clock. */
export const PARTNER_WINDOW_S = 300

/** Why a request is not taken for the channel's; each is answered with code 401. */
export const signatureFaults = {
  'partner.unsigned': {
    zh: '缺少签名或签名头格式不正确，见 Authorization 请求头说明',
    en: 'The request is not signed, or its Authorization header is not as described',
  },
  'partner.stale': {
    zh: '签名时间与服务器相差超过 5 分钟，请校准时钟后重新签名',
    en: 'The timestamp is more than five minutes from our clock: set yours and sign again',
  },
  'partner.badSignature': {
    zh: '密钥不存在、已停用，或签名不正确',
    en: 'No such key, or one that has ended, or the signature is not right',
  },
  'partner.replayed': {
    zh: '该随机串已使用过，重发请重新签名并保持 Idempotency-Key 不变',
    en: 'This nonce was used before: sign again to send again, with the same Idempotency-Key',
  },
} as const
export type SignatureFault = keyof typeof signatureFaults
