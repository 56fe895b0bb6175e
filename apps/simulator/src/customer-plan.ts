import { DEMO_EMPLOYEE_EVERY, demoCustomerPhone } from '@chauffeur/contract/demo'
import type { City, Place } from './city/city.ts'
import { isWithin, metresBetween, moved, type Point, somewhereFrom, somewhereIn } from './city/geo.ts'
import { type Stream, stream } from './random.ts'

/** A place to be picked up at or brought to; without an address it is one to be looked up from the map. */
export interface Spot extends Point {
  datum: 'GCJ02' | 'WGS84'
  address: string | null
}

export interface OrderPlan {
  city: City
  phone: string
  /** Given by callers who are new. */
  name: string
  pickup: Spot
  dropoff: Spot | null
  driverCount: number
  carPlate: string
  remark: string
  /** Seconds of the real clock before the customer calls again to cancel; counted from the acceptance when waiting for that. */
  cancel: { when: 'searching' | 'accepted'; afterS: number; reason: string } | null
}

/** The demo world has this many customers for each tenant; telephones beyond are of new callers. */
const knownCustomers = 2500
const newCustomers = { from: 500_000, to: 999_999 }
const surnames: readonly [string, ...string[]] = [
  '王',
  '李',
  '张',
  '刘',
  '陈',
  '杨',
  '赵',
  '黄',
  '周',
  '吴',
  '徐',
  '孙',
  '马',
  '朱',
  '胡',
  '林',
]
const remarks: readonly [string, ...string[]] = ['到了打电话', '车停在地下二层', '客人喝多了，请耐心等待', '车钥匙在前台', '自动挡 SUV']
const reasons: readonly [string, ...string[]] = ['行程有变', '朋友来接', '等待时间太长', '暂时不走了']

/** The n-th caller of a tenant; `attempt` tells callers apart who came in place of one that was turned away. Null without a city to call from. */
export function planOrder(seed: number, tenantIndex: number, n: number, attempt: number, cities: readonly City[]): OrderPlan | null {
  const random = stream(seed, 'customer', tenantIndex, n, attempt)
  const city = busyCity(cities, random)
  if (!city) return null
  const isNew = random.chance(0.2)
  // Enterprises order most of all: what they pay is what drivers have to take out.
  const employee = random.chance(0.4)
    ? 1 + DEMO_EMPLOYEE_EVERY * random.int(0, Math.floor((knownCustomers - 1) / DEMO_EMPLOYEE_EVERY))
    : null
  const known = employee ?? random.int(1, knownCustomers)
  const phone = demoCustomerPhone(tenantIndex, isNew ? random.int(newCustomers.from, newCustomers.to) : known)
  const pickup = pickupIn(city, random)
  const cancel = random.unit()
  return {
    city,
    phone,
    name: isNew ? `${random.pick(surnames)}${random.chance(0.7) ? '先生' : '女士'}` : '',
    pickup,
    dropoff: random.chance(0.85) ? dropoffFrom(pickup, city, random) : null,
    driverCount: random.chance(0.06) ? 2 : 1,
    carPlate: random.chance(0.3) ? `浙A${String(random.int(0, 99_999)).padStart(5, '0')}` : '',
    remark: random.chance(0.15) ? random.pick(remarks) : '',
    cancel:
      cancel < 0.03
        ? { when: 'searching', afterS: random.between(0.5, 4), reason: random.pick(reasons) }
        : cancel < 0.07
          ? { when: 'accepted', afterS: random.between(2, 15), reason: random.pick(reasons) }
          : null,
  }
}

/** Calls come from where there are drivers, in proportion. */
function busyCity(cities: readonly City[], random: Stream): City | null {
  const drivers = cities.reduce((sum, city) => sum + city.drivers, 0)
  let left = random.unit() * drivers
  for (const city of cities) {
    left -= city.drivers
    if (left < 0) return city
  }
  return null
}

function pickupIn(city: City, random: Stream): Spot {
  const [first, ...others] = city.places
  if (!first || random.chance(0.3)) return { ...somewhereIn(city.core, random), datum: 'WGS84', address: null }
  const place = random.pick([first, ...others])
  const door = moved(place, random.between(-40, 40), random.between(-40, 40))
  return { ...door, datum: place.datum, address: place.name }
}

function dropoffFrom(pickup: Spot, city: City, random: Stream): Spot {
  // A trip is told to the server in one datum.
  const fits = (place: Place) => place.datum === pickup.datum && metresBetween(place, pickup) > 2000 && isWithin(city.roam, place)
  const [first, ...others] = city.places.filter(fits)
  if (first && random.chance(0.4)) {
    const place = random.pick([first, ...others])
    return { lat: place.lat, lng: place.lng, datum: place.datum, address: place.name }
  }
  return { ...somewhereFrom(pickup, random.between(2500, 7500), city.roam, random), datum: pickup.datum, address: null }
}
