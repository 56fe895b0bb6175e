import { levelName } from '@chauffeur/contract/driver/level-model'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { type MessageEvent, messageEvents, messageSamples, type MessageValues } from '@chauffeur/contract/message/event'
import { type InsuranceProduct, insuranceProductText } from '@chauffeur/contract/qualification/insurance'
import { type OrderFileKind, orderFileKindText, type PhotoReason, photoReasonText } from '@chauffeur/contract/quality/photo-model'
import { sql } from 'kysely'
import { driverLevels, levelOf } from '#areas/driver/standing'
import { cityClock, wordIn } from '../wording/index.ts'
import type { TenantDb } from '#platform/database/db'

interface Facts {
  city_id: string
  level: number
  utc_offset_minutes: number
  day: string | null
  days: number | null
  disabled_reason: string
  paid_fen: number | null
  order_no: string | null
  locked_until: Date | null
  policy_no: string | null
  claim_fen: number | null
  photo: OrderFileKind | null
  photo_reason: PhotoReason | null
  retake_until: Date | null
  product: InsuranceProduct | null
  ends_on: string | null
  ends_in: number | null
}
/** The newest of each thing that messages are about. */
const factsOf = async (db: TenantDb, driverNo: string): Promise<Facts | undefined> =>
  (
    await sql<Facts>`
      select d.city_id, d.level, c.utc_offset_minutes, d.licence_expire::text as day, d.disabled_reason,
        (d.licence_expire - (now() at time zone 'UTC' + c.utc_offset_minutes * interval '1 minute')::date)::int as days,
        w.fen as paid_fen, o.order_no, l.locked_until, k.policy_no, k.paid_fen::float8 as claim_fen, f.kind as photo, f.verdict_reason as photo_reason, f.retake_until,
        p.product, p.ends_on::text, (p.ends_on - (now() at time zone 'UTC' + c.utc_offset_minutes * interval '1 minute')::date)::int as ends_in
      from drivers d join cities c on c.city_id = d.city_id
        left join lateral (select coalesce(net_fen, apply_fen) as fen from withdrawals x where x.tenant_id = d.tenant_id and x.driver_id = d.driver_id
          order by x.created_at desc limit 1) w on true
        left join lateral (select order_no from orders x where x.tenant_id = d.tenant_id and x.driver_id = d.driver_id order by x.created_at desc limit 1) o on true
        left join lateral (select locked_until from driver_face_locks x where x.tenant_id = d.tenant_id and x.driver_id = d.driver_id
          order by x.locked_until desc limit 1) l on true
        left join lateral (select i.policy_no, x.paid_fen from driver_claims x
          join driver_insurances i on i.tenant_id = x.tenant_id and i.insurance_id = x.insurance_id
          where x.tenant_id = d.tenant_id and x.driver_id = d.driver_id order by x.driver_claim_id desc limit 1) k on true
        left join lateral (select kind, verdict_reason, retake_until from order_files x
          where x.tenant_id = d.tenant_id and x.driver_id = d.driver_id and x.retake_until is not null order by x.file_id desc limit 1) f on true
        left join lateral (select product, (x.valid_until at time zone 'UTC' + c.utc_offset_minutes * interval '1 minute')::date as ends_on
          from driver_insurances x where x.tenant_id = d.tenant_id and x.driver_id = d.driver_id order by x.valid_until desc limit 1) p on true
      where d.driver_no = ${driverNo}`.execute(db)
  ).rows[0]

/**
 * What a message in the app would be said with of a real driver, by what is newest of it: undefined where the driver is not in sight, null where
 * nothing is there that it could tell of. What nobody has decided yet (a reason, the name of an exam) stays a sample.
 */
export async function driverValues(
  db: TenantDb,
  { driverNo, event, language }: { driverNo: string; event: MessageEvent; language: MessageLanguage },
): Promise<MessageValues | null | undefined> {
  const facts = await factsOf(db, driverNo)
  if (!facts) return undefined
  const daysOf = (days: number | null) => (days === null ? null : String(Math.max(0, days)))
  const yuan = (fen: number | null) => (fen === null ? null : (fen / 100).toFixed(2))
  const { levels } = await driverLevels.contentFor(db, facts.city_id)
  const level = levelName(levelOf(facts.level, levels).name, language === 'en')
  const isClaim = event.startsWith('APP_CLAIM')
  const until = event === 'APP_FACE_LOCKED' ? facts.locked_until : facts.retake_until
  const samples = messageSamples[language]
  const real: Record<string, string | null> = {
    orderTail: facts.order_no?.slice(-6) ?? null,
    ...{ level, paper: samples.paper, day: facts.day, days: daysOf(facts.days) },
    amount: yuan(isClaim ? facts.claim_fen : facts.paid_fen),
    policyNo: facts.policy_no,
    photo: facts.photo && wordIn(language, orderFileKindText[facts.photo]),
    until: until && cityClock(until, facts.utc_offset_minutes, language),
    ...(event === 'APP_PHOTO_RETAKE' && { reason: facts.photo_reason && wordIn(language, photoReasonText[facts.photo_reason]) }),
    ...(event === 'APP_SUSPENDED' && { reason: facts.disabled_reason || null }),
    ...(event.startsWith('APP_INSURANCE') && {
      paper: facts.product && wordIn(language, insuranceProductText[facts.product]),
      day: facts.ends_on,
      days: daysOf(facts.ends_in),
    }),
  }
  const { variables, needs } = messageEvents[event]
  if (needs.some((name) => real[name] === null)) return null
  return Object.fromEntries(variables.map((name) => [name, real[name] ?? samples[name]]))
}
