import { payoutCodes } from '@chauffeur/contract/finance/payout-codes'
import { WITHDRAWAL_STATE as S, type WithdrawalState } from '@chauffeur/contract/finance/withdrawal'
import type { FinanceWithdrawal } from '@chauffeur/contract/finance/withdrawal-review'
import { describe, expect, test } from 'vitest'
import { RefusalError } from '#platform/http/call.ts'
import {
  accountWords,
  blockerWords,
  checkedWords,
  doneWords,
  failureWords,
  flagLines,
  refusedWords,
  type Rights,
  standsWords,
  whyNot,
} from './review.view.ts'

const CREATED = '2026-11-20T01:00:00.000Z'
const AUDITED = '2026-11-20T02:00:00.000Z'
const row: FinanceWithdrawal = {
  withdrawalId: '1',
  withdrawNo: 'W1',
  driverId: '1',
  driverNo: 'D1',
  driverName: '王师傅',
  orgId: null,
  orgName: '',
  cityId: '1',
  cityName: '杭州',
  way: 'BANK',
  applyFen: 3_000,
  feeFen: 0,
  taxFen: 0,
  netFen: 3_000,
  state: S.applied,
  failCode: '',
  riskFlags: [],
  ownAccount: false,
  needsSecond: false,
  audited: null,
  secondAudited: null,
  createdAt: CREATED,
  waitsSince: CREATED,
  overdueAt: null,
  paidAt: null,
  version: 1,
  account: { holderName: '王师傅', bankName: '工商银行', branch: '', numberMasked: '****0000' },
  attempt: 0,
  outNo: '',
  channel: null,
  channelNo: null,
  paidByName: '',
  allowedActions: [],
}
const audited = { name: '李审', at: AUDITED }
const everything = { mayAudit: true, maySecondAudit: true, mayPay: true } as Rights
const nothing = { mayAudit: false, maySecondAudit: false, mayPay: false } as Rights

test('an account of WeChat is called so whatever the app of its driver wrote', () => {
  expect(accountWords(row, { ...row.account, branch: '城西支行' })).toBe('工商银行 城西支行 ****0000')
  expect(accountWords({ way: 'WX_SINGLE' }, { bankName: '零钱', numberMasked: '****mo45' })).toBe('微信 ****mo45')
})
test('what is being paid waits for the word of its own channel', () => {
  const waits = (channel: FinanceWithdrawal['channel']) => standsWords({ ...row, state: S.paying, channel })
  expect(waits('WECHAT')).toBe('已提交渠道，等待结果')
  expect(waits('BANK')).toBe('由银行代发，导入银行结果后更新')
  expect(waits('BY_HAND')).toBe('等待线下付款，登记凭证并由另一人确认后到账')
})

test('a list shows the gravest risk in short words, with the next one or how many more', () => {
  expect(flagLines({ riskFlags: [] })).toEqual(['', ''])
  expect(flagLines({ riskFlags: ['CARD_UNCHECKED'] })).toEqual(['账户待核对', ''])
  expect(flagLines({ riskFlags: ['CARD_UNCHECKED', 'FIRST_WITHDRAWAL'] })).toEqual(['账户待核对', '首次提现'])
  expect(flagLines({ riskFlags: ['CARD_UNCHECKED', 'HOLDER_DIFFERS', 'FIRST_WITHDRAWAL'] })).toEqual(['账户待核对', '另有 2 项'])
})

describe('why a payment failed', () => {
  test('is said in words, with who can mend it and how, for every code that is known', () => {
    for (const code of Object.keys(payoutCodes)) {
      const { what, who, hint } = failureWords(code)
      expect(what, code).toMatch(/[\u4e00-\u9fff]/)
      expect(who, code).not.toBe('')
      expect(hint, code).not.toBe('')
    }
    expect(failureWords('NAME_NOT_CORRECT')).toMatchObject({ what: '收款人姓名与账户实名不一致', who: '司机处理' })
  })
  test('names no channel where nobody but us said that it was not paid', () => {
    expect(failureWords('TRANSFER_RISK').said).toBe('渠道答复：该笔转账被微信支付风控拦截（TRANSFER_RISK）')
    expect(failureWords('NOT_PAID')).toMatchObject({ said: '线下未支付', hint: '重新打款，或退回司机钱包' })
  })
  test('stands for itself where the code is new', () => {
    expect(failureWords('BRAND_NEW').what).toBe('BRAND_NEW')
  })
})

test('who is to do what is said in each state, and nothing where the state says it', () => {
  expect(standsWords(row)).toBe('')
  expect(standsWords({ ...row, needsSecond: true })).toBe('大额，须两人先后审核')
  expect(standsWords({ ...row, needsSecond: true, audited })).toBe('李审 已初审，等待另一人复核')
  expect(standsWords({ ...row, needsSecond: true, audited: { name: '', at: AUDITED } })).toBe('系统 已初审，等待另一人复核')
  expect(standsWords({ ...row, state: S.unknown })).toContain('查清之前不会再付')
  expect(standsWords({ ...row, state: S.failed, failCode: 'TRANSFER_RISK' })).toBe(failureWords('TRANSFER_RISK').hint)
  expect(standsWords({ ...row, state: S.paid })).toBe('')
  for (const state of [S.rejected, S.refunded, S.cancelled]) expect(standsWords({ ...row, state })).toBe('金额已回到司机钱包')
})

describe('why somebody cannot take the next step', () => {
  test('is not said before their rights are known, nor where they can', () => {
    expect(whyNot(row, undefined)).toBe('')
    expect(whyNot({ ...row, allowedActions: ['APPROVE'] }, everything)).toBe('')
    expect(whyNot({ ...row, state: S.approved, allowedActions: ['PAY'] }, everything)).toBe('')
    expect(whyNot({ ...row, state: S.failed, allowedActions: ['RETRY'] }, everything)).toBe('')
    expect(whyNot({ ...row, state: S.paying }, nothing)).toBe('')
  })
  test('is a missing right, or that the step is for another person', () => {
    expect(whyNot(row, nothing)).toBe('您没有审核权限')
    const half = { ...row, needsSecond: true, audited }
    expect(whyNot(half, everything)).toBe('您已初审，复核须由另一位同事完成')
    expect(whyNot(half, { ...everything, maySecondAudit: false })).toContain('复核大额提现')
    const approved = { ...row, state: S.approved as WithdrawalState }
    expect(whyNot(approved, everything)).toBe('您审核过这笔，打款须由另一位同事完成')
    expect(whyNot(approved, nothing)).toBe('您没有打款权限')
    const failed = { ...row, state: S.failed as WithdrawalState }
    expect(whyNot(failed, everything)).toBe('您审核过这笔，重新打款须由另一位同事完成')
    expect(whyNot(failed, nothing)).toBe('您没有打款权限')
    expect(whyNot({ ...row, ownAccount: true }, everything)).toContain('收款账户由您修改')
    expect(whyNot({ ...approved, ownAccount: true }, everything)).toContain('或由其打款')
    expect(whyNot({ ...failed, ownAccount: true }, everything)).toContain('或由其打款')
  })
})

test('what was done is said with what comes next', () => {
  expect(doneWords('APPROVE', { ...row, state: S.approved })).toBe('W1 已通过，等待另一位同事打款')
  expect(doneWords('APPROVE', { ...row, state: S.auditing, needsSecond: true })).toBe('W1 初审已通过，等待另一人复核')
  expect(doneWords('PAY', row)).toBe('W1 已提交渠道，到账以渠道结果为准')
  expect(doneWords('GIVE_BACK', row)).toBe('W1 已退回司机钱包')
})

describe('what the channel answered', () => {
  type Answer = Parameters<typeof checkedWords>[0]
  const answer: Answer = { channelState: 'PAID', code: '', changed: false, disagrees: false, state: S.paid } as Answer
  const said = (more: Partial<Answer>) => checkedWords({ ...answer, ...more })
  test('is said, with what it changed here', () => {
    expect(said({})).toBe('渠道：已到账')
    expect(said({ changed: true })).toBe('渠道：已到账，这里已更新为“已到账”')
    expect(said({ channelState: 'FAILED', code: 'ACCOUNT_FROZEN' })).toBe(`渠道：已失败：${failureWords('ACCOUNT_FROZEN').what}`)
  })
  test('pays nothing where it is not what stands here', () => {
    expect(said({ disagrees: true })).toBe('渠道：已到账，与这里不一致：交由对账处理，不会再付')
  })
})

test('who came second is told how it stands now', () => {
  const refusal = new RefusalError(409641, 'withdrawalReview.otherState', '该提现的状态已变化', { state: S.paying })
  expect(refusedWords(refusal)).toBe('已被他人处理，现为“打款中”；本次没有做任何改动')
})

test('who has had enough for today is told with the sums', () => {
  const refusal = new RefusalError(409667, 'payout.personDayFull', '', { receivedFen: 120_000, personDayFen: 150_000 })
  expect(refusedWords(refusal)).toContain('¥1,200.00，每人每日限额 ¥1,500.00')
})

test('what stands in the way of paying is named, with the sums', () => {
  const check = { perPersonTodayFen: 120_000, perPersonLimitFen: 100_000 } as Parameters<typeof blockerWords>[1]
  expect(blockerWords('PERSON_LIMIT', check)).toBe('有司机当日收款 ¥1,200.00，超过限额 ¥1,000.00')
  expect(blockerWords('BALANCE', check)).toBe('渠道余额不足')
})
