import { type Area, between, metresBetween, moved, offsetM, type Point, pulledInto } from './geo.ts'
import type { Stream } from '../random.ts'

/** A straight piece of a way; a stop at a light begins and ends at the same place. Seconds of life since the start of the path. */
export interface Leg {
  from: Point
  to: Point
  startS: number
  endS: number
}

export interface Path {
  legs: Leg[]
  lengthM: number
  /** Seconds of life, before any speeding up. */
  durationS: number
  end: Point
}

export interface Pace {
  minKmh: number
  maxKmh: number
  /** Chance of a red light at each turn. */
  stops: number
}

/** A driver going to the customer on a folding scooter, driving the customer's car, and looking for a better place to wait. */
export const SCOOTER: Pace = { minKmh: 15, maxKmh: 25, stops: 0.25 }
export const CAR: Pace = { minKmh: 25, maxKmh: 45, stops: 0.35 }
export const STROLL: Pace = { minKmh: 15, maxKmh: 18, stops: 0.1 }

const stopS = { min: 8, max: 35 }
/** Streets between two turns are at least this long where the way is long enough. */
const blockM = 350
const maxTurns = 14

/**
 * A way along a city's streets, which run in two directions `gridDeg` off north: straight pieces with right-angled turns,
 * each at a speed of its own. Never leaves `area` when both ends lie in it.
 */
export function streetPath(from: Point, to: Point, area: Area, pace: Pace, gridDeg: number, random: Stream): Path {
  const corners = cornersOf(from, to, gridDeg, random).map((corner) => pulledInto(area, corner))
  const legs: Leg[] = []
  let clockS = 0
  let lengthM = 0
  let here = from
  for (const corner of [...corners, to]) {
    const distanceM = metresBetween(here, corner)
    if (distanceM < 1) continue
    if (legs.length > 0 && random.chance(pace.stops)) {
      const wait = random.between(stopS.min, stopS.max)
      legs.push({ from: here, to: here, startS: clockS, endS: clockS + wait })
      clockS += wait
    }
    const seconds = distanceM / (random.between(pace.minKmh, pace.maxKmh) / 3.6)
    legs.push({ from: here, to: corner, startS: clockS, endS: clockS + seconds })
    clockS += seconds
    lengthM += distanceM
    here = corner
  }
  return { legs, lengthM, durationS: clockS, end: to }
}

/** The turns between two points: the way along each of the two street directions is cut into pieces, taken in turn. */
function cornersOf(from: Point, to: Point, gridDeg: number, random: Stream): Point[] {
  const angle = (gridDeg * Math.PI) / 180
  const { eastM, northM } = offsetM(from, to)
  const along = eastM * Math.cos(angle) + northM * Math.sin(angle)
  const across = -eastM * Math.sin(angle) + northM * Math.cos(angle)
  const pieces = Math.max(1, Math.min(maxTurns / 2, random.int(1, 1 + Math.floor((Math.abs(along) + Math.abs(across)) / (2 * blockM)))))
  const [cutsAlong, cutsAcross] = [cuts(along, pieces, random), cuts(across, pieces, random)]
  const alongFirst = random.chance(0.5)
  const corners: Point[] = []
  let [x, y] = [0, 0]
  for (let turn = 0; turn < pieces * 2 - 1; turn++) {
    const piece = Math.floor(turn / 2)
    if ((turn % 2 === 0) === alongFirst) x += cutsAlong[piece] ?? 0
    else y += cutsAcross[piece] ?? 0
    corners.push(moved(from, x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)))
  }
  return corners
}

/** Cuts a length into pieces of uneven size that add up to it. */
function cuts(length: number, pieces: number, random: Stream): number[] {
  const weights = Array.from({ length: pieces }, () => random.between(0.5, 1.5))
  const sum = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => (length * weight) / sum)
}

/** Where somebody following the path is after so many seconds of life. */
export function pointOn(path: Path, atS: number): Point {
  const leg = path.legs.find((candidate) => atS < candidate.endS)
  if (!leg) return path.end
  return between(leg.from, leg.to, Math.max(0, (atS - leg.startS) / (leg.endS - leg.startS)))
}
