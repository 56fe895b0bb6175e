import { menderOf } from '@chauffeur/contract/finance/payout-codes'
import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { expect, test } from 'vitest'
import { deltaOf, entryProblem, type Line } from '../ledger/index.ts'
import {
  ACCEPT_LAG_MS,
  type AttemptFacts,
  bankCodeOf,
  believed,
  eventOf,
  failedLines,
  firstStep,
  mayBePaidAgain,
  outNoOf,
  paidLines,
  returnedLines,
  sentLines,
  stateAfter,
  waitS,
  whenNotFound,
} from './payout.rules.ts'

const sums = { driverId: '7', applyFen: 10_000, feeFen: 100, taxFen: 300 }
const balances = (...entries: Line[][]) => {
  const all: Record<string, number> = {}
  for (const line of entries.flat()) all[line.account.kind] = (all[line.account.kind] ?? 0) + deltaOf(line)
  return all
}

test('every posting of a payout is balanced, with and without fee and tax', () => {
  for (const of of [sums, { ...sums, feeFen: 0, taxFen: 0 }])
    for (const lines of [sentLines(of), paidLines(of, 'WECHAT'), failedLines(of), returnedLines(of, 'BANK')])
      expect(entryProblem(lines)).toBeNull()
})

test('sent and paid, the held sum is gone: net from the channel’s cash, fee earned, tax owed', () => {
  expect(balances(sentLines(sums), paidLines(sums, 'WECHAT'))).toEqual({
    DRIVER_FROZEN: -10_000,
    PAYOUT_IN_TRANSIT: 0,
    REVENUE: 100,
    TAX_PAYABLE: 300,
    CASH_WX: -9_600,
  })
})

test('sent and failed, everything is as it was', () => {
  expect(Object.values(balances(sentLines(sums), failedLines(sums))).every((fen) => fen === 0)).toBe(true)
})

test('what the bank sends back is the driver’s again with the tax that was withheld, without the fee', () => {
  expect(balances(sentLines(sums), paidLines(sums, 'BANK'), returnedLines(sums, 'BANK'))).toEqual({
    DRIVER_FROZEN: -10_000,
    PAYOUT_IN_TRANSIT: 0,
    REVENUE: 100,
    TAX_PAYABLE: 0,
    CASH_BANK: 0,
    DRIVER_AVAILABLE: 9_900,
  })
})

const attempt = (of: Partial<AttemptFacts>): AttemptFacts => ({
  state: 'CHOSEN',
  sends: 0,
  requestedAt: null,
  chosenAt: 0,
  channelNo: null,
  confirmable: false,
  code: '',
  ...of,
})

test('what was handed over once is asked about before anything else', () => {
  expect(firstStep(attempt({}))).toBe('SEND')
  expect(firstStep(attempt({ sends: 1, requestedAt: 0 }))).toBe('QUERY')
})

test('a payment that the channel does not know is handed over again only after it has had time to, and never once it was accepted', () => {
  const sent = attempt({ state: 'UNKNOWN', sends: 1, requestedAt: 1_000 })
  expect(whenNotFound(sent, 1_000 + ACCEPT_LAG_MS - 1)).toBe('WAIT')
  expect(whenNotFound(sent, 1_000 + ACCEPT_LAG_MS)).toBe('SEND_AGAIN')
  expect(whenNotFound({ ...sent, channelNo: '42' }, 1_000 + 100 * ACCEPT_LAG_MS)).toBe('WAIT')
  expect(whenNotFound({ ...sent, state: 'WAIT_CONFIRM' }, 1_000 + 100 * ACCEPT_LAG_MS)).toBe('WAIT')
})

test('one request too many in its second was not taken: it goes again as soon as it is not found', () => {
  const many = attempt({ state: 'UNKNOWN', sends: 1, requestedAt: 1_000, code: 'FREQUENCY_LIMITED' })
  expect(whenNotFound(many, 1_001)).toBe('SEND_AGAIN')
  expect(whenNotFound({ ...many, channelNo: '42' }, 1_001)).toBe('WAIT')
})

test('what is refused for good, or for a day, and is not there is given up; it may be paid again under another number', () => {
  const sent = attempt({ state: 'UNKNOWN', sends: 1, requestedAt: 0, code: 'PARAM_ERROR' })
  expect(whenNotFound(sent, ACCEPT_LAG_MS - 1)).toBe('WAIT')
  expect(whenNotFound(sent, ACCEPT_LAG_MS)).toBe('GIVE_UP')
  const poor = { ...sent, code: 'NOT_ENOUGH' }
  expect(whenNotFound(poor, ACCEPT_LAG_MS)).toBe('SEND_AGAIN')
  expect(whenNotFound(poor, 86_400_000)).toBe('GIVE_UP')
  expect(whenNotFound({ ...poor, code: '' }, 10 * 86_400_000)).toBe('SEND_AGAIN')
  expect(whenNotFound({ ...sent, code: 'AMOUNT_DIFFERS' }, 10 * 86_400_000)).toBe('WAIT')
  const failed = { ...sent, state: 'FAILED' as const }
  expect(mayBePaidAgain(failed, 'NOT_FOUND')).toBe(true)
  expect(mayBePaidAgain({ ...failed, channelNo: '42' }, 'NOT_FOUND')).toBe(false)
  expect(mayBePaidAgain(failed, { state: 'UNKNOWN' })).toBe(false)
  expect(mayBePaidAgain(failed, { state: 'PAID', channelNo: '42', paidAt: new Date(0) })).toBe(false)
})

test('an outcome of another sum is none', () => {
  const paid = { state: 'PAID', channelNo: '42', paidAt: new Date(0) } as const
  expect(believed(100, paid)).toBe(paid)
  expect(believed(100, { ...paid, amountFen: 100 })).toMatchObject({ state: 'PAID' })
  expect(believed(100, { ...paid, amountFen: 101 })).toEqual({ state: 'UNKNOWN', refusal: 'AMOUNT_DIFFERS' })
  expect(stateAfter('WAIT_CONFIRM', believed(100, { ...paid, amountFen: 101 }))).toBe('UNKNOWN')
})

test('without an answer it is unknown, with one it is under way or over', () => {
  const accepted = { state: 'ACCEPTED', channelNo: null } as const
  expect(eventOf(S.paying, { state: 'UNKNOWN' })).toBe('noAnswer')
  expect(eventOf(S.unknown, { state: 'UNKNOWN' })).toBeNull()
  expect(eventOf(S.unknown, accepted)).toBe('underWay')
  expect(eventOf(S.paying, accepted)).toBeNull()
  expect(eventOf(S.unknown, { state: 'PAID', channelNo: '1', paidAt: new Date(0) })).toBe('settle')
  expect(eventOf(S.unknown, { state: 'FAILED', code: 'ACCOUNT_FROZEN', final: true })).toBe('fail')
})

test('a channel that is silent does not take back that it has accepted', () => {
  expect(stateAfter('CHOSEN', { state: 'UNKNOWN' })).toBe('UNKNOWN')
  expect(stateAfter('ACCEPTED', { state: 'UNKNOWN' })).toBe('ACCEPTED')
  expect(stateAfter('WAIT_CONFIRM', { state: 'UNKNOWN' })).toBe('WAIT_CONFIRM')
  expect(stateAfter('UNKNOWN', { state: 'PROCESSING', channelNo: '1' })).toBe('PROCESSING')
})

test('it is asked ever more seldom, and every minute while the driver may confirm', () => {
  const silent = { state: 'UNKNOWN' } as const
  expect([0, 1, 2].map((queries) => waitS(queries, silent))).toEqual([10, 20, 40])
  expect(waitS(500, silent)).toBe(900)
  expect(waitS(500, { state: 'WAIT_CONFIRM' })).toBe(60)
})

test('numbers of attempts are letters and digits, and fit what channels take', () => {
  expect(outNoOf('W2611240001001', 2, '0f3a9c11be42')).toBe('W2611240001001A20f3a9c11be42')
  expect(outNoOf('W26112400010010000', 12, '0f3a9c11be42')).toMatch(/^[A-Za-z0-9]{8,32}$/)
})

test.each([
  ['账号户名不符', 'BANK_CARD_CARD_INFO_WRONG', 'DRIVER'],
  ['收款人账户不存在', 'BANK_CARD_CARD_INFO_WRONG', 'DRIVER'],
  ['账户已销户', 'BANK_CARD_ACCOUNT_ABNORMAL', 'DRIVER'],
  ['该账户状态异常', 'BANK_CARD_ACCOUNT_ABNORMAL', 'DRIVER'],
  ['开户行行号有误', 'BANK_CARD_BANK_INFO_WRONG', 'DRIVER'],
  ['付款账户余额不足', 'PAYER_SHORT', 'US'],
  ['收款账户为二类户，超过日累计限额', 'BANK_CARD_COLLECTIONS_ABOVE_QUOTA', 'DRIVER'],
  ['其他', 'BANK_REFUSED', 'DRIVER'],
  ['', 'BANK_REFUSED', 'DRIVER'],
])('a bank that says “%s” is understood as %s, for %s to mend', (why, code, mender) => {
  expect(bankCodeOf(why)).toBe(code)
  expect(menderOf(code)).toBe(mender)
})
