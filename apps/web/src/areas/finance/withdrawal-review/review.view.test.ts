import { WITHDRAWAL_STATE as S, type WithdrawalState } from '@chauffeur/contract/finance/withdrawal'
import type { OpsWithdrawal, WithdrawalAction } from '@chauffeur/contract/finance/withdrawal-review'
import { expect, test } from 'vitest'
import { RefusalError } from '#platform/http/errors.ts'
import { failureWords, isOverdue, refusedWords, type Rights, waitsSince, whyNot } from './review.view.ts'

const everything: Rights = {
  rows: [],
  mayAudit: true,
  maySecondAudit: true,
  mayPay: true,
  mayCheck: true,
  mayChangeAccount: true,
  seesAccounts: true,
}
const at = '2026-11-20T02:00:00.000Z'
const row = (state: WithdrawalState, of: { allowed?: WithdrawalAction[]; audited?: boolean; needsSecond?: boolean } = {}) => ({
  state,
  allowedActions: of.allowed ?? [],
  audited: of.audited ? { name: '周敏', at } : null,
  needsSecond: of.needsSecond ?? false,
})

test('who may not take the next step is told why, and nobody else is told anything', () => {
  expect(whyNot(row(S.applied, { allowed: ['APPROVE'] }), everything)).toBe('')
  expect(whyNot(row(S.auditing, { audited: true, needsSecond: true }), everything)).toBe('您已初审，复核须由另一位同事完成')
  expect(whyNot(row(S.auditing, { audited: true, needsSecond: true }), { ...everything, maySecondAudit: false })).toContain('复核大额提现')
  expect(whyNot(row(S.approved), everything)).toBe('您审核过这笔，打款须由另一位同事完成')
  expect(whyNot(row(S.approved), { ...everything, mayPay: false })).toBe('您没有打款权限')
  expect(whyNot(row(S.paid), everything)).toBe('')
})

test('a day is long for an application, for an approved one since it was approved, and never for what is over', () => {
  const day = 86_400_000
  const of = (state: WithdrawalState) =>
    ({ state, createdAt: at, audited: { name: '周敏', at: '2026-11-21T02:00:00.000Z' }, secondAudited: null }) as OpsWithdrawal
  const dayLater = Date.parse(at) + day + 1
  expect(isOverdue(of(S.applied), dayLater)).toBe(true)
  expect(isOverdue(of(S.approved), dayLater)).toBe(false)
  expect(isOverdue(of(S.approved), dayLater + day)).toBe(true)
  expect(isOverdue(of(S.paid), dayLater + day)).toBe(false)
  expect(waitsSince(of(S.rejected))).toBeNull()
})

test('who comes second is told how the withdrawal stands now, and that nothing was done', () => {
  const second = new RefusalError(409641, 'withdrawalReview.otherState', 'x', { state: S.rejected })
  expect(refusedWords(second)).toBe('已被他人处理，现为“已驳回”；本次没有做任何改动')
  expect(refusedWords(new RefusalError(409652, 'payout.approverPays', '审核人不能打款', null))).toBe('审核人不能打款')
})

test('what a channel says is told with who can mend it; an unknown word stands for itself', () => {
  expect(failureWords('ACCOUNT_NOT_EXIST')).toMatchObject({ what: '收款账户不存在', who: '司机处理' })
  expect(failureWords('TRANSFER_RISK').who).toBe('渠道风控')
  expect(failureWords('NEW_WORD').what).toBe('NEW_WORD')
})
