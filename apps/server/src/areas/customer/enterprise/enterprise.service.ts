import { CHANNEL_STATE } from '@chauffeur/contract/partner/channel'
import type { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import type { OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { findChannel } from '#areas/partner/channel'
import { isUniqueViolation, type TenantDb, type TenantTx, type WholeDb } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import { maskPhone, unmasked } from '#platform/identity/mask'
import { type Scope, withinCities } from '#platform/database/scope'
import {
  type EmployeeDb,
  type EnterpriseSet,
  findEnterprise,
  insertEnterprise,
  listedEnterprise,
  type ListedEnterprise,
  type Money,
  moneyOf,
  nameTaken,
  updateEnterprise,
} from './enterprise.queries.ts'
import { availableFen } from './payer.service.ts'

const NOTHING: Money = { balanceFen: 0, reservedFen: 0, month: { usedFen: 0, promisedFen: 0 } }
const phoneFor = (authorities: ReadonlySet<string>, phone: string) => (authorities.has('phone.reveal') ? phone : maskPhone(phone))

export const enterpriseRowView = (row: ListedEnterprise, money: Money = NOTHING, authorities: ReadonlySet<string>) => ({
  enterpriseId: row.enterprise_id,
  name: row.name,
  creditCode: row.credit_code,
  contactName: row.contact_name,
  contactPhone: phoneFor(authorities, row.contact_phone),
  payMode: row.pay_mode,
  state: row.state,
  cityIds: row.city_ids,
  channelId: row.channel_id,
  templateName: row.template_name ?? '',
  employees: row.employees,
  balanceFen: money.balanceFen,
  creditLimitFen: Number(row.credit_limit_fen),
  reservedFen: money.reservedFen,
  availableFen: availableFen(row, money),
  usedThisMonthFen: money.month.usedFen,
  monthLimitFen: row.month_limit_fen === null ? null : Number(row.month_limit_fen),
  version: row.version,
})

/** `whole` sees the whole tenant: a balance is one sum, whoever looks. */
export async function enterpriseDetail(
  db: TenantDb,
  whole: WholeDb,
  enterpriseId: string,
  { authorities, cities }: { authorities: ReadonlySet<string>; cities: Scope['cities'] },
): Promise<OutputOf<typeof enterpriseCalls.enterprise> | null> {
  const row = await listedEnterprise(db, enterpriseId)
  if (!row) return null
  const money = (await moneyOf(whole, [enterpriseId])).get(enterpriseId)
  return {
    ...enterpriseRowView(row, money, authorities),
    channelName: row.channel_name ?? '',
    perOrderLimitFen: row.per_order_limit_fen,
    billDay: row.bill_day,
    hours: row.hours_from && row.hours_to ? { from: row.hours_from, to: row.hours_to } : null,
    remark: row.remark,
    mayChange: withinCities(row.city_ids, cities),
  }
}

export const employeeView = (row: EmployeeDb, usedThisMonthFen: number, authorities: ReadonlySet<string>) => ({
  employeeId: row.employee_id,
  phone: phoneFor(authorities, row.phone),
  name: row.name,
  dept: row.dept,
  state: row.state,
  monthLimitFen: row.month_limit_fen === null ? null : Number(row.month_limit_fen),
  usedThisMonthFen,
  createdAt: row.created_at.toISOString(),
})

type SaveInput = ParsedInputOf<typeof enterpriseCalls.saveEnterprise>

/** Writes a new enterprise or the next version of one. `cities` are those of the person who saves, `present` the enterprise as they see it. */
export async function saveEnterprise(
  tx: TenantTx,
  input: SaveInput,
  by: { tenantId: string; userId: string; cities: Scope['cities'] },
  { fail, present }: { fail: Fail<(typeof enterpriseCalls.saveEnterprise.failures)[number]>; present: () => Promise<unknown> },
): Promise<{ enterpriseId: string }> {
  const cityIds = input.cityIds ?? []
  if (!withinCities(cityIds, by.cities)) return fail('customer.cityUnknown')
  if (await nameTaken(tx, input.name, input.enterpriseId ?? '0')) return fail('enterprise.nameTaken')
  const known = input.enterpriseId ? await findEnterprise(tx, input.enterpriseId) : undefined
  // The channel it has stays, also one that was stopped since.
  if (input.channelId && input.channelId !== known?.channel_id && (await findChannel(tx, input.channelId))?.state !== CHANNEL_STATE.on)
    return fail('channel.notFound')
  const set: EnterpriseSet = {
    name: input.name,
    creditCode: input.creditCode ?? '',
    contactName: unmasked(input.contactName ?? '', known?.contact_name ?? ''),
    contactPhone: input.contactPhone ?? known?.contact_phone ?? '',
    payMode: input.payMode,
    state: input.state,
    cityIds,
    channelId: input.channelId ?? null,
    creditLimitFen: input.creditLimitFen ?? 0,
    perOrderLimitFen: input.perOrderLimitFen ?? null,
    monthLimitFen: input.monthLimitFen ?? null,
    billDay: input.billDay ?? 1,
    hours: input.hours ?? null,
    remark: unmasked(input.remark ?? '', known?.remark ?? ''),
  }
  try {
    if (!input.enterpriseId) return { enterpriseId: await insertEnterprise(tx, by.tenantId, set, by.userId) }
    if (!known) return fail('enterprise.notFound')
    if (!withinCities(known.city_ids, by.cities)) return fail('customer.cityUnknown')
    const version = input.version ?? 0
    const updated = await updateEnterprise(tx, { id: input.enterpriseId, version }, set, by.userId)
    return updated ? { enterpriseId: input.enterpriseId } : fail('enterprise.versionConflict', { current: await present() })
  } catch (error) {
    // Another office has one of this name, out of sight, or made it just now.
    if (isUniqueViolation(error)) return fail('enterprise.nameTaken')
    throw error
  }
}
