import { demoDriverPhone } from '@chauffeur/contract/demo'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { withdrawalCalls, type WithdrawalWay } from '@chauffeur/contract/finance/withdrawal'
import type { City } from '../city/city.ts'
import { answerOffer, changesCard, planAccount, planShift, planTrip, takesBack, withdrawalShare } from './decisions.ts'
import { createDevice, type Device, fixAt, GivesUp } from './device.ts'
import { isWithin, somewhereFrom, somewhereIn } from '../city/geo.ts'
import { STROLL, streetPath } from '../city/path.ts'
import { type Stream, stream } from '../random.ts'
import { type DriverOrder, likelyPlace, serve } from './trip.ts'
import { isRefusal, isSignedOut, Refused } from '../wire.ts'
import { live, type Tenant, type World } from '../world.ts'

interface Driver {
  world: World
  device: Device
  city: City
  /** What has no lasting consequence: drift, pauses, the ways taken. */
  random: Stream
  /** A stream for the n-th decision of a kind, so that earlier ones do not shift it. */
  decide: (kind: string) => Stream
  /** False until the first look at how things stand: an order found then is from an earlier run. */
  started: boolean
  /** Withdrawals whose account was put right. */
  corrected: Set<string>
  /** Whether money is on its way, which is looked after now and then. */
  awaitsMoney: boolean
}

/** So long the driver listens before moving to another corner. */
const listenMs = 25_000
/** The driver asks for its own state after so many silences, to learn what somebody else changed. */
const emptyBeforeLook = 3

/** The life of one driver until the run stops: signs in, works, rests; whatever goes wrong, it looks how things stand and goes on. */
export async function runDriver(world: World, tenant: Tenant, n: number): Promise<void> {
  const name = ['driver', tenant.index, n] as const
  const random = stream(world.seed, ...name)
  const device = createDevice(world, tenant, demoDriverPhone(tenant.index, n), random)
  const counts = new Map<string, number>()
  const decide = (kind: string) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return stream(world.seed, ...name, kind, count)
  }
  let driver: Driver | null = null
  while (!world.scheduler.stopped()) {
    try {
      const cityId = await device.signIn()
      driver ??= arriveInCity(world, tenant, device, cityId, random, decide)
      await work(driver)
    } catch (error) {
      if (world.scheduler.stopped()) return
      if (error instanceof GivesUp || isRefusal(error, 'driver.notQualified')) {
        device.setOnDuty(false)
        world.stats.count('unknownDrivers')
        world.stats.trouble(error)
        return
      }
      if (isSignedOut(error)) device.forget()
      else world.stats.trouble(error)
      world.stats.count(error instanceof Refused ? 'resyncs' : 'faults')
      await world.scheduler.sleep(random.between(500, 4000)).catch(() => undefined)
    }
  }
}

function arriveInCity(world: World, tenant: Tenant, device: Device, cityId: string, random: Stream, decide: Driver['decide']): Driver {
  const city = tenant.cities.get(cityId)
  if (!city) throw new GivesUp(`city ${cityId} is not open for tenant ${tenant.tenantId}`)
  city.drivers++
  device.tracker.standAt(somewhereIn(city.core, random), world.scheduler.now())
  return { world, device, city, random, decide, started: false, corrected: new Set(), awaitsMoney: false }
}

/** One shift, and the rest after it. */
async function work(driver: Driver) {
  const { world, device, decide } = driver
  const shift = planShift(decide('shift'))
  // The first shifts end at different times, or everybody would rest at once.
  const until = world.scheduler.now() + ((shift.afterS * 1000) / world.speed) * driver.random.between(0.5, 1)
  await lookAround(driver)
  await cashOut(driver, decide('cashOut'))
  while (world.scheduler.now() < until) await waitForOffer(driver)
  await device.ask(dispatchCalls.goOffline, {})
  device.setOnDuty(false)
  if (shift.signsOut) await device.signOut()
  await live(world, shift.restS)
}

/** At the beginning of a shift a driver looks after the money that is on its way, and may take out what the last shift brought. */
async function cashOut(driver: Driver, random: Stream) {
  try {
    await correctAccount(driver)
    const share = withdrawalShare(random)
    if (share > 0 && (await applyFor(share, driver, random))) driver.awaitsMoney = true
  } catch (error) {
    // A refusal is left at that.
    if (!(error instanceof Refused) || isSignedOut(error)) throw error
  }
}

/** An account that money could not be paid to is put right, once for each withdrawal. */
async function correctAccount(driver: Driver) {
  const { device, world, corrected } = driver
  const { rows } = await device.ask(withdrawalCalls.withdrawals, { pageSize: 5 })
  driver.awaitsMoney = rows.some(({ step }) => step !== null)
  const wrong = rows.find(({ step, withdrawalId }) => step?.kind === 'CORRECT_ACCOUNT' && !corrected.has(withdrawalId))
  if (!wrong) return
  corrected.add(wrong.withdrawalId)
  await device.ask(withdrawalCalls.saveAccount, accountOf(driver, wrong.way, '', driver.random))
  world.stats.count('accountsCorrected')
}

/** Whether there was something to apply for. */
async function applyFor(share: number, driver: Driver, random: Stream): Promise<boolean> {
  const { device, world } = driver
  const { withdrawableFen, terms, accounts } = await device.ask(withdrawalCalls.wallet, {})
  const amountFen = Math.min(terms.maxFen, Math.floor((withdrawableFen * share) / 100) * 100)
  const own = accounts.find((account) => terms.ways.includes(account.way))
  const way = own?.way ?? random.pick(terms.ways as [WithdrawalWay, ...WithdrawalWay[]])
  if (terms.ways.length === 0 || amountFen < terms.minFen) return false
  if (!own || changesCard(random)) await device.ask(withdrawalCalls.saveAccount, accountOf(driver, way, planAccount(random), random))
  const { withdrawalId } = await device.ask(withdrawalCalls.apply, { amountFen, way })
  world.stats.count('cashedOut')
  if (takesBack(random)) await device.ask(withdrawalCalls.cancel, { id: withdrawalId })
  return true
}

const accountOf = ({ device }: Driver, way: WithdrawalWay, ending: ReturnType<typeof planAccount>, random: Stream) => {
  const number = random.int(1e9, 9e9)
  const holderName = device.name()
  return way === 'BANK'
    ? { way, holderName, bankName: '工商银行', accountNo: `622202${number}` }
    : { way, holderName, bankName: '微信', accountNo: `oSim${number}${ending}` }
}

/** Sees how the server thinks things stand: finishes an order that is there, goes online when not. */
async function lookAround(driver: Driver) {
  const { world, device, city, random } = driver
  const me = await device.ask(dispatchCalls.me, {})
  const place = me.order && !driver.started ? likelyPlace(me.order, city, random) : null
  driver.started = true
  if (place) device.tracker.standAt(place, world.scheduler.now())
  if (me.order) {
    device.setOnDuty(true)
    await drive(driver, me.order)
  } else if (me.workStatus === 'OFFLINE' || me.workStatus === 'PAUSED') {
    const now = world.scheduler.now()
    await device.ask(dispatchCalls.goOnline, fixAt(device, device.tracker.where(now), now))
  }
  device.setOnDuty(true)
  if (driver.awaitsMoney) await correctAccount(driver)
}

async function drive(driver: Driver, order: DriverOrder) {
  const { world, device, city, random } = driver
  world.stats.onOrder(1)
  try {
    await serve({ world, device, city, random, plan: planTrip(driver.decide('trip')) }, order)
  } finally {
    world.stats.onOrder(-1)
  }
}

async function waitForOffer(driver: Driver) {
  const { world, device, decide } = driver
  for (let empty = 0; empty < emptyBeforeLook; empty++) {
    drift(driver)
    const began = world.scheduler.now()
    const [offer] = await device.awaitOffers(listenMs)
    if (!offer) {
      // A server that ends the stream at once is not asked in a tight loop.
      if (world.scheduler.now() - began < 1000) await world.scheduler.sleep(driver.random.between(1000, 2000))
      continue
    }
    const answer = answerOffer(decide('offer'))
    await live(world, answer.thinkS)
    if (answer.kind === 'ignore') {
      world.stats.count('ignored')
      await world.scheduler.sleep(Math.min(30_000, Math.max(1000, Date.parse(offer.expiresAt) - world.scheduler.now())))
      return
    }
    try {
      if (answer.kind === 'reject') {
        await device.ask(dispatchCalls.reject, { id: offer.offerId, reason: answer.reason })
        world.stats.count('rejected')
      } else {
        const { order } = await device.ask(dispatchCalls.accept, { id: offer.offerId })
        world.stats.count('accepted')
        await drive(driver, order)
      }
    } catch (error) {
      if (!isRefusal(error, 'driver.offerGone', 'driver.offerExpired')) throw error
      world.stats.count('lateAnswers')
    }
    return
  }
  await lookAround(driver)
}

/** Between orders a driver mostly stands, sometimes moves to another corner, and comes back from the outskirts. */
function drift(driver: Driver) {
  const { world, device, city, random } = driver
  const now = world.scheduler.now()
  if (device.tracker.remainingMs(now) > 0) return
  const here = device.tracker.where(now)
  const outside = !isWithin(city.core, here)
  if (!outside && !random.chance(0.3)) return
  const to = outside ? somewhereIn(city.core, random) : somewhereFrom(here, random.between(150, 700), city.core, random)
  device.tracker.follow(streetPath(here, to, city.roam, STROLL, city.gridDeg, random), now)
}
