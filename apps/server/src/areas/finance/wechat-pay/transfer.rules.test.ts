import { expect, test } from 'vitest'
import { menderOf, payoutCodeText, wechatFailCodes } from '@chauffeur/contract/finance/payout-codes'
import { FAIL_REASONS } from '#test/harness/wechat-channel'
import { outcomeOf } from './transfer.rules.ts'

const bill = (state: string, more: object = {}) => ({
  transfer_bill_no: '1330000071100999991182020050700019480001',
  state,
  create_time: new Date('2026-11-22T10:00:00+08:00'),
  update_time: new Date('2026-11-22T10:05:00+08:00'),
  ...more,
})

test('only SUCCESS is paid, only FAIL and CANCELLED have failed, and what is new is unknown', () => {
  const states = [
    'ACCEPTED',
    'PROCESSING',
    'WAIT_USER_CONFIRM',
    'TRANSFERING',
    'SUCCESS',
    'FAIL',
    'CANCELING',
    'CANCELLED',
    'NEW_STATE',
    '',
  ]
  expect(states.map((state) => outcomeOf(bill(state)).state)).toEqual([
    'ACCEPTED',
    'PROCESSING',
    'WAIT_CONFIRM',
    'PROCESSING',
    'PAID',
    'FAILED',
    'PROCESSING',
    'FAILED',
    'UNKNOWN',
    'UNKNOWN',
  ])
})

test('what is to be confirmed says with what and how long; what was paid says when', () => {
  expect(outcomeOf(bill('WAIT_USER_CONFIRM', { package_info: 'affff' }))).toMatchObject({
    confirmPackage: 'affff',
    confirmUntil: new Date('2026-11-23T10:00:00+08:00'),
  })
  expect(outcomeOf(bill('SUCCESS'))).toMatchObject({ paidAt: new Date('2026-11-22T10:05:00+08:00') })
  expect(outcomeOf(bill('FAIL', { fail_reason: 'NAME_NOT_CORRECT' }))).toEqual({ state: 'FAILED', code: 'NAME_NOT_CORRECT', final: true })
})

test('every published reason has its words and somebody who can mend it; one that is not published is shown as it came', () => {
  expect(FAIL_REASONS.filter((code) => !(code in wechatFailCodes))).toEqual([])
  expect(menderOf('NAME_NOT_CORRECT')).toBe('DRIVER')
  expect(menderOf('DAY_RECEIVED_QUOTA_EXCEED')).toBe('LIMITS')
  expect(menderOf('PRODUCT_AUTH_CHECK_FAIL')).toBe('US')
  expect(menderOf('TRANSFER_RISK')).toBe('RISK')
  expect(payoutCodeText('BRAND_NEW', false)).toBe('BRAND_NEW')
})
