import type { FastifyInstance } from 'fastify'
import type { Merchant } from './merchant.ts'
import { newsOf, type TransferNews } from './notice.ts'

/** More than any notification has. */
const BODY_BYTES = 65_536

/** What stands behind the door. */
export interface NoticeDesk {
  /** The merchant of an app; null where none is set up. */
  merchantOf(tenantId: string, appId: string): Promise<Merchant | null>
  /** Moves the payment where its state allows that, once however often it is heard, and where this merchant was asked to pay it. */
  heard(tenantId: string, merchantNo: string, news: TransferNews): Promise<void>
}

/** Numbers of this size and nothing else: whoever stands behind the door puts them into a statement. */
const ID = /^\d{1,18}$/
export const noticePath = (tenantId: string, appId: string): string => `/wechat-pay/v3/${tenantId}/${appId}/notice`

/**
 * `POST /wechat-pay/v3/<tenant>/<app>/notice`: where WeChat Pay tells what became of a transfer. The bytes are kept as they came until their
 * signature is known to be right; only then are they read. Anything but 2xx and it tells again later. Nobody learns here why they are refused.
 */
export function noticeRoutes(app: FastifyInstance, desk: NoticeDesk): void {
  void app.register(async (door) => {
    door.removeAllContentTypeParsers()
    door.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body))
    door.post<{ Params: { tenantId: string; appId: string }; Body: Buffer | null }>(
      noticePath(':tenantId', ':appId'),
      async (request, reply) => {
        const { tenantId, appId } = request.params
        const merchant = ID.test(tenantId) && ID.test(appId) ? await desk.merchantOf(tenantId, appId) : null
        const header = (name: string) => {
          const value = request.headers[name]
          return Array.isArray(value) ? null : value
        }
        const news = merchant
          ? newsOf(merchant, header, request.body ?? Buffer.alloc(0), Math.floor(Date.now() / 1_000))
          : { fault: 'NO_MERCHANT' as const }
        if (news && 'fault' in news) {
          request.log.warn({ fault: news.fault }, 'a notification of WeChat Pay was refused')
          return reply.status(401).send({ code: 'FAIL', message: '验签失败' })
        }
        if (news) await desk.heard(tenantId, merchant!.mchId, news)
        return reply.status(204).send()
      },
    )
  })
}
