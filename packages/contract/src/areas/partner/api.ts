import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { id, instant, nothing } from '../../kernel/fields.ts'
import { serviceType } from '../order/model.ts'

/** What a partner's program asks of its channel. Every call of access `partner` is signed, see `kernel/partner.ts`, and stands in the partner's API document. */
export const partnerCalls = {
  /** A first call, to see that key and signature are right. */
  channel: call({
    method: 'GET',
    path: '/partner/v1/channel',
    effect: 'read',
    access: 'partner',
    summary: '本渠道资料与额度',
    input: nothing,
    output: z.object({
      channelId: id,
      name: z.string(),
      code: z.string(),
      /** A channel that is off places no new order. */
      enabled: z.boolean(),
      /** Where and what it may order; empty: everywhere, everything. */
      cityIds: z.array(id),
      serviceTypes: z.array(serviceType),
      callsPerMinute: z.number().int(),
      /** Null: no limit. */
      ordersPerDay: z.number().int().nullable(),
      ordersToday: z.number().int(),
      serverTime: instant,
    }),
  }),
} satisfies Area
