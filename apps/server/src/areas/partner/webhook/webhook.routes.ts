import type { LiveWebhook } from '@chauffeur/contract/operations/live'
import { type WebhookFailure, webhookCalls } from '@chauffeur/contract/partner/webhook'
import { emitEvent } from '#platform/database/events'
import { withinCities } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import { implement } from '#platform/http/implement'
import { findChannel } from '../channel/index.ts'
import { webhookList, webhookView } from './webhook.list.ts'
import { deliveryOf, sendAgain, sendFailedAgain, triesOf } from './webhook.queries.ts'
import { bodyOf } from './webhook.rules.ts'

export const webhookRoutes = implement(
  'webhook',
  webhookCalls,
)({
  list: webhookList.page,
  detail: async ({ input, db, operator, fail }) => {
    const [row, tries] = await Promise.all([deliveryOf(db, input.deliveryId), triesOf(db, input.deliveryId)])
    if (!row) return fail('webhook.notFound')
    return {
      ...webhookView(row, { operator }),
      body: bodyOf(row),
      tries: tries.map(({ attempt, at, ms, http_status, failure, code }) => ({
        attempt,
        at: at.toISOString(),
        ms,
        httpStatus: http_status,
        failure: failure as WebhookFailure,
        code,
      })),
    }
  },
  replay: async ({ input, db, operator, audit, fail }) => {
    const before = (await deliveryOf(db, input.deliveryId)) ?? fail('webhook.notFound')
    if (!(await sendAgain(db, input.deliveryId))) return fail('webhook.waiting')
    const row = (await deliveryOf(db, input.deliveryId))!
    const { channel_id: channelId, city_id: cityId, org_id: orgId } = row
    const payload: LiveWebhook = { channelId, deliveryId: input.deliveryId }
    await emitEvent(whole(db), { tenantId: operator.tenantId, topic: 'webhooks', cityId, orgId, channelId, payload })
    audit({
      object: 'webhook',
      objectId: input.deliveryId,
      before: { state: before.state },
      after: { name: row.channel_name, orderNo: row.order_no, state: row.state },
    })
    return webhookView(row, { operator })
  },
  replayFailed: async ({ input, db, operator, scope, audit, fail }) => {
    const channel = (await findChannel(db, input.channelId)) ?? fail('channel.notFound')
    if (!withinCities(channel.city_ids, scope.cities)) return fail('channel.beyondCities')
    const replayed = await sendFailedAgain(db, input.channelId, new Date(input.since))
    const payload: LiveWebhook = { channelId: input.channelId, deliveryId: null }
    if (replayed > 0) await emitEvent(whole(db), { tenantId: operator.tenantId, topic: 'webhooks', channelId: input.channelId, payload })
    audit({ object: 'channel', objectId: input.channelId, after: { name: channel.name, since: input.since, replayed } })
    return { replayed }
  },
})
