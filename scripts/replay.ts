// Plays orders against both dispatch policies: `npm run replay -- --from 2026-11-20T18:00:00+08:00 [--to …]` those of the database (which
// it only reads), without `--from` simulated ones: `--seed 1 --drivers 300 --orders-per-minute 10 --minutes 180`. `--policy nearest|batch`
// plays one of them alone.
import { parseArgs } from 'node:util'
import { chance } from '../apps/server/demo/random.ts'
import { hangzhouPlaces } from '../apps/server/demo/places/hangzhou.ts'
import {
  batchPolicy,
  type Demand,
  type DispatchPolicy,
  nearestPolicy,
  recordedDemand,
  replay,
  type ReplayResult,
  type Spot,
} from '../apps/server/src/areas/dispatch/engine/index.ts'
import { dispatchDefaults } from '../apps/server/src/areas/dispatch/settings/index.ts'
import { connect } from '../apps/server/src/platform/database/db.ts'
import { runtimeUrls } from '../apps/server/src/platform/upkeep/migrate.ts'
import { metresBetween } from '../apps/server/src/platform/live/positions.ts'
import { defaultSettings } from '../apps/server/src/platform/process/settings.ts'
import { stop } from './common/command.ts'
import { openDatabase } from './common/database.ts'

/** Beyond this from the middle of the city nobody of the simulation calls. */
const CITY_M = 8_000
const MIDDLE = { lat: 30.2655, lng: 120.157 }
const ANSWER_S = 5
const TAKES = 0.85

const metres = (a: Spot, b: Spot) => metresBetween(a.lat, a.lng, b.lat, b.lng)
const say = (line: string) => process.stdout.write(`${line}\n`)

function given() {
  const text = { type: 'string' } as const
  const options = { from: text, to: text, policy: text, seed: text, drivers: text, 'orders-per-minute': text, minutes: text }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return stop(error)
  }
}
const values = given()

/** More of either than any city has would only fill the memory. */
const MOST = { drivers: 20_000, orders: 200_000 }
function whole(text: string, name: string, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0 && value <= most) return value
  return stop(`--${name} must be a whole number from 1${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ''}, not "${text}".`)
}
function positive(text: string, name: string): number {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : stop(`--${name} must be a positive number, not "${text}".`)
}
function moment(text: string, name: string): Date {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? stop(`--${name} must be a time like 2026-11-20T18:00:00+08:00, not "${text}".`) : at
}
const chosen: readonly DispatchPolicy[] = [nearestPolicy, batchPolicy].filter(({ name }) => !values.policy || name === values.policy)
if (!chosen.length) stop(`--policy is nearest or batch, not "${values.policy}".`)
const seed = whole(values.seed ?? '1', 'seed')

/** Calls from where evenings are spent, at random moments, to somewhere else in the city. */
function simulated(perMinute: number, minutes: number): { demand: Demand[]; ends: Spot[] } {
  const orders = Math.round(perMinute * minutes)
  if (orders < 1 || orders > MOST.orders)
    stop(`--orders-per-minute ${perMinute} for --minutes ${minutes} is ${orders} orders: give 1 to ${MOST.orders}.`)
  const random = chance(seed, 'replay')
  const spots = hangzhouPlaces.map(([, , , lat, lng]) => ({ lat, lng })).filter((spot) => metres(spot, MIDDLE) < CITY_M)
  const somewhere = () => {
    const { lat, lng } = random.pick(spots)
    return { lat: lat + random.between(-0.006, 0.006), lng: lng + random.between(-0.006, 0.006) }
  }
  const demand = Array.from({ length: orders }, (_, i): Demand => {
    const pickup = somewhere()
    const dropoff = somewhere()
    const rideS = (metres(pickup, dropoff) * defaultSettings.detourX100) / 100 / defaultSettings.tripMps
    return { orderId: String(i), at: random.between(0, minutes * 60), pickup, dropoff, tripS: Math.round(random.between(120, 480) + rideS) }
  })
  return { demand, ends: Array.from({ length: 2_000 }, somewhere) }
}

async function recorded(from: Date, to: Date) {
  if (to <= from) stop(`--to ${to.toISOString()} is not after --from ${from.toISOString()}.`)
  const { url, close } = await openDatabase().catch(stop)
  const db = connect(await runtimeUrls(url).catch(stop))
  try {
    return (
      (await recordedDemand(db, { from, to }).catch(stop)) ??
      stop(`No order looked for a driver between ${from.toISOString()} and ${to.toISOString()}.`)
    )
  } finally {
    await db.close()
    await close()
  }
}

const from = values.from ? moment(values.from, 'from') : null
if (values.to && !from) stop('--to needs --from: without it the orders are simulated.')
const source = from
  ? await recorded(from, values.to ? moment(values.to, 'to') : new Date())
  : {
      ...simulated(positive(values['orders-per-minute'] ?? '10', 'orders-per-minute'), positive(values.minutes ?? '180', 'minutes')),
      city: '杭州',
      drivers: 300,
    }
const driverCount = values.drivers ? whole(values.drivers, 'drivers', MOST.drivers) : source.drivers
if (!driverCount) stop('Nobody drove in that span: give --drivers.')
const placing = chance(seed, 'replay drivers')
const drivers = Array.from({ length: driverCount }, () => placing.pick(source.ends))

const rows: [string, (result: ReplayResult) => string][] = [
  ['served', ({ served }) => String(served)],
  ['unserved share', ({ unservedShare }) => `${(unservedShare * 100).toFixed(1)} %`],
  ['mean pick-up time', ({ meanPickupS }) => `${meanPickupS.toFixed(0)} s`],
  ['p95 pick-up time', ({ p95PickupS }) => `${p95PickupS.toFixed(0)} s`],
  ['mean order to arrival', ({ meanArrivalS }) => `${meanArrivalS.toFixed(0)} s`],
  ['p95 order to arrival', ({ p95ArrivalS }) => `${p95ArrivalS.toFixed(0)} s`],
  ['driver idle time', ({ idleShare }) => `${(idleShare * 100).toFixed(1)} %`],
  ['busiest tenth of drivers', ({ busiestTenth }) => `${busiestTenth.toFixed(2)} × mean`],
]
say(
  `${source.demand.length} orders, ${drivers.length} drivers, ${source.city}, ${from ? `recorded from ${from.toISOString()}` : `simulated, seed ${seed}`}`,
)
const results = chosen.map((policy) =>
  replay(policy, {
    demand: source.demand,
    drivers,
    params: dispatchDefaults,
    tickS: policy.name === 'batch' ? dispatchDefaults.batchS : 1,
    answerS: ANSWER_S,
    // The same driver answers the same order alike under both policies.
    accepts: (driver, order) => chance(seed, `answer ${driver} ${order.orderId}`).is(TAKES),
    metres,
    etaS: (distanceM) => Math.round((distanceM * defaultSettings.detourX100) / 100 / defaultSettings.pickupMps),
  }),
)
say(`${''.padEnd(26)}${chosen.map(({ name }) => name.padStart(14)).join('')}`)
for (const [label, of] of rows) say(`${label.padEnd(26)}${results.map((result) => of(result).padStart(14)).join('')}`)
