import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import sharp from 'sharp'
import { wholeTenant } from '#platform/database/scope'
import type { PayoutChannel, PayoutOrder, PayoutOutcome } from '#areas/finance/payout'
import { post } from '#areas/finance/ledger'
import { as, driverAt, type TestDriver } from './drivers.ts'
import type { World } from './world.ts'

let earned = 0
/** The driver has earned so much; the posting is that of an order paid online. */
export async function earns(world: World, driver: TestDriver, amountFen: number): Promise<void> {
  const entry = {
    tenantId: world.tenantA,
    businessType: 'ORDER',
    businessId: String(900_000 + ++earned),
    step: 'PAID',
    actor: { type: 'TIMER', id: null },
  }
  await world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    post(tx, { ...entry, memo: `D${earned}` }, [
      { account: { ownerType: 'PLATFORM', ownerId: '0', kind: 'CASH_WX' }, side: 'D', amountFen },
      { account: { ownerType: 'DRIVER', ownerId: driver.driverId, kind: 'DRIVER_AVAILABLE' }, side: 'C', amountFen },
    ]),
  )
}

export interface Applied {
  driver: TestDriver
  call: ReturnType<typeof as>
  withdrawalId: string
  withdrawNo: string
}
/** A driver with an account, of a bank or of WeChat, has applied for a sum, and has twice as much. */
export async function applied(world: World, amountFen: number, orgId?: string, openId?: string): Promise<Applied> {
  const driver = await driverAt(world, null, 'OFFLINE', orgId)
  // The account is in their own name.
  await world.owner.query(`update drivers set name = '王师傅' where driver_id = $1`, [driver.driverId])
  await earns(world, driver, amountFen * 2)
  const call = as(world, driver)
  const way = openId ? 'WX_SINGLE' : 'BANK'
  const bank = { bankName: '工商银行', accountNo: '6222020200112233445' }
  await call(withdrawalCalls.saveAccount, { way, holderName: '王师傅', ...(openId ? { accountNo: openId } : bank) })
  const made = await call(withdrawalCalls.apply, { amountFen, way })
  if (made.code !== 0) throw new Error(`not applied: ${made.message}`)
  return { driver, call, ...(made.data as { withdrawalId: string; withdrawNo: string }) }
}

/** Drivers of tests are paid for the first time, a risk that nobody approves without a word. */
export const reasonFor = (action: string, reason = action === 'APPROVE' ? '已电话核实' : undefined) => (reason ? { reason } : {})

/** The statement of the day on which the channel said that it paid is read, and does not show it. */
export const dayRead = (world: World, outNo: string) =>
  world.owner.query(
    `insert into recon_batches (tenant_id, batch_no, kind, channel, merchant_no, bill_date, state, run_no)
     select tenant_id, 'READ' || out_no, 'PAYOUT', channel, coalesce(nullif(merchant_no, ''), '6222'), (paid_there_at at time zone 'Asia/Shanghai')::date, 50, 1
     from payout_attempts where out_no = $1`,
    [outNo],
  )

const jpeg = sharp({ create: { width: 60, height: 40, channels: 3, background: 'white' } })
  .jpeg()
  .toBuffer()
/** Somebody enters that it was paid outside, with the voucher's picture. */
export async function enterVoucher(
  world: World,
  given: { withdrawalId: string; voucherNo: string; paidAt: string; picture?: Buffer },
  as: Parameters<World['send']>[2],
) {
  const { picture = await jpeg, ...fields } = given
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(picture)]), 'v.jpg')
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await world.app.http.inject({
    method: 'POST',
    url: payoutCalls.enterVoucher.path,
    headers: { token: world.people[as as keyof World['people']].token, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json<{ code: number; error?: string }>()
}

/** What goes wrong with one call to the channel. */
export type Fault = 'SILENT_BEFORE' | 'SILENT_AFTER'
/** A channel with a book of its own: by number, what it has taken in and what became of it. */
export function bookOf() {
  const book = new Map<string, { order: PayoutOrder; outcome: PayoutOutcome; sent: number }>()
  const faults: Fault[] = []
  const accepted: PayoutOutcome = { state: 'PROCESSING', channelNo: null }
  const channel: PayoutChannel = {
    name: 'BANK',
    send: (order) => {
      const fault = faults.shift()
      if (fault === 'SILENT_BEFORE') return Promise.reject(new Error('no connection'))
      const known = book.get(order.outNo)
      book.set(order.outNo, { order, outcome: known?.outcome ?? accepted, sent: (known?.sent ?? 0) + 1 })
      return fault === 'SILENT_AFTER' ? Promise.reject(new Error('time-out')) : Promise.resolve(book.get(order.outNo)!.outcome)
    },
    query: (outNo) => {
      const fault = faults.shift()
      return fault ? Promise.reject(new Error('time-out')) : Promise.resolve(book.get(outNo)?.outcome ?? 'NOT_FOUND')
    },
  }
  return {
    book,
    faults,
    channels: () => Promise.resolve(channel),
    pays: (outNo: string) => {
      book.get(outNo)!.outcome = { state: 'PAID', channelNo: `C${outNo}`, paidAt: new Date('2026-03-14T12:00:00Z') }
    },
    refuses: (outNo: string, code = 'ACCOUNT_NOT_EXIST') => {
      book.get(outNo)!.outcome = { state: 'FAILED', code, final: true }
    },
  }
}
