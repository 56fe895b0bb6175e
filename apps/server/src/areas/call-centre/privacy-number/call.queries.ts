import { sql } from 'kysely'
import type { Database, TenantDb, TenantTx } from '#platform/database/db'
import type { CallNews } from './call.rules.ts'

export const pairOfSubscription = (tx: TenantTx, subscription: string) =>
  tx
    .selectFrom('privacy_bindings')
    .select(['tenant_id', 'binding_id', 'order_id', 'city_id', 'org_id', 'number', 'driver_phone', 'contact_phone'])
    .where('subscription', '=', subscription)
    .orderBy('binding_id', 'desc')
    .executeTakeFirst()
export type CallPair = NonNullable<Awaited<ReturnType<typeof pairOfSubscription>>>

/** Something was asked of the provider whose answer has not come: it may be what is told of. */
export const isAsking = async (tx: TenantTx) =>
  (await tx
    .selectFrom('privacy_bindings')
    .select('binding_id')
    .where('state', 'in', ['ASKED', 'RELEASING'])
    .where('asked_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The first message under this nonce, or the same again; false for another one, which its signature was not made for. */
export async function noteNonce(tx: TenantTx, tenantId: string, nonce: string, digest: Buffer): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    insert into privacy_pushes (tenant_id, nonce, digest) values (${tenantId}::bigint, ${nonce}, ${digest})
    on conflict (tenant_id, nonce) do update set at = privacy_pushes.at returning digest = ${digest} as same`.execute(tx)
  return rows[0]!.same
}

/** What is heard of a call, in whichever order: the first moment of each sort stays, and who rang once it is known. */
export async function noteCall(
  tx: TenantTx,
  pair: CallPair,
  news: CallNews,
  parties: { caller: string; caller_masked: string; called_masked: string },
): Promise<void> {
  const { startedAt, ringingAt, answeredAt, endedAt, endCode = '', recording } = news
  await sql`
    insert into privacy_calls as k (tenant_id, session, binding_id, order_id, city_id, org_id, number, caller, caller_masked, called_masked,
      started_at, ringing_at, answered_at, ended_at, end_code, record_state, record_domain, record_name, record_told_at, record_next_at)
    values (${pair.tenant_id}::bigint, ${news.session}, ${pair.binding_id}::bigint, ${pair.order_id}::bigint, ${pair.city_id}::bigint, ${pair.org_id}::bigint,
      ${pair.number}, ${parties.caller}, ${parties.caller_masked}, ${parties.called_masked}, ${startedAt ?? null}, ${ringingAt ?? null},
      ${answeredAt ?? null}, ${endedAt ?? null}, ${endCode}, ${recording ? 'WAITING' : 'NONE'}, ${recording?.domain ?? ''}, ${recording?.name ?? ''},
      ${recording ? sql`now()` : null}, ${recording ? sql`now()` : null})
    on conflict (tenant_id, session) do update set
      caller = case when k.caller = 'OTHER' then excluded.caller else k.caller end,
      caller_masked = coalesce(nullif(case when k.caller = 'OTHER' then excluded.caller_masked else k.caller_masked end, ''), k.caller_masked),
      called_masked = coalesce(nullif(case when k.caller = 'OTHER' then excluded.called_masked else k.called_masked end, ''), k.called_masked),
      started_at = coalesce(k.started_at, excluded.started_at), ringing_at = coalesce(k.ringing_at, excluded.ringing_at),
      answered_at = coalesce(k.answered_at, excluded.answered_at), ended_at = coalesce(k.ended_at, excluded.ended_at),
      end_code = coalesce(nullif(k.end_code, ''), excluded.end_code),
      record_state = case when k.record_state = 'NONE' then excluded.record_state else k.record_state end,
      record_domain = coalesce(nullif(k.record_domain, ''), excluded.record_domain),
      record_name = coalesce(nullif(k.record_name, ''), excluded.record_name),
      record_told_at = coalesce(k.record_told_at, excluded.record_told_at),
      record_next_at = coalesce(k.record_next_at, excluded.record_next_at)`.execute(tx)
}

export interface WaitingRecording {
  tenant_id: string
  call_id: string
  record_domain: string
  record_name: string
  record_tries: number
  over: boolean
}
/** Recordings to fetch, claimed for a while: a process that dies leaves them to the next. */
export const claimRecordings = async (db: Database, days: number, claimS: number, limit: number): Promise<WaitingRecording[]> =>
  (
    await db.platform.query<WaitingRecording>(
      `update privacy_calls k set record_next_at = now() + make_interval(secs => $2), record_tries = k.record_tries + 1 from (
         select tenant_id, call_id from privacy_calls where record_state = 'WAITING' and record_next_at <= now() order by record_next_at limit $3 for update skip locked) due
       where k.tenant_id = due.tenant_id and k.call_id = due.call_id
       returning k.tenant_id, k.call_id, k.record_domain, k.record_name, k.record_tries, k.record_told_at < now() - make_interval(days => $1) as over`,
      [days, claimS, limit],
    )
  ).rows

export const lockCall = (tx: TenantTx, callId: string) =>
  tx.selectFrom('privacy_calls').selectAll().where('call_id', '=', callId).forUpdate().executeTakeFirst()
export const setRecording = (
  tx: TenantTx,
  callId: string,
  set: { record_state?: 'NONE' | 'STORED' | 'MISSING'; sound_id?: string; record_next_at?: Date | null; record_failure: string },
) => tx.updateTable('privacy_calls').set(set).where('call_id', '=', callId).execute()

export const callsOfOrder = (db: TenantDb, orderId: string) =>
  db.selectFrom('privacy_calls').selectAll().where('order_id', '=', orderId).orderBy('call_id').limit(200).execute()

/** What the desk's own lines spoke about an order. */
export const deskCallsOf = async (db: TenantDb, orderId: string) =>
  (
    await sql<{
      call_id: string
      direction: 'IN' | 'OUT'
      agent_name: string
      phone: string
      started_at: Date
      answered_at: Date | null
      ended_at: Date | null
      record_id: string | null
      of_driver: boolean
    }>`
      select c.call_id, c.direction, c.agent_name, c.phone, c.started_at, c.answered_at, c.ended_at, r.record_id,
        exists (select from drivers d where d.tenant_id = c.tenant_id and d.phone = c.phone) as of_driver
      from phone_call_orders p join phone_calls c on c.tenant_id = p.tenant_id and c.call_id = p.call_id
      left join sound_records r on r.tenant_id = c.tenant_id and r.call_id = c.call_id and r.storage = 'STORED'
      where p.order_id = ${orderId}::bigint order by c.started_at desc limit 100`.execute(db)
  ).rows
