import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '#platform/http/implement'
import { phonePrint } from '#platform/provider/sms'
import { heard } from '#platform/sending/report'
import { attemptOf } from '#platform/sending/report.queries'
import type { SmsService } from '#platform/sending/services'
import { numberIn, type Report, reportsIn, thanks } from '#platform/sending/wire/reports'

const BODY_BYTES = 1_048_576
const ID = /^(?:0|[1-9]\d{0,17})$/
const same = (a: string, b: string) => {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(left, right)
}

/**
 * `POST /message-reports/<tenant>/<service>/<key>`: where providers tell what became of messages. Neither Aliyun nor Tencent signs what it pushes:
 * the key in the path, which opens as this service of this business alone, is what they can be known by. The installation's gateway has no
 * business (0) and the key of SMS_GATEWAY_REPORT_KEY. What is said twice counts once, and moves only what went through this service.
 */
export function messageReportRoutes(app: FastifyInstance, platform: Platform): void {
  void app.register(async (door) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body))
    door.post<{ Params: { tenantId: string; serviceId: string; key: string }; Body: string | null }>(
      '/message-reports/:tenantId/:serviceId/:key',
      async (request, reply) => {
        const { tenantId, serviceId, key } = request.params
        const service = ID.test(tenantId) && ID.test(serviceId) ? await serviceOf(platform, tenantId, serviceId, key) : null
        if (!service) return reply.status(404).send({})
        const reports = reportsIn(service.provider, bodyOf(request.body ?? ''))
        if (!reports) return reply.status(400).send({})
        for (const report of reports) await take(platform, tenantId, service, report)
        return reply.status(200).send(thanks[service.provider])
      },
    )
  })
}

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function serviceOf({ sms, settings }: Platform, tenantId: string, serviceId: string, key: string): Promise<SmsService | null> {
  if (serviceId === '0') {
    const own = settings.sms?.reportKey ?? ''
    return tenantId === '0' && own !== '' && same(own, key) ? sms.installed : null
  }
  if (!same(sms.reportKey(tenantId, serviceId), key)) return null
  return (await sms.of(tenantId)).find((one) => one.serviceId === serviceId) ?? null
}

/** Of which attempt it speaks is looked for within the business and service that the key opens as. */
async function take(platform: Platform, tenantId: string, service: SmsService, { told, ours, bizId, phone }: Report): Promise<void> {
  const number = numberIn(ours)
  const of = service.serviceId === null ? number?.tenantId : tenantId
  if (of === undefined || (number && number.tenantId !== of)) return
  const attempt = await attemptOf(
    platform.db,
    { tenantId: of, serviceId: service.serviceId },
    { ...(number && { number }), ...(bizId && { bizId }), ...(phone && { phonePrint: phonePrint(platform.vault, of, phone) }) },
  )
  if (attempt) await heard(platform, attempt, service, told)
}
