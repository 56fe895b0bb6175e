import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { merchantFrom } from '#platform/provider/installed-merchant'
import { type AnswerFault, type Channel, startChannel } from '#test/harness/wechat-channel'
import { compareBooks } from '#test/payout-books'
import { environmentOf, killPayers } from '#test/payout-kills'
import { applied, reasonFor } from '#test/payouts'
import { makeWorld, type World } from '#test/world'
import { sendPayouts } from './payout.job.ts'

/** In the long form `npm run bench -- payout` asks for a thousand. */
const KILLS = Number(process.env.PAYOUT_KILLS || 50)
const AT_ONCE = 10
const FAULTS: (AnswerFault | undefined)[] = [undefined, undefined, 'HUNG_UP', 'HUNG_UP_PAID', 'FAULT_TAKEN', 'FAULT_PAID', 'GARBLED_PAID']

let world: World
let channel: Channel
const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
// As chance would have it, the same each time; when exactly a process is killed is not.
let seed = 20_261_123
const chance = (of: number) => Math.floor(((seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648) * of)

beforeAll(async () => {
  channel = await startChannel({ perS: 1e9 })
  world = await makeWorld({ jobs: false, settings: { wechatPay: merchantFrom(environmentOf(channel)) } })
})
// The books are checked when the world is closed: among them that nobody is paid by two attempts, and what is frozen and in transit.
afterAll(async () => {
  await world.close()
  await channel.stop()
})

let drivers = 0
async function begin() {
  const one = await applied(world, 2_000 + drivers, undefined, `oDriver${++drivers}`)
  const act = (action: string, state: number, as: 'all' | 'hangzhou') =>
    world.send(withdrawalReviewCalls.act, { withdrawalId: one.withdrawalId, action, state, ...reasonFor(action) }, as)
  await act('APPROVE', S.applied, 'all')
  expect(await act('PAY', S.approved, 'hangzhou')).toMatchObject({ code: 0 })
}
/** Everything is due, as if the claims of the dead had lapsed; of some more time has gone by than the channel needs to take a payment in. */
const timePasses = () =>
  rows(
    `update payout_attempts set next_at = now() - interval '1 second',
       requested_at = requested_at - case when random() < 0.3 then interval '11 minutes' else interval '0' end where final_at is null`,
  )
test(`${KILLS} processes that pay are killed wherever they are: nobody is paid twice, and nothing stays frozen`, {
  timeout: KILLS * 5_000,
}, async () => {
  // Long enough that every other process or so brings a payment to its end, whatever else the machine does; so they are killed on all of the way.
  let reachMs = 25
  let ended = 0
  await killPayers(
    { world, channel },
    {
      kills: KILLS,
      life: () => ({ requests: chance(6), ms: chance(Math.ceil(reachMs)) }),
      before: async () => {
        await timePasses()
        const [open] = await rows(
          'select count(*) filter (where final_at is null)::int as n, count(final_at)::int as ended from payout_attempts',
        )
        reachMs = Number(open!.ended) > ended ? Math.max(10, reachMs / 1.5) : Math.min(1_000, reachMs * 1.5)
        ended = Number(open!.ended)
        for (let n = Number(open!.n); n < AT_ONCE; n++) await begin()
        for (const outBillNo of channel.book.open) if (chance(3) === 0) channel.transfers.confirm(outBillNo)
        const answer = FAULTS[chance(FAULTS.length)]
        channel.faults.rules = answer
          ? [
              { answer, times: 2 },
              { times: 1, fail: 'NAME_NOT_CORRECT' },
            ]
          : []
        await compareBooks(world, channel)
      },
    },
  )
  channel.faults.rules = []
  await expect
    .poll(
      async () => {
        await timePasses()
        await rows(`update payout_attempts set requested_at = requested_at - interval '11 minutes' where final_at is null`)
        await sendPayouts(world.app.platform)
        for (const outBillNo of [...channel.book.open]) channel.transfers.confirm(outBillNo)
        return rows('select out_no, state from payout_attempts where final_at is null')
      },
      { timeout: 30_000 },
    )
    .toEqual([])
  const all = await compareBooks(world, channel)
  expect(all.filter(({ withdrawal }) => withdrawal !== S.paid && withdrawal !== S.failed)).toEqual([])
  const [sent] = await rows(
    `select count(*)::int as attempts, count(*) filter (where state = 'PAID')::int as paid, max(sends) as "mostSends" from payout_attempts`,
  )
  process.stderr.write(`${KILLS} kills: ${JSON.stringify(sent)}, ${channel.asked.length} requests\n`)
})
