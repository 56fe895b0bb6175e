import { exifOf, type Tags } from './exif.rules.ts'

/** What a camera wrote into a picture of where and when it was taken. */
export interface CameraFacts {
  at: Date | null
  place: { lat: number; lng: number; accuracyM: number | null } | null
}
const TAKEN_AT = 0x9003
const ZONE = 0x9011
/** Of what satellites said. */
const GPS = { southOrNorth: 1, lat: 2, westOrEast: 3, lng: 4, clock: 7, day: 29, errorM: 31 } as const

/**
 * Reads EXIF. The clock of satellites is UTC; a camera's own clock is that of the place, and says of which zone only sometimes: without, it is
 * read by the clock of the city. What is broken, or makes no sense, is not there.
 */
export function cameraFacts(raw: Buffer | undefined, utcOffsetMinutes: number): CameraFacts {
  if (!raw) return { at: null, place: null }
  try {
    const { camera, satellites } = exifOf(raw)
    return { at: satelliteTime(satellites) ?? cameraTime(camera, utcOffsetMinutes), place: placeOf(satellites) }
  } catch {
    return { at: null, place: null }
  }
}

const words = (tags: Tags, tag: number): string => {
  const value = tags.get(tag)
  return typeof value === 'string' ? value : ''
}
const numbers = (tags: Tags, tag: number, count: number): number[] | null => {
  const value = tags.get(tag)
  return Array.isArray(value) && value.length === count && value.every(Number.isFinite) ? value : null
}
const valid = (time: number): Date | null => (Number.isFinite(time) && time > Date.UTC(2000, 0) ? new Date(time) : null)

function satelliteTime(gps: Tags): Date | null {
  const day = /^(\d{4}):(\d\d):(\d\d)/.exec(words(gps, GPS.day))
  const clock = numbers(gps, GPS.clock, 3)
  if (!day || !clock) return null
  const [hours, minutes, seconds] = clock as [number, number, number]
  return valid(Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3])) + ((hours * 60 + minutes) * 60 + seconds) * 1000)
}

function cameraTime(camera: Tags, utcOffsetMinutes: number): Date | null {
  const local = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(words(camera, TAKEN_AT))
  if (!local) return null
  const [year, month, day, hour, minute, second] = local.slice(1).map(Number) as [number, number, number, number, number, number]
  const zone = /^([+-])(\d\d):(\d\d)/.exec(words(camera, ZONE))
  const minutes = zone ? (Number(zone[2]) * 60 + Number(zone[3])) * (zone[1] === '-' ? -1 : 1) : utcOffsetMinutes
  return valid(Date.UTC(year, month - 1, day, hour, minute, second) - minutes * 60_000)
}

function placeOf(gps: Tags): CameraFacts['place'] {
  const [north, east] = [numbers(gps, GPS.lat, 3), numbers(gps, GPS.lng, 3)]
  if (!north || !east) return null
  const lat = degrees(north) * (words(gps, GPS.southOrNorth) === 'S' ? -1 : 1)
  const lng = degrees(east) * (words(gps, GPS.westOrEast) === 'W' ? -1 : 1)
  // Cameras without a fix write noughts.
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180 || (lat === 0 && lng === 0)) return null
  const error = numbers(gps, GPS.errorM, 1)?.[0]
  return { lat, lng, accuracyM: error !== undefined && error < 100_000 ? Math.round(error) : null }
}
const degrees = ([whole, minutes, seconds]: number[]): number => whole! + minutes! / 60 + seconds! / 3600
