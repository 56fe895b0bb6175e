import { createHash, createHmac } from 'node:crypto'
import type { Book } from './book.ts'
import type { Asked, Reply } from './wire.ts'

export const ALIYUN = { keyId: 'LTAI5tStandIn00000001', secret: 'aliyun-stand-in-secret-0001', sign: '归航代驾' }
const hex = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const written = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** ACS3-HMAC-SHA256, counted anew from what came over the wire. Null: it is right; else what Aliyun calls it. */
function aliyunFault({ method, url, headers, body }: Asked, { keyId, secret } = ALIYUN): string | null {
  const given = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]+)$/.exec(headers.authorization ?? '')
  if (!given) return 'MissingAuthorization'
  const [, credential, signed = '', signature] = given
  if (credential !== keyId) return 'InvalidAccessKeyId.NotFound'
  if (headers['x-acs-content-sha256'] !== hex(body)) return 'SignatureDoesNotMatch'
  const date = Date.parse(headers['x-acs-date'] ?? '')
  if (!(Math.abs(Date.now() - date) < 15 * 60_000)) return 'InvalidTimeStamp.Expired'
  const query = [...url.searchParams].map(([name, value]) => `${written(name)}=${written(value)}`).sort()
  const names = signed.split(';')
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    names.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`).join(''),
    signed,
    headers['x-acs-content-sha256'],
  ].join('\n')
  const right = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${hex(canonical)}`)
    .digest('hex')
  return right === signature ? null : 'SignatureDoesNotMatch'
}

const china = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Dysmsapi 2017-05-25: SendSms and QuerySendDetails. */
export function aliyunAnswer(book: Book, asked: Asked): Reply {
  const of = (name: string) => asked.url.searchParams.get(name) ?? ''
  const RequestId = hex(String(Math.random())).slice(0, 32).toUpperCase()
  const wrong = aliyunFault(asked)
  if (wrong)
    return { status: wrong.startsWith('Invalid') ? 404 : 400, body: { Code: wrong, Message: 'as the stand-in counts it', RequestId } }
  if (asked.headers['x-acs-action'] === 'QuerySendDetails') {
    const mine = book.taken.filter(
      ({ provider, phone, bizId, at }) =>
        provider === 'ALIYUN' &&
        phone === of('PhoneNumber') &&
        (of('BizId') === '' || bizId === of('BizId')) &&
        china(at).slice(0, 10).replaceAll('-', '') === of('SendDate'),
    )
    const [size, page] = [Number(of('PageSize')), Number(of('CurrentPage'))]
    const SmsSendDetailDTO = mine
      .toReversed()
      .slice((page - 1) * size, page * size)
      .map(({ phone, text, at, outId, report }) => ({
        PhoneNum: phone,
        SendStatus: report === null ? 1 : report.delivered ? 3 : 2,
        ErrCode: report?.code ?? '',
        TemplateCode: text.split(' ')[0],
        Content: text,
        SendDate: china(at),
        ReceiveDate: report ? china(report.at) : '',
        OutId: outId,
      }))
    return { status: 200, body: { Code: 'OK', Message: 'OK', RequestId, TotalCount: mine.length, SmsSendDetailDTOs: { SmsSendDetailDTO } } }
  }
  if (asked.headers['x-acs-action'] !== 'SendSms')
    return { status: 404, body: { Code: 'InvalidAction.NotFound', Message: 'unknown', RequestId } }
  const fault = book.next('ALIYUN')
  if (fault.answer === 'CODE') return { status: 200, body: { Code: fault.code, Message: 'refused', RequestId } }
  if (fault.answer === 'HTTP')
    return { status: fault.status ?? 503, body: fault.code ? { Code: fault.code, Message: 'fault', RequestId } : null }
  if (fault.answer === 'HANGUP') return 'HANGUP'
  if (!/^1\d{10}$/.test(of('PhoneNumbers')))
    return { status: 200, body: { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: 'number', RequestId } }
  if (of('SignName') !== ALIYUN.sign) return { status: 200, body: { Code: 'isv.SMS_SIGNATURE_ILLEGAL', Message: 'sign', RequestId } }
  if (!/^SMS_\d+$/.test(of('TemplateCode')))
    return { status: 200, body: { Code: 'isv.SMS_TEMPLATE_ILLEGAL', Message: 'template', RequestId } }
  const { bizId } = book.take({
    provider: 'ALIYUN',
    outId: of('OutId'),
    phone: of('PhoneNumbers'),
    text: `${of('TemplateCode')} ${of('TemplateParam')}`,
  })
  return { status: 200, body: { Code: 'OK', Message: 'OK', BizId: bizId, RequestId }, lost: fault.answer === 'LOST', afterMs: fault.ms }
}
