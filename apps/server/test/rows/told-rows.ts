export const toldTables = {
  callbackId: ['channel_callbacks', 'callback_id'],
  deliveryId: ['webhook_deliveries', 'delivery_id'],
  textId: ['message_texts', 'message_text_id'],
  smsId: ['sms_outbox', 'sms_id'],
  driverMessageId: ['sms_outbox', 'sms_id'],
  smsServiceId: ['sms_services', 'service_id'],
  limitSettingId: ['setting_versions', 'setting_id'],
  pointSettingId: ['setting_versions', 'setting_id'],
  bulletinId: ['bulletins', 'bulletin_id'],
  broadcastId: ['broadcasts', 'broadcast_id'],
  optOutId: ['message_opt_outs', 'opt_out_id'],
  bindingId: ['privacy_bindings', 'binding_id'],
} as const
/** What no call takes the id of. */
export const dayTable = { smsDay: ['sms_days', 'sms_day_id'] } as const
type Insert = (kind: keyof typeof toldTables | keyof typeof dayTable, values: Record<string, unknown>) => Promise<string>

/** An address of a channel, a message about an order that it did not take, and what its customers in the city were told of their orders. */
export async function toldRows(
  insert: Insert,
  { city_id, ...of }: { tenant_id: string; channel_id: string; city_id: string },
  order_id: string,
  note: string,
  tenantNote: string,
  theCitys: (kind: string, content: object) => Promise<string>,
) {
  const callback_id = await insert('callbackId', { ...of, url: `https://partner.example/${order_id}`, note })
  const about = { callback_id, order_id, seq: 1, type: 'order.billed', service_status: 501, pay_status: 10 }
  // One that was replaced: of those that hold there is one for each place.
  const text = { event: 'ORDER_NOTE', city_id, number: Number(order_id), body: `${note}\${note}`, state: 'REPLACED' }
  const sms = { event: 'ORDER_ARRIVED', purpose: 'ORDER_TEXT', city_id, order_id, phone_shown: note, send_before: new Date() }
  const in7Days = new Date(Date.now() + 7 * 86_400_000)
  const bulletin = { title: note, body: note, city_ids: [city_id], valid_from: new Date(), valid_until: in7Days }
  const broadcast = {
    name: note,
    whom: 'CUSTOMERS',
    body: note,
    refuse_by: 'R',
    city_ids: [city_id],
    state: 'DRAFT',
    author_ids: [1],
    author_name: note,
  }
  const smsDay = { day: new Date(), city_id, service_id: order_id, provider: 'GATEWAY', messages: 1, segments: 1 }
  await insert('smsDay', { tenant_id: of.tenant_id, ...smsDay })
  const refusal = { phone_print: Buffer.from(`${order_id}-${note}`), city_id, way: 'OPERATOR', said: note, said_at: new Date() }
  return {
    broadcastId: await insert('broadcastId', { tenant_id: of.tenant_id, ...broadcast }),
    optOutId: await insert('optOutId', { tenant_id: of.tenant_id, ...refusal }),
    bulletinId: await insert('bulletinId', { tenant_id: of.tenant_id, ...bulletin }),
    callbackId: callback_id,
    deliveryId: await insert('deliveryId', { ...of, ...about, state: 'GIVEN_UP', last_failure: 'FAULT' }),
    textId: await insert('textId', { ...of, ...text }),
    limitSettingId: await theCitys('messageLimits', { quietFrom: '22:00', quietTo: '08:00', remindersPerDay: null }),
    pointSettingId: await theCitys('pointTerms', { enabled: true, rules: [], secondFromPoints: 100 }),
    smsServiceId: await insert('smsServiceId', {
      tenant_id: of.tenant_id,
      provider: 'GATEWAY',
      name: tenantNote,
      url: 'https://sms.invalid',
      rank: Number(order_id),
    }),
    smsId: await insert('smsId', { tenant_id: of.tenant_id, ...sms }),
  }
}

/** What a driver was told in the app. */
export const inAppRow = (insert: Insert, of: { tenant_id: string; city_id: string; driver_id: string }, note: string): Promise<string> =>
  insert('driverMessageId', {
    ...of,
    event: 'APP_LEVEL_UP',
    purpose: 'DRIVER_APP',
    channel: 'PUSH',
    phone_shown: note,
    sent_at: new Date(),
    send_before: new Date(),
  })

/** A pair of an order that the provider of numbers did not bind. */
export const unboundRow = (
  insert: Insert,
  of: { tenant_id: string; city_id: string; order_id: string; driver_id: string },
  note: string,
): Promise<string> =>
  insert('bindingId', { ...of, state: 'FAILED', driver_phone: '', contact_phone: '', failure: 'POOL_EMPTY', failure_code: note })
