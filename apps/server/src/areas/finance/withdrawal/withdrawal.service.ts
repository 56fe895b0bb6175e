import { type WithdrawalWay, WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { effectsOf } from '#areas/driver/standing'
import { post } from '../ledger/index.ts'
import type { TenantTx } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import { driverActor, type DriverSession } from '#platform/identity/session'
import type { Vault } from '#platform/identity/vault'
import {
  type AccountRow,
  accountsOf,
  countSince,
  insertWithdrawal,
  lockApplicant,
  lockAvailable,
  saveAccountRow,
  type WithdrawalRow,
  withdrawals,
} from './withdrawal.queries.ts'
import { type TaxBasis, taxIn, taxOfApplication, taxOfEarnings } from './tax.rules.ts'
import { earningsOf, yearSoFar } from './terms.queries.ts'
import { withdrawalTax, withdrawalTerms } from './terms.setting.ts'
import { type ApplyRefusal, cityDay, feeOf, holdLines, judgeApply, maskedNumber, releaseLines, termsAtLevel } from './withdrawal.rules.ts'

interface DriverRequest<F extends string = never> {
  driver: DriverSession
  requestId: string
  fail: Fail<F>
}
const entryOf = (row: WithdrawalRow, step: string, { driver }: DriverRequest) => ({
  tenantId: row.tenant_id,
  businessType: 'WITHDRAWAL',
  businessId: row.withdrawal_id,
  step,
  actor: { type: 'DRIVER', id: driver.driverId },
  memo: row.withdraw_no,
})
const detailOf = ({ driver, requestId }: DriverRequest) => ({ actor: driverActor(driver), requestId })
/** Where the number of an account is sealed. */
export const accountContext = ({ tenantId, driverId }: Owner, way: WithdrawalWay) => `payout/${tenantId}/${driverId}/${way}`
type Owner = Pick<DriverSession, 'tenantId' | 'driverId'>

/** Applies for a sum: judged by the tenant's terms and frozen in the ledger at once, in one transaction. */
export async function applyForWithdrawal(
  tx: TenantTx,
  by: DriverRequest<ApplyRefusal | 'withdrawal.walletFrozen'>,
  { amountFen, way }: { amountFen: number; way: WithdrawalWay },
): Promise<WithdrawalRow> {
  const { tenantId, driverId } = by.driver
  const applicant = await lockApplicant(tx, driverId)
  if (applicant.wallet_frozen) return by.fail('withdrawal.walletFrozen')
  const { freeWithdrawals } = await effectsOf(tx, driverId)
  const terms = termsAtLevel(await withdrawalTerms.contentFor(tx, applicant.city_id), freeWithdrawals)
  const account = (await accountsOf(tx, driverId)).find((one) => one.way === way)
  const now = applicant.now.getTime()
  const { dayStart, weekStart } = cityDay(now, applicant.utc_offset_minutes)
  const { today, thisWeek } = await countSince(tx, driverId, dayStart, weekStart)
  const refused = judgeApply({
    terms,
    amountFen,
    way,
    availableFen: await lockAvailable(tx, driverId),
    accountChangedAt: account && changedAt(account),
    today,
    thisWeek,
    now,
    utcOffsetMinutes: applicant.utc_offset_minutes,
  })
  if (refused) return by.fail(refused.refusal, refused.detail)
  const feeFen = feeOf(amountFen, thisWeek, terms)
  const taxBasis = await withholding(tx, by.driver, applicant, { amountFen, mostFen: amountFen - feeFen })
  const row = await insertWithdrawal(tx, {
    tenantId,
    driverId,
    orgId: applicant.org_id,
    cityId: applicant.city_id,
    way,
    account: account!,
    applyFen: amountFen,
    feeFen,
    taxBasis,
    taxFen: taxBasis ? taxIn(taxBasis) : 0,
    utcOffsetMinutes: applicant.utc_offset_minutes,
  })
  await withdrawals.record(tx, row, 'apply', null, detailOf(by))
  const posted = await post(tx, entryOf(row, 'APPLIED', by), holdLines(driverId, amountFen))
  return 'refused' in posted ? by.fail('withdrawal.walletFrozen') : row
}

/** What is withheld of an application by the tenant's terms, and of which income; null where nothing is. */
async function withholding(
  tx: TenantTx,
  { driverId }: DriverSession,
  { now, utc_offset_minutes }: { now: Date; utc_offset_minutes: number },
  { amountFen, mostFen }: { amountFen: number; mostFen: number },
): Promise<TaxBasis | null> {
  const terms = await withdrawalTax.contentFor(tx, null)
  if (!terms.withhold) return null
  const year = await yearSoFar(tx, driverId, now, utc_offset_minutes)
  if (terms.taxableOn === 'APPLICATION') return taxOfApplication(amountFen, year, terms, mostFen)
  const earnings = { ...(await earningsOf(tx, driverId, utc_offset_minutes)), present: year, withheldFen: year.withheldFen }
  return taxOfEarnings(amountFen, earnings, terms, mostFen)
}

/** Takes an application back; asked again it changes nothing. */
export async function cancelWithdrawal(
  tx: TenantTx,
  by: DriverRequest<'withdrawal.notFound' | 'withdrawal.tooLate'>,
  withdrawalId: string,
): Promise<WithdrawalRow> {
  const row = await withdrawals.lock(tx, withdrawalId)
  if (row?.driver_id !== by.driver.driverId) return by.fail('withdrawal.notFound')
  if (row.state === S.cancelled) return row
  const cancelled =
    (await withdrawals.move(tx, row, { event: 'cancel', ...detailOf(by) })) ?? by.fail('withdrawal.tooLate', { state: row.state })
  const posted = await post(tx, entryOf(row, 'CANCELLED', by), releaseLines(row.driver_id, row.apply_fen))
  if ('refused' in posted) throw new Error(`The sum of withdrawal ${row.withdraw_no} is not in the frozen balance.`)
  return cancelled
}

/** When the account took another's place; null for the first one a driver gave. */
export const changedAt = (account: AccountRow): number | null => (account.first ? null : account.changed_at.getTime())

/** Keeps the account of one way; the number is sealed and only its end is ever shown. */
export async function saveAccount(
  tx: TenantTx,
  driver: Owner,
  vault: Vault,
  given: { way: WithdrawalWay; holderName: string; bankName: string; branch?: string | undefined; accountNo: string },
  by: { userId: string; realName: string } | null,
  fail: Fail<'withdrawal.wayClosed' | 'withdrawal.walletFrozen'>,
): Promise<AccountRow> {
  const applicant = await lockApplicant(tx, driver.driverId)
  if (applicant.wallet_frozen) return fail('withdrawal.walletFrozen')
  const { ways } = await withdrawalTerms.contentFor(tx, applicant.city_id)
  if (!ways.includes(given.way)) return fail('withdrawal.wayClosed', { ways })
  const context = accountContext(driver, given.way)
  const known = (await accountsOf(tx, driver.driverId)).find(({ way }) => way === given.way)
  const same =
    known !== undefined &&
    known.holder_name === given.holderName &&
    known.bank_name === given.bankName &&
    (given.branch === undefined || known.branch === given.branch) &&
    vault.open(known.number_sealed, context) === given.accountNo
  return saveAccountRow(tx, {
    tenantId: driver.tenantId,
    driverId: driver.driverId,
    ...given,
    branch: given.branch ?? known?.branch ?? '',
    sealed: vault.seal(given.accountNo, context),
    masked: maskedNumber(given.accountNo),
    same,
    by,
  })
}
