import { type DriverLevel, STANDARD_DRIVER_LEVELS, STANDARD_LEVEL_RULES } from '@chauffeur/contract/driver/level-model'
import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import type { Row } from '../load.ts'
import type { DemoTenant } from '../tenants.ts'

/** What each level asks for and gives here: within reach of who drives every other night. */
const LEVELS: Readonly<Record<number, Partial<DriverLevel>>> = {
  2: { minExp: 200, minOrders: 15, dispatchWeight: 105 },
  3: { minExp: 500, minOrders: 25, dispatchWeight: 110, rangeBonusM: 500, freeWithdrawals: 3 },
  4: { minExp: 900, minOrders: 40, dispatchWeight: 115, rangeBonusM: 1_000, freeWithdrawals: 5, commissionOffBp: 100 },
  5: { minExp: 1_400, minOrders: 55, dispatchWeight: 120, rangeBonusM: 1_500, freeWithdrawals: 7, commissionOffBp: 200 },
}

/** Levels move, in every city alike. */
export const levelSettingRows = (tenants: readonly DemoTenant[], at: Date): Row<'setting_versions'>[] =>
  tenants.flatMap(({ tenantId }, index) =>
    [
      { kind: 'driverLevels', content: { levels: STANDARD_DRIVER_LEVELS.map((level) => ({ ...level, ...LEVELS[level.level] })) } },
      { kind: 'driverLevelRules', content: { ...STANDARD_LEVEL_RULES, enabled: true } },
    ].map(({ kind, content }) => ({
      tenant_id: tenantId,
      kind,
      setting_id: index + 1,
      content: JSON.stringify(content),
      effective_from: at,
      created_at: at,
    })),
  )

/** What the trips of this month and the last were noted as when they were filed: the round counts it, as it does any day. */
export const EXPERIENCE_BEFORE = `
  insert into driver_experience (tenant_id, driver_id, city_id, event, ref, about, at, noted_at)
  select tenant_id, driver_id, city_id, event, ref, order_no, at, noted_at from (
    select o.tenant_id, o.driver_id, d.city_id, done.event, o.order_id::text as ref, o.order_no, done.at, done.noted_at
    from orders o join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
      cross join lateral (
        select 'ORDER_DONE' as event, coalesce(o.depart_at, o.filed_at) as at, o.filed_at as noted_at where o.service_status = ${S.billFiled} and o.filed_at is not null
        union all select 'CANCEL', o.cancelled_at, o.cancelled_at where o.cancel_verdict = 'DRIVER_AT_FAULT' and o.cancelled_at is not null) done
    where done.noted_at < $1::timestamptz
      and done.noted_at >= (date_trunc('month', $1::timestamptz at time zone 'Asia/Shanghai') - interval '1 month') at time zone 'Asia/Shanghai') noted
  order by noted_at, ref`
