import type { Traced } from '#areas/driver/state'

/** A finished trip as the streets are learned from it. */
export interface DrivenTrip {
  driverId: string
  customerId: string
  points: readonly Traced[]
}

/** A piece of street is one once so many different drivers with as many different customers went along it: nobody's way home shows. */
const DIFFERENT = 3
/** Where a trip began and ended is somebody's door: so much of both ends is left out. */
const ENDS_M = 200
/** About the width of a large street: what is nearer is the same piece. */
const CELL_M = 45
const STEP_M = 20
/** Longer without a position nobody knows where the car was. */
const GAP_MS = 30_000
const JUMP_M = 500
const DEGREE_M = 111_195

interface Cell {
  lat: number
  lng: number
  times: number
}
interface Passed {
  drivers: Set<string>
  customers: Set<string>
}
type Line = [lat: number, lng: number][]

/** Learns trip after trip; `lines` says what is known so far. */
export function streetLearner(nearLat: number) {
  const east = DEGREE_M * Math.cos((nearLat * Math.PI) / 180)
  const cells = new Map<number, Cell>()
  const links = new Map<number, Map<number, Passed>>()
  const cellOf = (lat: number, lng: number) => Math.floor((lng * east) / CELL_M) * 2 ** 20 + Math.floor((lat * DEGREE_M) / CELL_M) + 2 ** 19
  const metres = (a: Traced, b: Traced) => Math.hypot((b.lng - a.lng) * east, (b.lat - a.lat) * DEGREE_M)

  const passed = (from: number, to: number, { driverId, customerId }: DrivenTrip) => {
    const [a, b] = from < to ? [from, to] : [to, from]
    const of = links.get(a) ?? links.set(a, new Map()).get(a)!
    const link = of.get(b) ?? of.set(b, { drivers: new Set(), customers: new Set() }).get(b)!
    if (link.drivers.size < DIFFERENT) link.drivers.add(driverId)
    if (link.customers.size < DIFFERENT) link.customers.add(customerId)
  }

  function learn(trip: DrivenTrip): void {
    const { points } = trip
    const legs = points.slice(1).map((point, n) => metres(points[n]!, point))
    const whole = legs.reduce((sum, leg) => sum + leg, 0)
    let gone = 0
    let before: number | null = null
    legs.forEach((legM, n) => {
      const [from, to] = [points[n]!, points[n + 1]!]
      if (to.at - from.at > GAP_MS || legM > JUMP_M) before = null
      else
        for (let at = 0; at < legM; at += STEP_M) {
          if (gone + at < ENDS_M || gone + at > whole - ENDS_M) continue
          const share = at / legM
          const [lat, lng] = [from.lat + (to.lat - from.lat) * share, from.lng + (to.lng - from.lng) * share]
          const key = cellOf(lat, lng)
          const cell = cells.get(key)
          if (cell) {
            cell.lat += lat
            cell.lng += lng
            cell.times++
          } else cells.set(key, { lat, lng, times: 1 })
          if (before !== null && before !== key) passed(before, key, trip)
          before = key
        }
      gone += legM
    })
  }

  /** Lines through the middle of what was driven, as long as they go on without a fork. */
  function lines(): Line[] {
    const next = new Map<number, Set<number>>()
    const join = (a: number, b: number) => (next.get(a) ?? next.set(a, new Set()).get(a)!).add(b)
    for (const [a, of] of links)
      for (const [b, { drivers, customers }] of of)
        if (drivers.size >= DIFFERENT && customers.size >= DIFFERENT) {
          join(a, b)
          join(b, a)
        }
    const place = (key: number): [number, number] => {
      const { lat, lng, times } = cells.get(key)!
      return [lat / times, lng / times]
    }
    const walk = (from: number, first: number): Line => {
      const line: Line = [place(from)]
      let [before, here] = [from, first]
      for (;;) {
        next.get(before)!.delete(here)
        next.get(here)!.delete(before)
        line.push(place(here))
        const onward = [...next.get(here)!]
        if (onward.length !== 1) return line
        ;[before, here] = [here, onward[0]!]
      }
    }
    // From ends and forks first; what is left are rings.
    const starts = [...next].toSorted(([, a], [, b]) => Number(a.size === 2) - Number(b.size === 2)).map(([key]) => key)
    return starts.flatMap((start) => [...next.get(start)!].flatMap((onward) => (next.get(start)!.has(onward) ? [walk(start, onward)] : [])))
  }
  return { learn, lines }
}
