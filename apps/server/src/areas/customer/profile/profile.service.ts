import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { customerCalls } from '@chauffeur/contract/customer/profile'
import { findCity } from '#areas/operations/city'
import { enterConsent } from '#areas/privacy/consent'
import type { TenantDb } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import { isOutsider } from '#platform/database/scope'
import type { WriteContext } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { customerCard, insertCustomer, insertNote, updateCustomer } from '../card/index.ts'
import { levelsOf } from '../standing/index.ts'
import { makeFindable } from '../search/index.ts'
import { customerView, FOR_GOOD } from './customer.view.ts'
import { homeCity } from './home-city.rules.ts'
import {
  callsWith,
  changeCustomers,
  consentsOf,
  type CustomerDb,
  insertConsent,
  listedCustomer,
  lockCustomers,
  spentFen,
} from './profile.queries.ts'

type Calls = typeof customerCalls
type UpdateWays = WriteContext<Calls['update']['failures'][number]>
type Refusing<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]>

/** What the operation log keeps of a customer; telephones stand masked there. */
const audited = (row: CustomerDb) => ({
  name: row.name,
  gender: row.gender,
  language: row.language,
  level: row.level,
  birthday: row.birthday ?? '',
  cityId: row.city_id,
  plateNos: row.plate_nos,
  tags: row.tags,
  remark: row.remark,
})

async function shown(db: TenantDb, customerId: string, operator: OperatorSession) {
  const [row, levels] = await Promise.all([listedCustomer(db, customerId), levelsOf(db)])
  return row && customerView(row, operator, levels)
}

export async function saveCustomer(input: ParsedInputOf<Calls['update']>, context: UpdateWays) {
  const { tx, operator, scope, audit, fail } = context
  const { customerId, version, note } = input
  if (input.cityId && !(await findCity(tx, input.cityId))) return fail('customer.cityUnknown')
  const cityId = customerId && input.cityId === undefined ? undefined : (homeCity(input.cityId, scope) ?? fail('customer.cityMissing'))
  const levels = await levelsOf(tx)
  const before = customerId ? ((await lockCustomers(tx, [customerId]))[0] ?? fail('customer.notFound')) : null
  const newLevel = input.level !== undefined && input.level !== before?.level
  if (newLevel && !levels.some(({ level }) => level === input.level)) return fail('customer.levelUnknown')
  if (before && before.version !== version) {
    const current = await shown(tx, before.customer_id, operator)
    return fail('customer.versionConflict', { current: current ?? null })
  }
  const saved = before
    ? await updateCustomer(tx, { phone: before.phone, version: before.version, by: operator.userId }, { ...input, cityId })
    : await insertCustomer(tx, {
        ...input,
        cityId,
        phone: input.phone ?? fail('customer.phoneMissing'),
        source: 'CONSOLE',
        tenantId: operator.tenantId,
        by: operator.userId,
      })
  if (!saved) return fail('customer.exists')
  if (note) await insertNote(tx, saved, note, operator)
  await makeFindable(tx, [saved.customer_id])
  audit({ object: 'customer', objectId: saved.customer_id, ...(before && { before: audited(before) }), after: audited(saved) })
  return customerView((await listedCustomer(tx, saved.customer_id)) ?? { ...saved, city_name: '' }, operator, levels)
}

/** The same to each of many who are in sight; those who are not, or for whom it is no change, are named with the reason. */
async function toEach(
  { tx, operator, scope, audit, fail }: Refusing<'unblacklist'>,
  customerIds: readonly string[] | undefined,
  work: {
    refused?: (row: CustomerDb) => string | null
    set: Parameters<typeof changeCustomers>[3]
    logged: (row: CustomerDb) => { before: object; after: object }
  },
) {
  if (isOutsider(scope)) return fail('customer.forTheBusiness')
  const wanted = [...new Set(customerIds ?? fail('customer.nobodyChosen'))]
  const rows = new Map((await lockCustomers(tx, wanted)).map((row) => [row.customer_id, row]))
  const judged = wanted.map((customerId) => {
    const row = rows.get(customerId)
    return { customerId, row, name: row?.name ?? '', problem: row ? (work.refused?.(row) ?? null) : 'customer.notFound' }
  })
  if (rows.size === 0) return fail('customer.notFound')
  const good = judged.flatMap(({ row, problem }) => (row && problem === null ? [row] : []))
  if (good.length > 0)
    await changeCustomers(
      tx,
      good.map((row) => row.customer_id),
      operator.userId,
      work.set,
    )
  for (const row of good) audit({ object: 'customer', objectId: row.customer_id, ...work.logged(row) })
  return {
    jobId: null,
    done: good.length,
    refused: judged.flatMap(({ customerId, name, problem }) => (problem === null ? [] : [{ customerId, name, problem }])),
  }
}

export async function moveCustomers({ customerIds, cityId, reason }: ParsedInputOf<Calls['move']>, context: Refusing<'move'>) {
  if (!(await findCity(context.tx, cityId))) return context.fail('customer.cityUnknown')
  return toEach(context, customerIds, {
    set: { city_id: cityId },
    logged: (row) => ({ before: { cityId: row.city_id }, after: { cityId, reason } }),
  })
}

const until = (row: CustomerDb) => row.blacklisted_until?.toISOString() ?? null
export async function blacklistCustomers(input: ParsedInputOf<Calls['blacklist']>, context: Refusing<'blacklist'>) {
  const end = input.until ? new Date(input.until) : FOR_GOOD
  if (end <= new Date()) return context.fail('customer.untilPast')
  return toEach(context, input.customerIds, {
    set: { blacklisted_until: end, blacklist_reason: input.reason },
    logged: (row) => ({
      before: { blacklistedUntil: until(row), reason: row.blacklist_reason },
      after: { blacklistedUntil: end.toISOString(), reason: input.reason },
    }),
  })
}
export const unblacklistCustomers = ({ customerIds, reason }: ParsedInputOf<Calls['unblacklist']>, context: Refusing<'unblacklist'>) =>
  toEach(context, customerIds, {
    set: { blacklisted_until: null, blacklist_reason: '' },
    logged: (row) => ({
      before: { blacklistedUntil: until(row), reason: row.blacklist_reason },
      after: { blacklistedUntil: null, reason },
    }),
  })

export async function noteConsent(
  input: ParsedInputOf<Calls['consent']>,
  { tx, operator, request, audit, fail }: Refusing<'consent'> & { request: { ip: string } },
) {
  const { customerId, kind, given, source } = input
  if (!(await listedCustomer(tx, customerId))) return fail('customer.notFound')
  const { tenantId, userId, realName } = operator
  if (kind === 'PRIVACY') await enterConsent(whole(tx), { tenantId, customerId, given, source, by: operator, ip: request.ip })
  else await insertConsent(tx, { tenantId, customerId, kind, given, source, userId, name: realName })
  audit({ object: 'customer', objectId: customerId, after: { consent: kind, given, source } })
  return {}
}

/** Everything there is to see of one customer. */
export async function profileOf(
  { customerId }: ParsedInputOf<Calls['profile']>,
  {
    db,
    operator,
    asker,
    fail,
  }: { db: TenantDb; operator: OperatorSession; asker: Parameters<typeof customerCard>[2]; fail: Refusing<'profile'>['fail'] },
) {
  const row = (await listedCustomer(db, customerId)) ?? fail('customer.notFound')
  const [card, levels, spent, consents, calls] = await Promise.all([
    customerCard(db, row.phone, asker, new Date()),
    levelsOf(db),
    spentFen(db, customerId),
    consentsOf(db, customerId),
    callsWith(db, customerId),
  ])
  const { liveOrders, lastOrders, lastAddresses, unpaid, coupons, rights, notes, attribution, payers, groups } = card
  return {
    ...customerView(row, operator, levels),
    ...{ liveOrders, lastOrders, lastAddresses, unpaid, coupons, rights, notes, attribution, payers, groups },
    cancelCount24h: card.customer?.cancelCount24h ?? 0,
    spentFen: spent,
    consents: consents.map(({ kind, given, source, at, by_name }) => ({ kind, given, source, at: at.toISOString(), by: by_name })),
    calls: calls.map((call) => ({
      callId: call.call_id,
      direction: call.direction,
      at: call.started_at.toISOString(),
      result: call.result,
      talkS: call.talk_s ?? 0,
      recordId: call.record_id,
    })),
  }
}
