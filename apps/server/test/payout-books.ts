import { expect } from 'vitest'
import type { Channel } from './harness/wechat-channel.ts'
import type { World } from './world.ts'

export interface ComparedPayment {
  withdrawalId: string
  outNo: string
  state: string
  /** Of the withdrawal. */
  withdrawal: number
  amountFen: number
}

/** Every payment as we have it, after the channel's own book was laid beside it, and the ledger beside both. */
export async function compareBooks(world: World, channel: Channel): Promise<ComparedPayment[]> {
  const { rows: all } = await world.owner.query<ComparedPayment>(
    `select a.withdrawal_id as "withdrawalId", a.out_no as "outNo", a.state, a.amount_fen as "amountFen", w.state as withdrawal
       from payout_attempts a join withdrawals w using (tenant_id, withdrawal_id) where a.channel = 'WECHAT'`,
  )
  const left = new Map<string, number>()
  for (const { voucherNo, kind, amountFen } of channel.book.flows)
    if (kind === '商家转账') left.set(voucherNo, (left.get(voucherNo) ?? 0) + amountFen)
  const twice = all.filter(({ outNo, amountFen }) => (left.get(outNo) ?? amountFen) !== amountFen)
  const moreThanOne = [...Map.groupBy(all, ({ withdrawalId }) => withdrawalId).values()].filter(
    (attempts) => attempts.filter(({ outNo }) => left.has(outNo)).length > 1,
  )
  const unlike = all.filter(({ outNo, state }) => {
    const there = channel.book.bills.get(outNo)?.state
    if (state === 'PAID') return there !== 'SUCCESS'
    return state === 'FAILED' && there !== 'FAIL' && there !== 'CANCELLED' && there !== undefined
  })
  const foreign = [...left.keys()].filter((voucherNo) => !all.some(({ outNo }) => outNo === voucherNo))
  const { rows } = await world.owner.query<{ fen: number }>(
    `select coalesce(sum(case l.side when 'C' then l.amount_fen else -l.amount_fen end), 0)::int as fen from ledger_entries e
       join ledger_lines l using (tenant_id, entry_id) join ledger_accounts a using (tenant_id, account_id)
       where e.business_type = 'WITHDRAWAL' and a.kind = 'CASH_WX'`,
  )
  const paidFen = all.filter(({ state }) => state === 'PAID').reduce((sum, { amountFen }) => sum + amountFen, 0)
  expect({ twice, moreThanOne, unlike, foreign, cashFen: rows[0]!.fen }).toEqual({
    twice: [],
    moreThanOne: [],
    unlike: [],
    foreign: [],
    cashFen: paidFen,
  })
  return all
}
