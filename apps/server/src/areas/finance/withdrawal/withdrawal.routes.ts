import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import { checkBeforePayout } from '#areas/qualification/check'
import { effectsOf } from '#areas/driver/standing'
import { implement } from '#platform/http/implement'
import { withdrawalList, withdrawalView, walletEntryList } from './withdrawal.list.ts'
import { type AccountRow, accountsOf, balancesOf } from './withdrawal.queries.ts'
import { withdrawalTerms } from './terms.setting.ts'
import { termsAtLevel, type Terms, usableAt, withdrawableFen } from './withdrawal.rules.ts'
import { applyForWithdrawal, cancelWithdrawal, changedAt, saveAccount } from './withdrawal.service.ts'

const accountView = (row: AccountRow, terms: Terms) => ({
  way: row.way,
  holderName: row.holder_name,
  bankName: row.bank_name,
  numberMasked: row.number_masked,
  changedAt: row.changed_at.toISOString(),
  usableAt: new Date(Math.max(row.changed_at.getTime(), usableAt(changedAt(row), terms))).toISOString(),
})
export const withdrawalRoutes = implement(
  'withdrawal',
  withdrawalCalls,
)({
  wallet: async ({ db, driver }) => {
    const [ofCity, { freeWithdrawals }, balances, accounts] = await Promise.all([
      withdrawalTerms.contentFor(db, driver.cityId),
      effectsOf(db, driver.driverId),
      balancesOf(db, driver.driverId),
      accountsOf(db, driver.driverId),
    ])
    const terms = termsAtLevel(ofCity, freeWithdrawals)
    return {
      ...balances,
      withdrawableFen: withdrawableFen(balances.availableFen, terms),
      terms: { ...terms, ways: [...terms.ways] },
      accounts: accounts.map((row) => accountView(row, terms)),
    }
  },
  walletEntries: walletEntryList.page,
  saveAccount: async ({ input, db, driver, platform, audit, fail }) => {
    const saved = await saveAccount(db, driver, platform.vault, { ...input, bankName: input.bankName ?? '' }, null, fail)
    audit({ object: 'driver', objectId: driver.driverId, after: { way: saved.way, numberMasked: saved.number_masked } })
    return accountView(saved, await withdrawalTerms.contentFor(db, driver.cityId))
  },
  withdrawals: withdrawalList.page,
  apply: async ({ input, db, driver, platform, request, audit, fail }) => {
    await checkBeforePayout(platform, driver, fail)
    const applied = await applyForWithdrawal(db, { driver, requestId: request.id, fail }, input)
    audit({ object: 'withdrawal', objectId: applied.withdrawal_id, after: { applyFen: applied.apply_fen, state: applied.state } })
    return withdrawalView(applied, request.english)
  },
  cancel: async ({ input, db, driver, request, audit, fail }) => {
    const cancelled = await cancelWithdrawal(db, { driver, requestId: request.id, fail }, input.id)
    audit({ object: 'withdrawal', objectId: input.id, after: { state: cancelled.state } })
    return withdrawalView(cancelled, request.english)
  },
})
