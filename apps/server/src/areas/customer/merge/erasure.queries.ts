import { COUPON_STATE } from '@chauffeur/contract/pricing/coupon'
import { POINT_ADJUSTMENT_STATE } from '@chauffeur/contract/customer/points-model'
import { sql } from 'kysely'
import type { WholeTx } from '#platform/database/db'
import { forfeit, lockAccounts } from '../points/index.ts'
import { lockGroupsOf } from '../standing/index.ts'
import type { Vault } from '#platform/identity/vault'
import { forgetMessages, phonePrint } from '#platform/provider/sms'
import { dayInChina } from '#platform/values/local-clock'

/** What stands where an address was. */
const GONE = '—'
const ERASED = '客户信息已抹除'
/** About a kilometre: enough for figures of a city, not for a door. */
const COARSE = 2

/**
 * Takes a person out of everything that is not the books: what is left of them is a number, and orders of nobody with their money, times and
 * rough places. Those who went into this customer are the same person.
 */
export async function erasePerson(
  tx: WholeTx,
  { customerId, tenantId, by }: { customerId: string; tenantId: string; by: string },
  vault: Vault,
): Promise<{ orders: number; calls: number; notes: number }> {
  const { rows } = await sql<{ id: string; phone: string }>`
    select customer_id::text as id, phone from customers where customer_id = ${customerId} or merged_into = ${customerId} order by customer_id for no key update`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  const phones = rows.map(({ phone }) => phone)
  const whose = sql`customer_id = any (${ids}::bigint[])`
  const count = async (statement: ReturnType<typeof sql>) => Number((await statement.execute(tx)).numAffectedRows ?? 0)

  // Points are locked before coupons, as by whoever redeems.
  const accounts = await lockAccounts(tx, ids)
  // Recordings are taken away by the round that removes what has lapsed.
  await count(sql`update sound_records s set expire_at = now(), from_party = '', to_party = '' where call_id in (select call_id from phone_calls where ${whose})
    or order_id in (select order_id from orders where ${whose})`)
  // A pair whose order has no contact any more is released, and its number is nobody's then.
  await count(
    sql`update privacy_bindings set contact_phone = '', next_contact_phone = '', next_at = now() where order_id in (select order_id from orders where ${whose})`,
  )
  await count(
    sql`update privacy_calls set caller_masked = '', called_masked = '' where order_id in (select order_id from orders where ${whose})`,
  )
  const calls = await count(
    sql`update phone_calls set phone = '', customer_name = '', note = '', updated_at = now() where ${whose} or phone = any (${phones}::text[])`,
  )
  const orders = await count(sql`update orders set customer_name = '', contact_phone = '', car_plate = '', remark = '', pickup_note = '',
      pickup_address = ${GONE}, dropoff_address = case when dropoff_address = '' then '' else ${GONE} end,
      pickup_lat = round(pickup_lat::numeric, ${COARSE})::float8, pickup_lng = round(pickup_lng::numeric, ${COARSE})::float8,
      dropoff_lat = round(dropoff_lat::numeric, ${COARSE})::float8, dropoff_lng = round(dropoff_lng::numeric, ${COARSE})::float8 where ${whose}`)
  await count(sql`update bookings set caller_phone = '', contact_phone = '', remark = '', partner_asked = null where ${whose}`)
  await count(
    sql`update coupons set state = ${sql.lit(COUPON_STATE.revoked)}, revoked_at = now(), revoked_by = ${by}, revoke_reason = ${ERASED}, version = version + 1 where ${whose} and state = ${sql.lit(COUPON_STATE.granted)}`,
  )
  await count(sql`update partner_grants set asked = null where right_grant_id in (select right_grant_id from right_grants where ${whose})`)
  await count(
    sql`update right_grants set state = case when state = 'ACTIVE' then 'REVOKED' else state end, partner_user_id = '' where ${whose}`,
  )
  await count(sql`select forget_phones(${phones}::text[])`)
  const told = await sql<{ id: string }>`select order_id::text as id from orders where ${whose}`.execute(tx)
  await forgetMessages(tx, vault, { tenantId, phones, orderIds: told.rows.map(({ id }) => id) })
  // That they want no marketing stays known, by a print of the number.
  await count(sql`select forget_marketing(${phones.map((phone) => phonePrint(vault, tenantId, phone))}::bytea[])`)
  // Files made of lists before hold the person: they are no more, and one that is being written is stopped.
  await count(sql`select forget_files()`)
  const notes = await count(sql`delete from customer_notes where ${whose}`)
  await lockGroupsOf(tx, ids)
  await count(sql`with gone as (delete from customer_group_members where ${whose} returning group_id, excluded)
    update customer_groups g set members = members - n from (select group_id, count(*) as n from gone where not excluded group by group_id) c where c.group_id = g.group_id`)
  for (const table of ['customer_driver_blocks', 'learned_pickups']) await count(sql`delete from ${sql.table(table)} where ${whose}`)
  // That somebody agreed, to what and when is proved by their number alone. What they wanted of marketing proves nothing.
  await count(sql`delete from customer_consents where ${whose} and kind = 'MARKETING'`)
  await count(sql`update agreement_consents set ip = '', device = '' where ${whose}`)
  await count(sql`update privacy_requests set words = '', wanted = null, changed = null, identity_note = '', closing = '' where ${whose}`)
  await count(
    sql`update privacy_request_events set reason = '' where privacy_request_id in (select privacy_request_id from privacy_requests where ${whose})`,
  )
  await count(sql`select forget_own_log(${ids}::bigint[])`)
  // Their employer's list too: whom it still pays for it names anew.
  await count(sql`delete from enterprise_employees where phone = any (${phones}::text[])`)
  await count(sql`delete from customer_codes where phone = any (${phones}::text[])`)
  await count(sql`update sessions set ended_at = now(), end_reason = 'ERASED' where ${whose} and ended_at is null`)
  await count(sql`update sessions set ip = '', user_agent = '' where ${whose}`)
  await count(sql`delete from customer_merges where kept_id = any (${ids}::bigint[]) or gone_id = any (${ids}::bigint[])`)
  await count(
    sql`update order_teams set customer_ids = array(select unnest(customer_ids) except select unnest(${ids}::bigint[])) where customer_ids && ${ids}::bigint[]`,
  )
  await count(sql`update customers set phone = '#' || customer_id, name = '', gender = 'UNKNOWN', language = 'zh', birthday = null, tags = '{}', plate_nos = '{}', remark = '', level = 0,
      blacklisted_until = null, blacklist_reason = '', merged_into = null, erased_at = now(), version = version + 1, updated_at = now(), updated_by = ${by}
    where ${whose}`)
  for (const account of accounts.values()) await forfeit(tx, account, dayInChina(new Date()))
  await count(sql`update point_records set reason = '' where ${whose} and reason <> ''`)
  await count(
    sql`update point_adjustments set reason = ${GONE}, note = '', state = case when state = ${sql.lit(POINT_ADJUSTMENT_STATE.waiting)} then ${sql.lit(POINT_ADJUSTMENT_STATE.takenBack)} else state end, version = version + 1 where ${whose}`,
  )
  await count(sql`delete from point_notices where ${whose}`)
  await count(sql`delete from customer_search where ${whose}`)
  return { orders, calls, notes }
}
