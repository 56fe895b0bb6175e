import { createHash, createHmac } from 'node:crypto'
import type { Book } from './book.ts'
import type { Asked, Reply } from './wire.ts'

export const TENCENT = { keyId: 'AKIDStandIn00000001', secret: 'tencent-stand-in-secret-0001', appId: '1400000001', sign: '归航代驾' }
const hex = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const keyed = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** TC3-HMAC-SHA256, counted anew from what came over the wire. Null: it is right; else what Tencent calls it. */
function tencentFault({ method, url, headers, body }: Asked, { keyId, secret } = TENCENT): string | null {
  const given =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/([\w-]+)\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]+)$/.exec(
      headers.authorization ?? '',
    )
  if (!given) return 'AuthFailure.SignatureFailure'
  const [, credential, date = '', service = '', signed = '', signature] = given
  if (credential !== keyId) return 'AuthFailure.SecretIdNotFound'
  const stamp = Number(headers['x-tc-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - stamp) < 300) || new Date(stamp * 1000).toISOString().slice(0, 10) !== date)
    return 'AuthFailure.SignatureExpire'
  // The service is the first word of the host.
  if (service !== url.hostname.split('.')[0]) return 'AuthFailure.SignatureFailure'
  const valueOf = (name: string) => (name === 'host' ? url.hostname : (headers[name] ?? '').trim())
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1),
    signed
      .split(';')
      .map((name) => `${name}:${valueOf(name)}\n`)
      .join(''),
    signed,
    hex(body),
  ].join('\n')
  const key = keyed(keyed(keyed(`TC3${secret}`, date), service), 'tc3_request')
  const right = keyed(key, `TC3-HMAC-SHA256\n${stamp}\n${date}/${service}/tc3_request\n${hex(canonical)}`).toString('hex')
  return right === signature ? null : 'AuthFailure.SignatureFailure'
}

interface Input {
  PhoneNumberSet?: string[]
  PhoneNumber?: string
  SmsSdkAppId?: string
  SignName?: string
  TemplateId?: string
  TemplateParamSet?: string[]
  SessionContext?: string
  BeginTime?: number
  Offset?: number
  Limit?: number
}
const answer = (body: object): Reply => ({
  status: 200,
  body: { Response: { ...body, RequestId: hex(String(Math.random())).slice(0, 32) } },
})
const refused = (Code: string) => answer({ Error: { Code, Message: 'as the stand-in counts it' } })

/** SMS 2021-01-11: SendSms and PullSmsSendStatusByPhoneNumber. */
export function tencentAnswer(book: Book, asked: Asked): Reply {
  const wrong = tencentFault(asked)
  if (wrong) return refused(wrong)
  const input = JSON.parse(asked.body.toString()) as Input
  if (input.SmsSdkAppId !== TENCENT.appId) return refused('UnauthorizedOperation.SmsSdkAppIdVerifyFail')
  if (asked.headers['x-tc-action'] === 'PullSmsSendStatusByPhoneNumber') {
    const { BeginTime = 0, Offset = 0, Limit = 100 } = input
    const mine = book.taken.filter(
      ({ provider, phone, at, report }) =>
        provider === 'TENCENT' && report && `+86${phone}` === input.PhoneNumber && at >= BeginTime * 1000,
    )
    const PullSmsSendStatusSet = mine.slice(Offset, Offset + Limit).map(({ bizId, phone, outId, report }) => ({
      UserReceiveTime: Math.floor(report!.at / 1000),
      CountryCode: '86',
      SubscriberNumber: phone,
      PhoneNumber: `+86${phone}`,
      SerialNo: bizId,
      ReportStatus: report!.delivered ? 'SUCCESS' : 'FAIL',
      Description: report!.code,
      SessionContext: outId,
    }))
    return answer({ PullSmsSendStatusSet })
  }
  if (asked.headers['x-tc-action'] !== 'SendSms') return refused('InvalidAction')
  const fault = book.next('TENCENT')
  const [number = ''] = input.PhoneNumberSet ?? []
  const status = (Code: string, SerialNo = '') =>
    answer({
      SendStatusSet: [
        {
          SerialNo,
          PhoneNumber: number,
          Fee: Code === 'Ok' ? 1 : 0,
          SessionContext: input.SessionContext ?? '',
          Code,
          Message: Code,
          IsoCode: 'CN',
        },
      ],
    })
  if (fault.answer === 'CODE') return fault.code!.startsWith('LimitExceeded') ? status(fault.code!) : refused(fault.code!)
  if (fault.answer === 'HTTP') return { status: fault.status ?? 503, body: null }
  if (fault.answer === 'HANGUP') return 'HANGUP'
  if (!/^\+861\d{10}$/.test(number)) return status('InvalidParameterValue.IncorrectPhoneNumber')
  if (input.SignName !== TENCENT.sign) return refused('FailedOperation.SignatureIncorrectOrUnapproved')
  if (!/^\d+$/.test(input.TemplateId ?? '')) return refused('FailedOperation.TemplateIncorrectOrUnapproved')
  const { bizId } = book.take({
    provider: 'TENCENT',
    outId: input.SessionContext ?? '',
    phone: number.slice(3),
    text: `${input.TemplateId} ${JSON.stringify(input.TemplateParamSet ?? [])}`,
  })
  return { ...(status('Ok', bizId) as Exclude<Reply, 'HANGUP'>), lost: fault.answer === 'LOST', afterMs: fault.ms }
}
