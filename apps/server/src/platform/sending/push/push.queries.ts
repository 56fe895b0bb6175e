import { sql } from 'kysely'
import type { Database, PlatformDb, TenantTx } from '../../database/db.ts'
import type { Outcome } from './push.rules.ts'

type Pools = Pick<Database, 'platform'>

/** Longer than an attempt may take: of a process that dies in between the next one goes on. */
const CLAIM_S = 60

export interface ClaimedPush {
  tenant_id: string
  sms_id: string
  device_id: string
  /** Host of the push service at which the device was when it was told. */
  service: string
  attempts: number
  claim: string
  event: string
  /** Null: the message is gone. */
  message: string | null
  read: boolean
  ageS: number
  /** Null: the device is gone, or its session has ended. */
  device: string | null
  english: boolean
}

/** Puts messages on their way to the devices of their drivers, in the transaction that writes them. */
export const knockAt = (tx: PlatformDb | TenantTx, tenantId: string, smsIds: readonly string[]) =>
  sql`insert into pushes (tenant_id, sms_id, device_id, service)
    select o.tenant_id, o.sms_id, d.device_id, d.service from sms_outbox o
    join push_devices d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
    join sessions s on s.session_id = d.session_id and s.ended_at is null
    where o.tenant_id = ${tenantId}::bigint and o.sms_id = any (${smsIds}::bigint[])`.execute(tx)

export const claimPushes = async ({ platform }: Pools, most: number, by: string, idleS: number): Promise<ClaimedPush[]> =>
  (
    await platform.query<ClaimedPush>(
      `with claimed as (
         update pushes set attempts = attempts + 1, asked_at = clock_timestamp(), claim = $1,
           due_at = clock_timestamp() + interval '${CLAIM_S} seconds'
         where (tenant_id, sms_id, device_id) in (select tenant_id, sms_id, device_id from pushes
           where state = 'WAITING' and due_at <= clock_timestamp() order by due_at limit $2 for update skip locked)
         returning tenant_id, sms_id, device_id, service, attempts, claim, at)
       select c.tenant_id, c.sms_id, c.device_id, c.service, c.attempts, c.claim, extract(epoch from clock_timestamp() - c.at)::int as "ageS",
         o.event, o.sealed as message, o.read_at is not null as read, d.sealed as device, coalesce(d.english, false) as english
       from claimed c join sms_outbox o on o.tenant_id = c.tenant_id and o.sms_id = c.sms_id
       left join (push_devices d join sessions s on s.session_id = d.session_id and s.ended_at is null
           and s.last_active_at > now() - make_interval(secs => $3))
         on d.tenant_id = c.tenant_id and d.device_id = c.device_id`,
      [by, most, idleS],
    )
  ).rows

/** Written once, by whoever has it in hand: a process that was slow finds itself replaced. */
export const notePush = ({ platform }: Pools, { tenant_id, sms_id, device_id, claim }: ClaimedPush, made: Outcome) =>
  platform.query(
    `update pushes set state = $5, attempts = attempts - $6::int, status = $7, failure = $8,
       due_at = clock_timestamp() + make_interval(secs => $9), done_at = case when $5 <> 'WAITING' then clock_timestamp() end
     where tenant_id = $1 and sms_id = $2 and device_id = $3 and claim = $4 and state = 'WAITING'`,
    [tenant_id, sms_id, device_id, claim, made.state, made.uncounted ? 1 : 0, made.status, made.failure.slice(0, 60), made.againS],
  )

/** What is known no more under the address that was asked. False where it has named another since, or is gone: that one stays. */
export async function forgetDevice({ platform }: Pools, { tenant_id, device_id, device }: ClaimedPush): Promise<boolean> {
  const { rowCount } = await platform.query('delete from push_devices where tenant_id = $1 and device_id = $2 and sealed = $3', [
    tenant_id,
    device_id,
    device,
  ])
  return rowCount === 1
}

/** What waits for a service that is left alone waits for so long together: not each finds out by itself. What others have in hand is passed over. */
export const putOff = ({ platform }: Pools, service: string, forS: number) =>
  platform.query(
    `update pushes set due_at = clock_timestamp() + make_interval(secs => $2)
     where (tenant_id, sms_id, device_id) in (select tenant_id, sms_id, device_id from pushes
       where state = 'WAITING' and due_at <= clock_timestamp() and service = $1 for update skip locked)`,
    [service, forS],
  )

/** Devices end with their session, however that ended. Gives how many. */
export async function forgetEnded({ platform }: Pools, idleS: number): Promise<number> {
  const { rowCount } = await platform.query(
    `delete from push_devices d using sessions s where s.session_id = d.session_id
       and (s.ended_at is not null or s.last_active_at < now() - make_interval(secs => $1))`,
    [idleS],
  )
  return rowCount ?? 0
}
