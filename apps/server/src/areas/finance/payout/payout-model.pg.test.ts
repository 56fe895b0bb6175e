import { createHash } from 'node:crypto'
import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '../ledger/index.ts'
import { wholeTenant } from '#platform/database/scope'
import { merchantFrom } from '#platform/provider/installed-merchant'
import { type AnswerFault, type Channel, type NoticeFault, startChannel } from '#test/harness/wechat-channel'
import { compareBooks } from '#test/payout-books'
import { environmentOf } from '#test/payout-kills'
import { type Applied, applied } from '#test/payouts'
import { makeWorld, type World } from '#test/world'
import { channelOf } from './channels.ts'
import { sendPayouts } from './payout.job.ts'

const STEPS = 250
const SEED = 20_261_123
const ANSWERS: readonly AnswerFault[] = [
  'HUNG_UP',
  'HUNG_UP_PAID',
  'FAULT',
  'FAULT_TAKEN',
  'FAULT_PAID',
  'GARBLED_PAID',
  'REFUSED',
  'NOT_ENOUGH',
]
const NOTICES: readonly (NoticeFault | undefined)[] = [undefined, 'NONE', 'REPEATED', 'FORGED', 'OLD', 'OTHER_MERCHANT', 'OTHER_KEY']
const DAY_MS = 86_400_000

let world: World
let channel: Channel
let seed = SEED
const chance = (of: number) => Math.floor(((seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648) * of)
const oneOf = <T>(all: readonly T[]): T => all[chance(all.length)]!
const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows

beforeAll(async () => {
  channel = await startChannel({ perS: 1e9, noticeAgainMs: [20] })
  world = await makeWorld({ jobs: false, settings: { wechatPay: merchantFrom(environmentOf(channel)) } })
  world.app.platform.settings.publicUrl = await world.app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await world.close()
  await channel.stop()
})

const known: Applied[] = []
const stateOf = async ({ withdrawalId }: Applied) =>
  (await rows('select state, attempt from withdrawals where withdrawal_id = $1', [withdrawalId]))[0] as { state: number; attempt: number }
/** Whatever is due and may be done to one; that it is refused is an outcome like others. */
const act = async (of: Applied, action: string, as: 'all' | 'hangzhou') =>
  world.send(withdrawalReviewCalls.act, { withdrawalId: of.withdrawalId, action, state: (await stateOf(of)).state, reason: '模型' }, as)
const timePasses = (minutes: number) =>
  rows(
    `update payout_attempts set next_at = now() - interval '1 second', requested_at = requested_at - make_interval(mins => $1),
       created_at = created_at - make_interval(mins => $1) where final_at is null`,
    [minutes],
  )

const steps: Record<string, () => Promise<unknown>> = {
  apply: async () => known.push(await applied(world, 1_000 + chance(9_000), undefined, `oDriver${known.length + 1}`)),
  cancel: async () => {
    const one = oneOf(known)
    return one.call(withdrawalCalls.cancel, { id: one.withdrawalId })
  },
  approve: () => act(oneOf(known), 'APPROVE', 'all'),
  reject: () => act(oneOf(known), 'REJECT', 'all'),
  pay: () => act(oneOf(known), 'PAY', 'hangzhou'),
  payTwiceAtOnce: () => {
    const one = oneOf(known)
    return Promise.all([act(one, 'PAY', 'hangzhou'), act(one, 'PAY', 'hangzhou')])
  },
  giveBack: () => act(oneOf(known), 'GIVE_BACK', 'hangzhou'),
  retry: async () => {
    const one = oneOf(known)
    const { attempt } = await stateOf(one)
    return world.send(withdrawalReviewCalls.retry, { withdrawalId: one.withdrawalId, attempt, reason: '模型' }, 'hangzhou')
  },
  query: () => world.send(withdrawalReviewCalls.checkResult, { withdrawalId: oneOf(known).withdrawalId }, 'hangzhou'),
  send: async () => {
    await timePasses(chance(20))
    return sendPayouts(world.app.platform)
  },
  confirm: async () => {
    for (const outNo of [...channel.book.open]) if (chance(2) === 0) channel.transfers.confirm(outNo)
  },
  takeBack: async () => {
    const [outNo] = [...channel.book.open]
    if (outNo) channel.transfers.cancel(outNo)
  },
  aDayPasses: async () => {
    if (chance(4) > 0) return
    channel.aheadMs += DAY_MS
    channel.transfers.tickAll()
    await timePasses(24 * 60)
  },
  goWrong: async () => {
    channel.faults.rules = [
      { times: 1 + chance(2), answer: oneOf(ANSWERS), notice: oneOf(NOTICES)! },
      { times: 1, fail: oneOf(['NAME_NOT_CORRECT', 'TRANSFER_RISK', 'DAY_RECEIVED_QUOTA_EXCEED']), notice: oneOf(NOTICES)! },
    ]
  },
}
/** What happens often stands here often. */
const USUAL = ['apply', 'approve', 'approve', 'pay', 'pay', 'send', 'send', 'send', 'confirm', 'goWrong', ...Object.keys(steps)]

test(`after each of ${STEPS} random steps ledger, channel and withdrawals say the same; in the end all is over, and the statements say so too`, {
  timeout: 120_000,
}, async () => {
  await steps.apply!()
  for (let step = 0; step < STEPS; step++) {
    await steps[oneOf(USUAL)]!()
    await compareBooks(world, channel)
    if (step % 25 === 0) expect((await checkLedger(world.app.platform.db)).sound).toBe(true)
  }
  channel.faults.rules = []
  const goOn = async () => {
    await timePasses(15)
    await sendPayouts(world.app.platform)
    for (const outNo of [...channel.book.open]) channel.transfers.confirm(outNo)
    return rows('select out_no, state, code from payout_attempts where final_at is null')
  }
  await expect.poll(goOn, { timeout: 30_000 }).toEqual([])
  const all = await compareBooks(world, channel)
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['PAID', 'FAILED']))

  // The same once more, as the channel's statements have it.
  channel.aheadMs += 2 * DAY_MS
  const days = new Set(channel.book.flows.map(({ at }) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10)))
  const owner = { platform: world.app.platform, tenantId: world.tenantA, db: world.app.platform.db.reader(wholeTenant(world.tenantA)) }
  const wechat = (await channelOf('WECHAT', owner))!
  const stated = new Map<string, string>()
  for (const day of days) {
    const { body, sha1 } = await wechat.statement!(day, 'PAYOUT')
    const parts: Uint8Array[] = []
    for await (const part of body) parts.push(part)
    const file = Buffer.concat(parts)
    expect(createHash('sha1').update(file).digest('hex')).toBe(sha1)
    for (const line of file.toString('utf8').split('\r\n')) {
      const cells = line.split(',').map((cell) => cell.replace('`', ''))
      if (cells[3] === '商家转账') stated.set(cells[10]!, cells[6]!)
    }
  }
  const paid = all.filter(({ state }) => state === 'PAID').map(({ outNo, amountFen }) => [outNo, (amountFen / 100).toFixed(2)] as const)
  expect(stated).toEqual(new Map(paid))
  expect(paid.length).toBeGreaterThan(3)
})
