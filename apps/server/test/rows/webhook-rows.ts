export const webhookTables = {
  callbackId: ['channel_callbacks', 'callback_id'],
  deliveryId: ['webhook_deliveries', 'delivery_id'],
} as const
type Insert = (kind: 'callbackId' | 'deliveryId', values: Record<string, unknown>) => Promise<string>

/** An address of a channel, and a message about an order that it did not take. */
export async function webhookRows(insert: Insert, of: { tenant_id: string; channel_id: string }, order_id: string, note: string) {
  const callback_id = await insert('callbackId', { ...of, url: `https://partner.example/${order_id}`, note })
  const about = { callback_id, order_id, seq: 1, type: 'order.billed', service_status: 501, pay_status: 10 }
  return { callbackId: callback_id, deliveryId: await insert('deliveryId', { ...of, ...about, state: 'GIVEN_UP', last_failure: 'FAULT' }) }
}
