import * as z from 'zod'
import { ProviderFailed } from '../../provider/request.ts'
import { tencentReason, tencentReportReason } from './codes.ts'
import { listedValues } from './params.ts'
import { declined, type Told, type Transport, unclear, wayFault } from './transport.ts'

export interface TencentSettings {
  url: string
  keyId: string
  secret: string
  /** The application in its console. */
  appId: string
  region: string
  signName: string
}

const PAGE = 100
const sent = z.object({ SendStatusSet: z.array(z.object({ Code: z.string(), SerialNo: z.string() })).min(1) })
const statuses = z.object({
  PullSmsSendStatusSet: z
    .array(
      z.object({
        SerialNo: z.string(),
        ReportStatus: z.string(),
        Description: z.string().nullish(),
        SessionContext: z.string().nullish(),
      }),
    )
    .nullish(),
})

async function clientOf({ url, keyId, secret, region }: TencentSettings, timeoutMs: number) {
  const { default: sdk } = await import('tencentcloud-sdk-nodejs-sms/tencentcloud/services/sms/v20210111/index.js')
  const { protocol, host } = new URL(url)
  return new sdk.v20210111.Client({
    credential: { secretId: keyId, secretKey: secret },
    region: region || 'ap-guangzhou',
    profile: { httpProfile: { endpoint: host, protocol: `${protocol}//`, reqTimeout: Math.ceil(timeoutMs / 1000) } },
  })
}

/** Whatever the client throws: an answer with a code of Tencent's, a status, or that there was none. */
function faultOf(error: unknown): ProviderFailed {
  if (error instanceof ProviderFailed) return error
  const { code, httpCode, name, message } = error as { code?: string; httpCode?: number; name?: string; message?: string }
  if (httpCode !== undefined) return new ProviderFailed(httpCode >= 500 ? 'FAULT' : 'REFUSED', { status: httpCode })
  if (code && code.includes('.')) return declined(code.slice(0, 80), tencentReason(code))
  if (code && /^[A-Z][A-Za-z]+$/.test(code)) return declined(code, tencentReason(code))
  // An answer that is no JSON.
  if (name === 'SyntaxError' || /JSON/.test(message ?? '')) return new ProviderFailed('BAD_ANSWER', { status: 200 })
  return wayFault({ name, message, code })
}
const read = <T>(shape: z.ZodType<T>, answer: unknown): T => {
  const parsed = shape.safeParse(answer)
  if (!parsed.success) throw new ProviderFailed('BAD_ANSWER', { status: 200 })
  return parsed.data
}
const chinese = (phone: string) => (phone.startsWith('+') ? phone : `+86${phone}`)

/** SendSms and PullSmsSendStatusByPhoneNumber of Tencent's SMS 2021-01-11, by its own client. */
export function tencentTransport(settings: TencentSettings): Transport {
  let opened: ReturnType<typeof clientOf> | undefined
  const open = (timeoutMs: number) => (opened ??= clientOf(settings, timeoutMs))

  const send: Transport['send'] = async ({ phone, template, values, outId }, timeoutMs) => {
    const client = await open(timeoutMs)
    const asked = {
      PhoneNumberSet: [chinese(phone)],
      SmsSdkAppId: settings.appId,
      SignName: template!.sign || settings.signName,
      TemplateId: template!.code,
      TemplateParamSet: listedValues(template!, values),
      SessionContext: outId,
    }
    const answer = read(sent, await client.SendSms(asked).catch((error: unknown) => Promise.reject(faultOf(error))))
    const { Code, SerialNo } = answer.SendStatusSet[0]!
    if (Code !== 'Ok') throw declined(Code.slice(0, 80), tencentReason(Code))
    return { bizId: SerialNo }
  }
  /** It lists what the networks have reported: what is missing may still be on its way. */
  const ask: Transport['ask'] = async ({ phone, beganAt, bizId, outId }, timeoutMs): Promise<Told> => {
    const client = await open(timeoutMs)
    for (let Offset = 0; ; Offset += PAGE) {
      const asked = {
        BeginTime: Math.floor(beganAt.getTime() / 1000) - 60,
        Offset,
        Limit: PAGE,
        PhoneNumber: chinese(phone),
        SmsSdkAppId: settings.appId,
      }
      const answer = read(
        statuses,
        await client.PullSmsSendStatusByPhoneNumber(asked).catch((error: unknown) => Promise.reject(faultOf(error))),
      )
      const page = answer.PullSmsSendStatusSet ?? []
      const found = page.find((one) => (bizId ? one.SerialNo === bizId : one.SessionContext === outId))
      if (found) {
        const delivered = found.ReportStatus === 'SUCCESS'
        const code = (found.Description ?? '').slice(0, 80)
        return {
          ...unclear,
          state: delivered ? 'DELIVERED' : 'FAILED',
          bizId: found.SerialNo,
          code,
          reason: delivered ? null : tencentReportReason(code),
        }
      }
      if (page.length < PAGE) return unclear
    }
  }
  return { provider: 'TENCENT', needsTemplate: true, send, ask }
}
