import type { SmsOrder } from '#platform/sending/order.rules'
import { standardOrder } from '#platform/sending/order.rules'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'

export const orderView = ({ adaptive, pinned }: SmsOrder) => ({
  adaptive,
  codes: pinned.codes ?? null,
  rest: pinned.rest ?? null,
  bulk: pinned.bulk ?? null,
})

/** Of the business alone; the sender reads it by its kind (platform/sending/order.queries.ts). */
export const smsOrders = defineCitySetting<SmsOrder>()({
  kind: 'smsOrder',
  object: 'smsOrder',
  standard: standardOrder,
  view: (row) => ({ ...orderView(row.content), ...versionFactsOf(row) }),
  refusals: { conflict: 'smsOrder.versionConflict' },
})
