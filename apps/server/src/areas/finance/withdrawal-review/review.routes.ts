import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { payingWithdrawalStates, WITHDRAWAL_STATE as S, type WithdrawalState } from '@chauffeur/contract/finance/withdrawal'
import {
  askNow,
  type AttemptRow,
  attemptsOf,
  channelOf,
  factsOf,
  findAttempt,
  hadItPaid,
  hear,
  mayBePaidAgain,
  payAgain,
  type PayoutOutcome,
  payoutWays,
  queryNow,
  receivedToday,
  vouchersOf,
} from '../payout/index.ts'
import {
  accountContext,
  type AccountRow,
  accountsOf,
  changedAt,
  saveAccount,
  setChecked,
  usableAt,
  type WithdrawalRow,
  withdrawals,
  withdrawalTerms,
} from '../withdrawal/index.ts'
import { cityNames } from '#areas/operations/city'
import { whole } from '#platform/database/whole-tenant'
import { isOutsider, wholeTenant } from '#platform/database/scope'
import { implement, type Platform } from '#platform/http/implement'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { bulkReview, bulkTitle } from './bulk-review.job.ts'
import { besideOf, financeList, financeView, findNamed, opsList } from './review.list.ts'
import { driverInSight, driverOrgs, eventsOf, findWithdrawal, postingsOf, rowSums, withdrawalsById } from './review.queries.ts'
import { act } from './review.service.ts'

const instantOf = (at: Date | null) => at?.toISOString() ?? null
const attemptView = (row: AttemptRow) => ({
  attempt: row.attempt,
  outNo: row.out_no,
  channel: row.channel,
  amountFen: row.amount_fen,
  state: row.state,
  channelNo: row.channel_no,
  code: row.code,
  said: row.said,
  askedByName: row.asked_by_name,
  sends: row.sends,
  queries: row.queries,
  createdAt: row.created_at.toISOString(),
  requestedAt: instantOf(row.requested_at),
  askedAt: instantOf(row.asked_at),
  nextAt: row.final_at === null ? row.next_at.toISOString() : null,
  confirmUntil: instantOf(row.confirm_until),
  finalAt: instantOf(row.final_at),
})
const voucherView = (
  row: Awaited<ReturnType<typeof vouchersOf>>[number],
  { userId, authorities }: OperatorSession,
  of: WithdrawalRow,
  ownAccount: boolean,
) => ({
  attempt: row.attempt,
  voucherNo: row.voucher_no,
  paidAt: row.paid_at.toISOString(),
  enteredByName: row.entered_by_name,
  enteredAt: row.entered_at.toISOString(),
  confirmedByName: row.confirmed_at && row.confirmed_by_name,
  confirmedAt: instantOf(row.confirmed_at),
  mayConfirm:
    row.confirmed_at === null && row.entered_by !== userId && !hadItPaid(of, userId) && !ownAccount && authorities.has('withdrawal.pay'),
})
const accountView = (row: AccountRow, terms: { accountCoolingHours: number }, { userId, authorities }: OperatorSession) => ({
  way: row.way,
  holderName: row.holder_name,
  bankName: row.bank_name,
  branch: row.branch,
  numberMasked: row.number_masked,
  changedAt: row.changed_at.toISOString(),
  usableAt: new Date(Math.max(row.changed_at.getTime(), usableAt(changedAt(row), terms))).toISOString(),
  enteredByName: row.entered_by_name,
  checked: row.checked_at && { name: row.checked_by_name, at: row.checked_at.toISOString() },
  mayCheck: row.entered_by !== null && row.checked_at === null && row.entered_by !== userId && authorities.has('withdrawal.audit'),
})
/** What a list's input has beside its filters. */
const FIRST = { pageNo: 1, pageSize: 1 }
/** Asked more often than this, the channel is not asked again. */
const ASK_EVERY_MS = 10_000

export const withdrawalReviewRoutes = implement(
  'withdrawal-review',
  withdrawalReviewCalls,
)({
  list: financeList.page,
  listOps: opsList.page,
  counts: async (asked) => {
    const of = (states: readonly WithdrawalState[]) => opsList.count({ ...asked, input: { ...asked.input, ...FIRST, states: [...states] } })
    const [review, pay, onWay, failed] = await Promise.all([
      of([S.applied, S.auditing]),
      of([S.approved]),
      of(payingWithdrawalStates),
      of([S.failed]),
    ])
    return { review, pay, onWay, failed }
  },
  totals: (asked) => opsList.sums({ ...asked, input: { ...asked.input, ...FIRST } }, rowSums),
  life: async ({ input, db, operator, scope, platform, fail }) => {
    const row = (!isOutsider(scope) && (await findNamed(db, input.withdrawalId))) || fail('withdrawalReview.notFound')
    const everything = platform.db.reader(wholeTenant(scope.tenantId))
    const [beside, events, postings, attempts, vouchers] = await Promise.all([
      besideOf([row], everything),
      eventsOf(db, row.withdrawal_id),
      postingsOf(everything, row.withdrawal_id),
      attemptsOf(db, row.withdrawal_id),
      vouchersOf(db, row.withdrawal_id),
    ])
    const withdrawal = financeView(row, beside, operator)
    return {
      ...withdrawal,
      events: events.map((event) => ({
        event: event.event,
        fromState: event.from_state,
        toState: event.to_state,
        actor: event.actor_name,
        reason: event.reason,
        at: event.at.toISOString(),
      })),
      postings: postings.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
      attempts: attempts.map(attemptView),
      vouchers: vouchers.map((voucher) => voucherView(voucher, operator, row, withdrawal.ownAccount)),
      tax: row.tax_basis as { years: { year: number; incomeFen: number; months: number; taxFen: number }[] } | null,
    }
  },
  cities: async ({ db, operator: { authorities } }) => ({
    rows: await cityNames(db),
    mayAudit: authorities.has('withdrawal.audit'),
    maySecondAudit: authorities.has('withdrawal.secondAudit'),
    mayPay: authorities.has('withdrawal.pay'),
    mayCheck: authorities.has('withdrawal.check'),
    mayChangeAccount: authorities.has('withdrawal.changeAccount'),
    seesAccounts: authorities.has('withdrawal.accounts'),
  }),
  organisations: async ({ input, db }) => ({ rows: await driverOrgs(db, input.cityId ?? null) }),
  accounts: async ({ input, db, operator, scope, fail }) => {
    const driver = (!isOutsider(scope) && (await driverInSight(db, input.driverId))) || fail('withdrawalReview.driverNotFound')
    const terms = await withdrawalTerms.contentFor(db, driver.city_id)
    return { rows: (await accountsOf(db, driver.driver_id)).map((row) => accountView(row, terms, operator)) }
  },
  accountNumber: async ({ input, db, scope, platform, audit, fail }) => {
    const row = (!isOutsider(scope) && (await findWithdrawal(db, input.withdrawalId))) || fail('withdrawalReview.notFound')
    audit({ object: 'withdrawal', objectId: row.withdrawal_id, after: { reason: input.reason } })
    const owner = { tenantId: row.tenant_id, driverId: row.driver_id }
    return { accountNo: platform.vault.open(row.account_sealed, accountContext(owner, row.way)) }
  },
  changeAccount: async ({ input, db, operator, scope, platform, audit, fail }) => {
    const driver = (!isOutsider(scope) && (await driverInSight(db, input.driverId))) || fail('withdrawalReview.driverNotFound')
    const before = (await accountsOf(db, driver.driver_id)).find(({ way }) => way === input.way)
    const owner = { tenantId: operator.tenantId, driverId: driver.driver_id }
    const saved = await saveAccount(db, owner, platform.vault, { ...input, bankName: input.bankName ?? '' }, operator, fail)
    audit({
      object: 'driver',
      objectId: driver.driver_id,
      ...(before && { before: { way: before.way, holderName: before.holder_name, numberMasked: before.number_masked } }),
      after: { way: saved.way, holderName: saved.holder_name, numberMasked: saved.number_masked, reason: input.reason },
    })
    return accountView(saved, await withdrawalTerms.contentFor(db, driver.city_id), operator)
  },
  checkAccount: async ({ input, db, operator, scope, audit, fail }) => {
    const { driver_id: driverId, city_id } =
      (!isOutsider(scope) && (await driverInSight(db, input.driverId))) || fail('withdrawalReview.driverNotFound')
    const account = (await accountsOf(db, driverId)).find(({ way }) => way === input.way) ?? fail('withdrawalReview.otherAccount')
    if (account.entered_by === operator.userId) return fail('withdrawalReview.ownAccount')
    const terms = await withdrawalTerms.contentFor(db, city_id)
    const changed = new Date(input.changedAt)
    const isSeen = account.changed_at.getTime() === changed.getTime()
    if (isSeen && account.checked_at !== null) return accountView(account, terms, operator)
    const checked =
      (await setChecked(db, { driverId, way: input.way, changedAt: changed }, operator)) ?? fail('withdrawalReview.otherAccount')
    audit({
      object: 'driver',
      objectId: driverId,
      after: { way: checked.way, checked: checked.number_masked, enteredBy: checked.entered_by_name, reason: input.reason },
    })
    return accountView(checked, terms, operator)
  },
  act: async ({ input, db, operator, scope, platform, request, audit, fail }) => {
    if (isOutsider(scope)) return fail('withdrawalReview.notAllowed')
    const { reason = '', ...asked } = input
    if (input.action === 'GIVE_BACK' && reason && operator.authorities.has('withdrawal.pay')) {
      // Before anything is locked: what failed here may have been paid there. Of a bank and by hand it is our own people who say so.
      const seen = (await findWithdrawal(db, input.withdrawalId)) ?? fail('withdrawalReview.notFound')
      const last = seen.state === S.failed && seen.out_no ? await findAttempt(db, seen.out_no) : undefined
      const said = last?.channel === 'WECHAT' ? await queryNow(platform, last, whole(db)) : null
      if (said && said !== 'NOT_FOUND' && said.state !== 'FAILED')
        return fail('payout.notFailedThere', saidOtherwise(platform, last!, said))
    }
    const done = await act(db, asked, { platform, operator, requestId: request.id, reason, fail })
    audit({
      object: 'withdrawal',
      objectId: done.withdrawal_id,
      before: { state: input.state },
      after: { action: input.action, state: done.state, reason },
    })
    const row = (await findNamed(db, done.withdrawal_id)) ?? fail('withdrawalReview.notFound')
    const { account: _account, ...view } = financeView(row, await besideOf([row], whole(db)), operator)
    return view
  },
  actOnMany: async ({ input, db, operator, scope, platform, request, audit, fail }) => {
    const { action, reason = '', totalFen } = input
    const rows = [...new Map(input.rows.map((row) => [row.withdrawalId, row])).values()]
    const needed = action === 'PAY' ? 'withdrawal.pay' : 'withdrawal.audit'
    const reviews = operator.authorities.has(needed) || (action === 'APPROVE' && operator.authorities.has('withdrawal.secondAudit'))
    if (!reviews || isOutsider(scope)) return fail('withdrawalReview.notAllowed')
    if (action === 'REJECT' && !reason) return fail('withdrawalReview.reasonMissing')
    const seen = await withdrawalsById(
      db,
      rows.map(({ withdrawalId }) => withdrawalId),
    )
    const sumFen = seen.reduce((sum, row) => sum + row.apply_fen, 0)
    if (sumFen !== totalFen) return fail('withdrawalReview.totalDiffers', { totalFen: sumFen })
    const jobId = await platform.jobs.ask(db, bulkReview, {
      operator,
      tenantId: operator.tenantId,
      title: bulkTitle(action, rows.length),
      reason,
      input: { action, rows, reason, requestId: request.id },
      total: rows.length,
    })
    audit({ object: 'withdrawalBulk', objectId: jobId, after: { action, withdrawals: rows.length, totalFen, reason } })
    return { jobId }
  },
  amountCheck: async ({ input, db, operator, scope, platform }) => {
    const rows = isOutsider(scope) ? [] : await withdrawalsById(db, input.withdrawalIds)
    const blockers = new Set<'BALANCE' | 'PERSON_LIMIT' | 'NO_CHANNEL' | 'NOT_APPROVED'>()
    const payable = rows.filter(({ state }) => state === S.approved || state === S.failed)
    if (payable.length < input.withdrawalIds.length) blockers.add('NOT_APPROVED')
    const requiredFen = rows.reduce((sum, row) => sum + row.apply_fen - row.fee_fen - row.tax_fen, 0)
    let operatingBalanceFen: number | null = null
    const ways = await Promise.all(rows.map(async (row) => ({ row, of: await payoutWays.contentFor(db, row.city_id) })))
    const names = new Set(ways.map(({ row, of }) => of.channels[row.way]))
    const limits = ways.map(({ of }) => of.personDayFen).filter((limit) => limit > 0)
    const perPersonLimitFen = limits.length > 0 ? Math.min(...limits) : null
    const everything = platform.db.reader(wholeTenant(operator.tenantId))
    const toDriver = await receivedToday(everything, [...new Set(rows.map(({ driver_id }) => driver_id))])
    for (const row of payable) toDriver.set(row.driver_id, (toDriver.get(row.driver_id) ?? 0) + row.apply_fen - row.fee_fen - row.tax_fen)
    const perPersonTodayFen = Math.max(0, ...toDriver.values())
    if (perPersonLimitFen !== null && perPersonTodayFen > perPersonLimitFen) blockers.add('PERSON_LIMIT')
    for (const name of names) {
      const channel = await channelOf(name, { platform, tenantId: operator.tenantId, db: everything })
      if (!channel) blockers.add('NO_CHANNEL')
      const balance = await channel?.balance?.().catch(() => null)
      if (balance) operatingBalanceFen = (operatingBalanceFen ?? 0) + balance.availableFen
    }
    if (operatingBalanceFen !== null && operatingBalanceFen < requiredFen) blockers.add('BALANCE')
    return {
      operatingBalanceFen,
      requiredFen,
      perPersonTodayFen,
      perPersonLimitFen,
      ok: blockers.size === 0,
      blockers: [...blockers],
    }
  },
  checkResult: async ({ input, db, scope, platform, fail }) => {
    const row = (!isOutsider(scope) && (await findWithdrawal(db, input.withdrawalId))) || fail('withdrawalReview.notFound')
    const attempt = row.out_no ? await findAttempt(db, row.out_no) : undefined
    if (!attempt) return { state: row.state, channelState: 'NONE' as const, code: '', changed: false, disagrees: false }
    const waitMs = attempt.asked_at ? attempt.asked_at.getTime() + ASK_EVERY_MS - Date.now() : 0
    if (waitMs > 0 && attempt.final_at === null) return fail('payout.askedLately', { retryAfterS: Math.ceil(waitMs / 1000) })
    const { said, heard } = await askNow(platform, attempt)
    const channelState = said === 'NOT_FOUND' ? said : said.state
    const state = heard?.withdrawal.state ?? row.state
    return {
      state,
      channelState,
      code: said !== 'NOT_FOUND' && 'code' in said ? said.code : attempt.code,
      changed: heard?.changed ?? false,
      disagrees: disagrees(state, channelState),
    }
  },
  retry: async ({ input, db, operator, scope, platform, request, audit, fail }) => {
    const seen = (!isOutsider(scope) && (await findWithdrawal(db, input.withdrawalId))) || fail('withdrawalReview.notFound')
    const last = (await findAttempt(db, seen.out_no)) ?? fail('payout.notNow')
    if (seen.attempt !== input.attempt) return fail('withdrawalReview.otherState', { state: seen.state, attempt: seen.attempt })
    if (seen.state !== S.failed) return fail('payout.notNow', { state: seen.state })
    // Before anything is locked.
    const said = await queryNow(platform, last, whole(db))
    if (!mayBePaidAgain(factsOf(last), said)) return fail('payout.notFailedThere', saidOtherwise(platform, last, said))
    const row = (await withdrawals.lock(db, input.withdrawalId)) ?? fail('withdrawalReview.notFound')
    if (row.attempt !== input.attempt || row.state !== S.failed) return fail('withdrawalReview.otherState', { state: row.state })
    const by = { platform, actor: operatorActor(operator), requestId: request.id, reason: input.reason, fail }
    const paying = await payAgain(db, row, by)
    audit({
      object: 'withdrawal',
      objectId: row.withdrawal_id,
      before: { state: row.state, attempt: row.attempt },
      after: { state: paying.state, attempt: paying.attempt, outNo: paying.out_no, reason: input.reason },
    })
    return { withdrawalId: paying.withdrawal_id, state: paying.state, attempt: paying.attempt, outNo: paying.out_no }
  },
})

/** What the channel says instead; that it paid is written down, once the refusal has taken back what this call wrote. */
const saidOtherwise = (platform: Platform, of: AttemptRow, said: PayoutOutcome | 'NOT_FOUND') => async () => {
  if (said !== 'NOT_FOUND' && said.state === 'PAID') await hear(platform, of.tenant_id, of.out_no, said)
  return { said: said === 'NOT_FOUND' ? said : said.state }
}

/** What is over here and says otherwise there. */
const disagrees = (state: WithdrawalState, there: string): boolean =>
  (state === S.failed && there === 'PAID') || (state === S.paid && (there === 'FAILED' || there === 'NOT_FOUND'))
