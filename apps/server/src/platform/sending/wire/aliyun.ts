import * as z from 'zod'
import { ProviderFailed } from '../../provider/request.ts'
import { dayInChina } from '../../values/local-clock.ts'
import { aliyunReason, aliyunReportReason } from './codes.ts'
import { namedValues } from './params.ts'
import { declined, type Question, type Told, type Transport, unclear, wayFault } from './transport.ts'

export interface AliyunSettings {
  url: string
  keyId: string
  secret: string
  signName: string
}

const PAGE = 50
/** What is not in the list so long after it was handed over is none that Aliyun has. */
const LISTED_AFTER_MS = 120_000
const CLOCKS_APART_MS = 60_000
const dayOf = (at: number) => dayInChina(new Date(at)).replaceAll('-', '')

/** The days under which Aliyun may list a message: which one it is, its own clock says when it gets it, so around midnight there are two. */
function daysOf(beganAt: Date): string[] {
  const began = beganAt.getTime()
  const latest = Math.min(began + LISTED_AFTER_MS, Date.now())
  return [...new Set([began, began - CLOCKS_APART_MS, latest].map(dayOf))]
}

/** Loaded where somebody sends by it: 33 MB that nobody else needs. */
async function clientOf({ url, keyId, secret }: AliyunSettings, timeoutMs: number) {
  const [sms, core] = await Promise.all([import('@alicloud/dysmsapi20170525'), import('@alicloud/openapi-core')])
  const { protocol, host } = new URL(url)
  const config = new core.$OpenApiUtil.Config({
    accessKeyId: keyId,
    accessKeySecret: secret,
    endpoint: host,
    protocol: protocol === 'http:' ? 'HTTP' : 'HTTPS',
    connectTimeout: timeoutMs,
    readTimeout: timeoutMs,
  })
  // A CommonJS module, whose class stands one `default` deeper unless whoever loads it has taken that away.
  const exported = sms.default as unknown as ClientClass & { default?: ClientClass }
  const Client = exported.default ?? exported
  return { sms, client: new Client(config) }
}

type ClientClass = new (config: object) => DysmsClient
type DysmsClient = InstanceType<typeof import('@alicloud/dysmsapi20170525')['default']>

const answered = z.object({ body: z.object({ code: z.string(), bizId: z.string().optional() }) })
const details = z.object({
  body: z.object({
    code: z.string(),
    totalCount: z.union([z.string(), z.number()]).optional(),
    smsSendDetailDTOs: z.object({
      smsSendDetailDTO: z.array(z.object({ outId: z.string().optional(), sendStatus: z.number(), errCode: z.string().optional() })),
    }),
  }),
})
type Detail = z.infer<typeof details>['body']['smsSendDetailDTOs']['smsSendDetailDTO'][number]

/** Whatever the client throws: an answer with a code of Aliyun's, or that there was none. Its words hold the address, in which telephone and code stand. */
function faultOf(error: unknown): ProviderFailed {
  if (error instanceof ProviderFailed) return error
  const { statusCode, code, ...rest } = error as { statusCode?: number; code?: string; name?: string; message?: string }
  if (statusCode === undefined) return wayFault({ ...rest, code, name: (error as Error).name, message: (error as Error).message })
  if (code && code !== 'undefined') return declined(code.slice(0, 80), aliyunReason(code))
  return new ProviderFailed(statusCode >= 500 ? 'FAULT' : 'REFUSED', { status: statusCode })
}
const read = <T>(shape: z.ZodType<T>, answer: unknown): T => {
  const parsed = shape.safeParse(answer)
  if (!parsed.success) throw new ProviderFailed('BAD_ANSWER', { status: 200 })
  return parsed.data
}

/** SendSms and QuerySendDetails of Aliyun's Dysmsapi 2017-05-25, by its own client. */
export function aliyunTransport(settings: AliyunSettings): Transport {
  let opened: ReturnType<typeof clientOf> | undefined
  const open = (timeoutMs: number) => (opened ??= clientOf(settings, timeoutMs))

  const send: Transport['send'] = async ({ phone, template, values, outId }, timeoutMs) => {
    const { sms, client } = await open(timeoutMs)
    const asked = new sms.SendSmsRequest({
      phoneNumbers: phone,
      signName: template!.sign || settings.signName,
      templateCode: template!.code,
      templateParam: JSON.stringify(namedValues(template!, values)),
      outId,
    })
    const { body } = read(answered, await client.sendSms(asked).catch((error: unknown) => Promise.reject(faultOf(error))))
    if (body.code !== 'OK') throw declined(body.code.slice(0, 80), aliyunReason(body.code))
    return { bizId: body.bizId ?? '' }
  }

  const listedOn = async (sendDate: string, { phone, bizId, outId }: Question, timeoutMs: number): Promise<Detail | null> => {
    const { sms, client } = await open(timeoutMs)
    for (let currentPage = 1; ; currentPage++) {
      const asked = new sms.QuerySendDetailsRequest({ phoneNumber: phone, sendDate, pageSize: PAGE, currentPage, ...(bizId && { bizId }) })
      const { body } = read(details, await client.querySendDetails(asked).catch((error: unknown) => Promise.reject(faultOf(error))))
      if (body.code !== 'OK') throw declined(body.code.slice(0, 80), aliyunReason(body.code))
      const page = body.smsSendDetailDTOs.smsSendDetailDTO
      const found = page.find((one) => one.outId === outId)
      if (found || page.length < PAGE) return found ?? null
    }
  }
  const listed = async (question: Question, timeoutMs: number): Promise<Detail | null> => {
    for (const day of daysOf(question.beganAt)) {
      const found = await listedOn(day, question, timeoutMs)
      if (found) return found
    }
    return null
  }
  const ask = async (question: Question, timeoutMs: number): Promise<Told> => {
    const found = await listed(question, timeoutMs)
    if (!found) return question.bizId || Date.now() - question.beganAt.getTime() < LISTED_AFTER_MS ? unclear : { ...unclear, state: 'NONE' }
    const code = found.errCode ?? ''
    // 1: it waits for the network's word, 2: it failed, 3: it arrived.
    const state = found.sendStatus === 3 ? 'DELIVERED' : found.sendStatus === 2 ? 'FAILED' : 'TAKEN'
    return { ...unclear, state, code, reason: state === 'FAILED' ? aliyunReportReason(code) : null }
  }
  return { provider: 'ALIYUN', needsTemplate: true, send, ask }
}
