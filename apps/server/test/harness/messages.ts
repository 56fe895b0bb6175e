import { openSms } from '#platform/provider/sms'
import type { World } from '../world.ts'

/** The text messages that lie in the outbox, oldest first, as they would be read; of one telephone where it is given. */
export async function messagesIn(
  { owner, app }: Pick<World, 'owner' | 'app'>,
  phone?: string,
): Promise<{ phone: string; body: string; purpose: string }[]> {
  const { rows } = await owner.query<{ tenant_id: string; sealed: string; purpose: string }>(
    `select tenant_id, sealed, purpose from sms_outbox where sealed is not null and channel <> 'PUSH' order by sms_id`,
  )
  return rows
    .map(({ tenant_id, sealed, purpose }) => ({ ...openSms(app.platform.vault, tenant_id, sealed), purpose }))
    .filter((message) => phone === undefined || message.phone === phone)
}

/** What was put into a driver's app, oldest first. */
export async function inAppOf({ owner, app }: Pick<World, 'owner' | 'app'>, driverId: string): Promise<string[]> {
  const { rows } = await owner.query<{ tenant_id: string; sealed: string; event: string }>(
    `select tenant_id, sealed, event from sms_outbox where driver_id = $1 and channel = 'PUSH' order by sms_id`,
    [driverId],
  )
  return rows.map(({ tenant_id, sealed, event }) => `${event} ${openSms(app.platform.vault, tenant_id, sealed).body}`)
}
