import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { broken, chance, dispatchersOf } from '#test/dispatchers'
import { as, driverAt, offersOf, placeCall, seenAt, type TestDriver } from '#test/drivers'
import { makeWorld, type World } from '#test/world'

let world: World
const { start, stop } = dispatchersOf(() => world)

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const RUN_MS = 8_000
const LONGEST_MS = 60_000

test('in a rush hour of accepts, refusals, cancels and drivers leaving, with two dispatchers, every row agrees with every other at the end', {
  timeout: 120_000,
}, async () => {
  const random = chance(7)
  const drivers: TestDriver[] = []
  for (let i = 0; i < 24; i++) drivers.push(await driverAt(world, 100 + i * 40))
  for (let n = 0; n < 2; n++) start({ tickMs: 30, leaseS: 0 })
  const answered: { code: number; message: string }[] = []
  const note = <T extends { code: number; message: string }>(answer: T): T => {
    answered.push(answer)
    return answer
  }
  const began = Date.now()
  const placed: { orderId: string }[] = []
  let over = false

  const driving = drivers.map(async (driver) => {
    const call = as(world, driver)
    while (!over) {
      seenAt(world, driver.driverId, 100 + random() * 800)
      const [offer] = await offersOf(world, driver, 1)
      if (!offer) {
        if (random() < 0.2) note(await call(dispatchCalls.goOnline))
        continue
      }
      const what = random()
      if (what < 0.25) note(await call(dispatchCalls.reject, { id: offer.offerId }))
      else if (what < 0.35) note(await call(dispatchCalls.goOffline))
      else {
        // From two phones at once.
        const answers = await Promise.all([
          call(dispatchCalls.accept, { id: offer.offerId }),
          call(dispatchCalls.accept, { id: offer.offerId }),
        ])
        answers.forEach(note)
        if (answers[0].code === 0 && random() < 0.7) note(await call(dispatchCalls.cancel, { id: offer.orderId, reason: '临时有事' }))
      }
    }
  })
  const calling = Array.from({ length: 3 }, async () => {
    while (!over) {
      const order = await placeCall(world, { driverCount: 1 + Math.floor(random() * 3) }, { offerS: 1, roundS: 2 })
      placed.push(...order.all)
      await pause(60)
    }
  })
  const cancelling = (async () => {
    while (!over) {
      await pause(50)
      const order = placed[Math.floor(random() * placed.length)]
      if (!order) continue
      const asked = note(await world.send(callCentreCalls.cancel, { orderId: order.orderId, reason: '客户取消' }))
      const { quoteId } = (asked.data ?? {}) as { quoteId?: string }
      if (quoteId) note(await world.send(callCentreCalls.cancel, { orderId: order.orderId, reason: '客户取消', quoteId }))
    }
  })()
  // On a busy machine for as long as it takes to be a rush.
  const offered = async () => {
    const { rows } = await world.owner.query<{ offers: number; accepted: number }>(
      `select count(*)::int as offers, count(*) filter (where result = 'ACCEPTED')::int as accepted from offers`,
    )
    return rows[0]!
  }
  const clock = async () => {
    await pause(RUN_MS)
    const enough = async () => {
      const { offers, accepted } = await offered()
      return offers > 50 && accepted > 10
    }
    while (Date.now() - began < LONGEST_MS && !(await enough())) await pause(500)
    over = true
  }
  await Promise.all([clock(), ...driving, ...calling, cancelling])
  await stop()

  expect(answered.filter(({ code }) => code === 500)).toEqual([])
  expect(await broken(world)).toEqual({})
  const { offers, accepted } = await offered()
  expect(offers).toBeGreaterThan(50)
  expect(accepted).toBeGreaterThan(10)
})
