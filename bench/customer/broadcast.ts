import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import { send } from '../../e2e/harness/wire.ts'
import { fillPeople } from '../../apps/server/test/broadcasts.ts'
import { type Child, startChild } from '../child.ts'
import type { BenchPostgres } from '../database.ts'
import type { Memory } from '../processes/server.ts'
import { ms, perSecond, printFigures, say } from '../report.ts'
import { addCities, addOperator, addTenant, home } from '../world.ts'

const PEOPLE = 100_000
/** What the gateway takes in a second; whoever sends more breaks their contract. */
const RATE = 300
const KILLS = 3
const TARGET_STOP_MS = 2_000
const TARGET_MORE_MB = 100

/** A stand-in for the gateway: counts every telephone, and how many came in each second. */
async function standIn() {
  const came = new Map<string, number>()
  const seconds = new Map<number, number>()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { phone } = JSON.parse(text) as { phone: string }
      came.set(phone, (came.get(phone) ?? 0) + 1)
      const second = Math.floor(performance.now() / 1_000)
      seconds.set(second, (seconds.get(second) ?? 0) + 1)
      response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    came,
    seconds,
    stop: () => (server.closeAllConnections(), new Promise<void>((done) => server.close(() => done()))),
  }
}

/**
 * A broadcast to 100 000 people at the rate that a gateway takes: three processes that send it are killed in the middle, it is stopped once and gone
 * on with; nobody may get it twice.
 */
export async function broadcast(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('broadcast')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  const [token, second] = [await addOperator(owner, tenant), await addOperator(owner, tenant)]
  const gateway = await standIn()
  const environment = { OWNER_URL: ownerUrl, SMS_GATEWAY_URL: gateway.url, SMS_GATEWAY_PER_S: String(RATE) }
  const start = () => startChild('server', environment)
  let server: Child = await start()
  try {
    const before = (await server.tell({ collect: true })) as Memory
    await fillPeople({ owner, tenantA: tenant.tenantId }, PEOPLE)
    const text = { whom: 'CUSTOMERS' as const, body: '${name}您好，周末代驾八折', refuseBy: 'R' as const, cityIds: [home.cityId] }
    const countedAt = performance.now()
    const count = await send(server.address, broadcastCalls.count, text, token)
    const countMs = performance.now() - countedAt
    if (count.recipients !== PEOPLE) throw new Error(`${count.recipients} of ${PEOPLE} people would get it`)
    const draft = await send(server.address, broadcastCalls.save, { name: '周末优惠', ...text }, token)
    const { broadcastId } = draft
    const waiting = await send(server.address, broadcastCalls.submit, { broadcastId, version: draft.version }, token)
    const approvedAt = performance.now()
    await send(server.address, broadcastCalls.approve, { broadcastId, version: waiting.version, shown: PEOPLE }, second)
    const approveMs = performance.now() - approvedAt
    const until = async (n: number) => {
      while (gateway.came.size < n) await sleep(50)
    }
    await until(1_000)
    // In one go: how well the rate is kept.
    const steadyFrom = { n: gateway.came.size, at: performance.now() }
    await until(Math.round(PEOPLE * 0.4))
    const rate = ((gateway.came.size - steadyFrom.n) * 1_000) / (performance.now() - steadyFrom.at)
    const memory = (await server.tell({ collect: true })) as Memory

    const stopAt = performance.now()
    await send(server.address, broadcastCalls.stop, { broadcastId }, token)
    let last = gateway.came.size
    let quietFrom = performance.now()
    while (performance.now() - quietFrom < 3_000) {
      await sleep(20)
      if (gateway.came.size !== last) [last, quietFrom] = [gateway.came.size, performance.now()]
    }
    const stopMs = quietFrom - stopAt
    const { version } = await send(server.address, broadcastCalls.detail, { broadcastId }, token)
    await send(server.address, broadcastCalls.goOn, { broadcastId, version }, token)
    for (let kill = 1; kill <= KILLS; kill++) {
      await until(Math.round(PEOPLE * (0.4 + 0.1 * kill)))
      process.kill(server.pid, 'SIGKILL')
      server = await start()
    }
    const state = async () =>
      (
        await owner.query<{ state: string; sent: number; unknown: number }>(
          'select state, sent_count as sent, unknown_count as unknown from broadcasts where broadcast_id = $1',
          [broadcastId],
        )
      ).rows[0]!
    while ((await state()).state !== 'DONE') await sleep(200)
    const { sent, unknown } = await state()
    const twice = [...gateway.came.values()].filter((times) => times > 1).length
    const most = Math.max(...gateway.seconds.values())
    const more = memory.residentMb - before.residentMb
    printFigures(`broadcast: ${PEOPLE.toLocaleString('en')} people, ${KILLS} processes killed in the middle`, [
      { name: 'counted before it is saved', ours: ms(countMs) },
      { name: 'approved, and who gets it frozen', ours: ms(approveMs) },
      { name: 'people who got it twice', ours: String(twice), target: '0', met: twice === 0 },
      { name: 'handed over and answered', ours: String(sent) },
      { name: 'whose answer was lost with a process', ours: String(unknown), target: `< ${KILLS * 100}`, met: unknown < KILLS * 100 },
      { name: 'accounted for', ours: String(sent + unknown), target: String(PEOPLE), met: sent + unknown === PEOPLE },
      { name: 'rate kept', ours: perSecond(rate), target: `≥ ${perSecond(RATE * 0.9)}`, met: rate >= RATE * 0.9 },
      { name: 'most in one second', ours: perSecond(most), target: `≤ ${perSecond(RATE * 1.1)}`, met: most <= RATE * 1.1 },
      { name: 'from the stop to the last one', ours: ms(stopMs), target: `< ${ms(TARGET_STOP_MS)}`, met: stopMs < TARGET_STOP_MS },
      {
        name: 'memory of the sending process, more',
        ours: `${more.toFixed(0)} MB`,
        target: `< ${TARGET_MORE_MB} MB`,
        met: more < TARGET_MORE_MB,
      },
    ])
    say(`  the gateway takes ${RATE}/s; a killed process has its work taken up ten to fifteen seconds later`)
  } finally {
    await server.stop()
    await gateway.stop()
  }
}
