import { WITHDRAWAL_STATE as S, type WithdrawalState } from '@chauffeur/contract/finance/withdrawal'
import { expect, test } from 'vitest'
import { allowedActions, approvalBy, approvesItself, type RiskFacts, riskFlagsOf, waiting } from './review.rules.ts'

const DAY_MS = 86_400_000
const now = Date.parse('2026-11-24T02:00:00Z')
const facts: RiskFacts = {
  applyFen: 10_000,
  createdAt: now,
  accountChangedAt: null,
  accountDiffers: false,
  openReviews: 0,
  availableFen: 5_000,
  walletFrozen: false,
  accountBy: null,
  holderDiffers: false,
  paidThere: false,
  paidFen: [9_000, 10_000, 11_000],
}
const terms = { autoApproveBelowFen: 20_000, secondReviewFromFen: 200_000 }
const who = (userId: string, ...authorities: string[]) => ({ userId, authorities: new Set(authorities) })
const reviewer = who('1', 'withdrawal.audit')
const second = who('2', 'withdrawal.audit', 'withdrawal.secondAudit')
const payer = who('3', 'withdrawal.pay')

test('an ordinary withdrawal raises nothing', () => expect(riskFlagsOf(facts)).toEqual([]))

test('each risk is named', () => {
  expect(riskFlagsOf({ ...facts, accountChangedAt: now - 6 * DAY_MS })).toEqual(['CARD_CHANGED'])
  expect(riskFlagsOf({ ...facts, accountChangedAt: now - 8 * DAY_MS })).toEqual([])
  expect(riskFlagsOf({ ...facts, accountDiffers: true })).toEqual(['CARD_DIFFERS'])
  expect(riskFlagsOf({ ...facts, accountBy: '7' })).toEqual(['CARD_UNCHECKED'])
  expect(riskFlagsOf({ ...facts, holderDiffers: true })).toEqual(['HOLDER_DIFFERS'])
  expect(riskFlagsOf({ ...facts, paidThere: true })).toEqual(['PAID_THERE'])
  expect(riskFlagsOf({ ...facts, openReviews: 1 })).toEqual(['REVIEW_OPEN'])
  expect(riskFlagsOf({ ...facts, availableFen: -1 })).toEqual(['NEGATIVE_BALANCE'])
  expect(riskFlagsOf({ ...facts, walletFrozen: true })).toEqual(['WALLET_FROZEN'])
  expect(riskFlagsOf({ ...facts, applyFen: 30_000 })).toEqual([])
  expect(riskFlagsOf({ ...facts, applyFen: 30_001 })).toEqual(['UNUSUAL_SUM'])
  expect(riskFlagsOf({ ...facts, paidFen: [] })).toEqual(['FIRST_WITHDRAWAL'])
})

test('the system approves small sums without a risk, and none where it was not told to', () => {
  expect(approvesItself(19_999, [], terms)).toBe(true)
  expect(approvesItself(20_000, [], terms)).toBe(false)
  expect(approvesItself(100, ['CARD_CHANGED'], terms)).toBe(false)
  expect(approvesItself(100, [], { ...terms, autoApproveBelowFen: 0 })).toBe(false)
  expect(approvesItself(100, [], { autoApproveBelowFen: 1_000, secondReviewFromFen: 100 })).toBe(false)
})

const open = { state: S.auditing, applyFen: 10_000, auditedBy: null }
test('a large sum needs two people, the second with an authority of their own', () => {
  const large = { ...open, applyFen: 200_000 }
  expect(approvalBy(open, reviewer, terms)).toBe('LAST')
  expect(approvalBy(large, reviewer, terms)).toBe('FIRST')
  expect(approvalBy({ ...large, auditedBy: '1' }, reviewer, terms)).toBe('SAME_REVIEWER')
  expect(approvalBy({ ...large, auditedBy: '9' }, reviewer, terms)).toBe('NOT_ALLOWED')
  expect(approvalBy({ ...large, auditedBy: '1' }, second, terms)).toBe('LAST')
  expect(approvalBy(large, { ...second, userId: '1' }, { ...terms, secondReviewFromFen: 0 })).toBe('LAST')
})

test('who approved does not pay, and nobody does what the state does not allow', () => {
  const approved = { state: S.approved, applyFen: 10_000, auditedBy: '1', secondAuditedBy: null, accountBy: null }
  expect(allowedActions(approved, payer, terms)).toEqual(['PAY'])
  expect(allowedActions(approved, who('1', 'withdrawal.audit', 'withdrawal.pay'), terms)).toEqual([])
  expect(allowedActions({ ...approved, state: S.failed }, payer, terms)).toEqual(['RETRY', 'GIVE_BACK'])
  expect(allowedActions({ ...approved, state: S.paying }, payer, terms)).toEqual([])
  expect(allowedActions({ ...approved, state: S.unknown }, payer, terms)).toEqual([])
  expect(allowedActions({ ...approved, state: S.applied, auditedBy: null }, reviewer, terms)).toEqual(['OPEN', 'APPROVE', 'REJECT'])
})

test('who gave the account neither approves nor pays what goes there', () => {
  const row = { state: S.applied, applyFen: 10_000, auditedBy: null, secondAuditedBy: null, accountBy: '3' }
  const both = who('3', 'withdrawal.audit', 'withdrawal.pay')
  expect(allowedActions(row, both, terms)).toEqual(['OPEN', 'REJECT'])
  expect(allowedActions({ ...row, state: S.approved, auditedBy: '1' }, both, terms)).toEqual([])
  expect(allowedActions({ ...row, state: S.failed, auditedBy: '1' }, both, terms)).toEqual(['GIVE_BACK'])
  expect(allowedActions({ ...row, state: S.approved, auditedBy: '1', accountBy: '4' }, both, terms)).toEqual(['PAY'])
})

test('what waits is overdue after the hours of the terms, counted from the approval where that was given; what is over waits for nobody', () => {
  const [createdAt, approvedAt] = [new Date(now), new Date(now + DAY_MS)]
  const of = (state: WithdrawalState) => waiting({ state, createdAt, approvedAt }, { overdueHours: 6 })
  expect(of(S.applied)).toEqual({ since: createdAt, overdueAt: new Date(now + DAY_MS / 4) })
  expect(of(S.approved)).toEqual({ since: approvedAt, overdueAt: new Date(now + 1.25 * DAY_MS) })
  expect(of(S.unknown)?.since).toEqual(createdAt)
  for (const over of [S.paid, S.rejected, S.refunded, S.cancelled]) expect(of(over)).toBeNull()
})
