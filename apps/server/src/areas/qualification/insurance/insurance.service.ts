import type { driverInsuranceCalls, InsuranceRow } from '@chauffeur/contract/qualification/insurance'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { driversByNo } from '#areas/driver/dated'
import type { TenantTx } from '#platform/database/db'
import type { Audit, Fail } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { policyView } from './insurance.list.ts'
import {
  cancelPolicy,
  changePolicy,
  holdPolicies,
  insertPolicy,
  listedPolicy,
  lockPolicy,
  overlapping,
  type PolicyDb,
} from './insurance.queries.ts'
import { isPeriod } from './insurance.rules.ts'

type Calls = typeof driverInsuranceCalls
type Refusals<C extends 'save' | 'cancel'> = NonNullable<Calls[C]['failures']>[number]
interface Context<F extends string> {
  db: TenantTx
  operator: OperatorSession
  audit: (entry: Audit) => void
  fail: Fail<F>
}

/** What the log of operations says of a policy. */
const record = ({ driverNo, product, insurer, policyNo, from, until, coverageFen, premiumFen, payer, cancelReason }: InsuranceRow) => ({
  ...{ driverNo, product, insurer, policyNo, from, until, coverageFen, premiumFen, payer },
  ...(cancelReason !== '' && { cancelReason }),
})

/** One that was not cancelled, as it was seen, held until the write is done. */
async function seen(
  { insuranceId, version }: { insuranceId: string; version: number | undefined },
  { db, operator, fail }: Context<Refusals<'cancel'>>,
): Promise<PolicyDb> {
  const known = (await lockPolicy(db, insuranceId)) ?? fail('driverInsurance.notFound')
  if (known.version !== version) return fail('driverInsurance.versionConflict', { current: policyView(known, operator) })
  if (known.cancelled_at) return fail('driverInsurance.cancelled')
  return known
}

/** A new policy of a driver, or one that is there as it ought to read. */
export async function savePolicy(
  { insuranceId, version, driverNo, from, until, ...rest }: ParsedInputOf<Calls['save']>,
  context: Context<Refusals<'save'>>,
): Promise<InsuranceRow> {
  const { db, operator, audit, fail } = context
  const policy = { ...rest, from: new Date(from), until: new Date(until) }
  if (!isPeriod(policy)) return fail('driverInsurance.periodInvalid')
  const known = insuranceId ? await seen({ insuranceId, version }, context) : null
  const driver = known ?? (await driversByNo(db, [driverNo]))[0] ?? fail('driverInsurance.driverUnknown')
  const driverId = driver.driver_id
  await holdPolicies(db, driverId)
  const there = await overlapping(db, driverId, policy, insuranceId ?? null)
  if (there)
    return fail('driverInsurance.overlap', {
      ...{ insuranceId: there.insurance_id, policyNo: there.policy_no },
      ...{ from: there.valid_from.toISOString(), until: there.valid_until.toISOString() },
    })
  if (insuranceId) await changePolicy(db, insuranceId, policy, operator.realName)
  const id = insuranceId ?? (await insertPolicy(db, { tenantId: operator.tenantId, driverId, policy }, operator))
  const saved = policyView((await listedPolicy(db, id))!, operator)
  audit({ object: 'driverInsurance', objectId: id, ...(known && { before: record(policyView(known, operator)) }), after: record(saved) })
  return saved
}

/** It covers nobody from now on. */
export async function endPolicy(
  { insuranceId, version, reason }: ParsedInputOf<Calls['cancel']>,
  context: Context<Refusals<'cancel'>>,
): Promise<InsuranceRow> {
  const { db, operator, audit } = context
  const known = await seen({ insuranceId, version }, context)
  await cancelPolicy(db, insuranceId, reason, operator.realName)
  const saved = policyView((await listedPolicy(db, insuranceId))!, operator)
  audit({ object: 'driverInsurance', objectId: insuranceId, before: record(policyView(known, operator)), after: record(saved) })
  return saved
}
