import * as z from 'zod'
import type { SmsProvider } from '@chauffeur/contract/message/sending'
import { aliyunReportReason, tencentReportReason } from './codes.ts'
import { gatewayReport, gatewayTold } from './gateway.ts'
import { type Told, unclear } from './transport.ts'

/** What one report says, of which message. */
export interface Report {
  told: Told
  /** Ours, where the provider says it again: `<tenant>-<message>-<attempt>`, a gateway's without the attempt. */
  ours: string
  bizId: string
  phone: string
}

const aliyun = z.array(
  z.object({
    phone_number: z.string(),
    success: z.boolean(),
    err_code: z.string().nullish(),
    biz_id: z.string().default(''),
    out_id: z.string().nullish(),
    sms_size: z.string().nullish(),
  }),
)
const tencent = z.array(
  z.object({
    mobile: z.string(),
    report_status: z.string(),
    errmsg: z.string().nullish(),
    description: z.string().nullish(),
    sid: z.string(),
  }),
)
const gateway = z.union([gatewayReport.array(), gatewayReport.transform((one) => [one])])

const sizeOf = (text: string | null | undefined): number | null => {
  const size = Number(text ?? '')
  return Number.isInteger(size) && size >= 1 && size <= 100 ? size : null
}
const said = (delivered: boolean): 'DELIVERED' | 'FAILED' => (delivered ? 'DELIVERED' : 'FAILED')

/** The reports in what a provider pushes; null where it is none of its. */
export function reportsIn(provider: SmsProvider, body: unknown): Report[] | null {
  if (provider === 'ALIYUN')
    return (
      aliyun.safeParse(body).data?.map(({ phone_number, success, err_code, biz_id, out_id, sms_size }) => {
        const code = (err_code ?? '').slice(0, 80)
        const told = {
          ...unclear,
          state: said(success),
          bizId: biz_id,
          code,
          reason: success ? null : aliyunReportReason(code),
          segments: sizeOf(sms_size),
        }
        return { told, ours: out_id ?? '', bizId: biz_id, phone: phone_number }
      }) ?? null
    )
  if (provider === 'TENCENT')
    return (
      tencent.safeParse(body).data?.map(({ mobile, report_status, errmsg, description, sid }) => {
        const delivered = report_status === 'SUCCESS'
        const code = (errmsg ?? '').slice(0, 80)
        const reason = delivered ? null : tencentReportReason(`${code} ${description ?? ''}`)
        return { told: { ...unclear, state: said(delivered), bizId: sid, code, reason }, ours: '', bizId: sid, phone: mobile }
      }) ?? null
    )
  return gateway.safeParse(body).data?.map((one) => ({ told: gatewayTold(one), ours: one.id, bizId: '', phone: '' })) ?? null
}

/** Our number of a message in what a provider says again. */
export function numberIn(ours: string): { tenantId: string; smsId: string; number: number | null } | null {
  const found = /^([1-9]\d{0,17})-([1-9]\d{0,17})(?:-([1-9]\d{0,4}))?$/.exec(ours)
  return found ? { tenantId: found[1]!, smsId: found[2]!, number: found[3] === undefined ? null : Number(found[3]) } : null
}

/** What a provider wants to hear; anything else, and it tells again. */
export const thanks: Record<SmsProvider, object> = {
  ALIYUN: { code: 0, msg: '成功' },
  TENCENT: { result: 0, errmsg: 'OK' },
  GATEWAY: {},
}
