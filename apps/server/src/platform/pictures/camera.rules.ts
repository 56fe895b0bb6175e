import exif from 'exif-reader'

/** What a camera wrote into a picture of where and when it was taken. */
export interface CameraFacts {
  at: Date | null
  place: { lat: number; lng: number; accuracyM: number | null } | null
}

/**
 * Reads EXIF. The clock of satellites is UTC; a camera's own clock is that of the place, and says of which zone only sometimes: without, it is
 * read by the clock of the city. What is broken, or makes no sense, is not there.
 */
export function cameraFacts(raw: Buffer | undefined, utcOffsetMinutes: number): CameraFacts {
  const nothing: CameraFacts = { at: null, place: null }
  if (!raw) return nothing
  try {
    const { Photo, GPSInfo } = exif(raw)
    return { at: satelliteTime(GPSInfo) ?? cameraTime(Photo, utcOffsetMinutes), place: placeOf(GPSInfo) }
  } catch {
    return nothing
  }
}

type Facts = Readonly<Record<string, unknown>> | undefined
const isNumbers = (value: unknown, count: number): value is number[] =>
  Array.isArray(value) && value.length === count && value.every((one) => typeof one === 'number' && Number.isFinite(one))
const valid = (time: number): Date | null => (Number.isFinite(time) && time > Date.UTC(2000, 0) ? new Date(time) : null)

function satelliteTime(gps: Facts): Date | null {
  const day = /^(\d{4}):(\d\d):(\d\d)/.exec(String(gps?.GPSDateStamp ?? ''))
  const clock = gps?.GPSTimeStamp
  if (!day || !isNumbers(clock, 3)) return null
  const [hours, minutes, seconds] = clock as [number, number, number]
  return valid(Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3])) + ((hours * 60 + minutes) * 60 + seconds) * 1000)
}

function cameraTime(photo: Facts, utcOffsetMinutes: number): Date | null {
  // The library reads it as if it were UTC.
  const local = photo?.DateTimeOriginal
  if (!(local instanceof Date)) return null
  const zone = /^([+-])(\d\d):(\d\d)/.exec(String(photo?.OffsetTimeOriginal ?? ''))
  const minutes = zone ? (Number(zone[2]) * 60 + Number(zone[3])) * (zone[1] === '-' ? -1 : 1) : utcOffsetMinutes
  return valid(local.getTime() - minutes * 60_000)
}

function placeOf(gps: Facts): CameraFacts['place'] {
  const { GPSLatitude: north, GPSLongitude: east, GPSHPositioningError: error } = gps ?? {}
  if (!isNumbers(north, 3) || !isNumbers(east, 3)) return null
  const lat = degrees(north) * (gps?.GPSLatitudeRef === 'S' ? -1 : 1)
  const lng = degrees(east) * (gps?.GPSLongitudeRef === 'W' ? -1 : 1)
  // Cameras without a fix write noughts.
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180 || (lat === 0 && lng === 0)) return null
  return { lat, lng, accuracyM: typeof error === 'number' && error >= 0 && error < 100_000 ? Math.round(error) : null }
}
const degrees = ([whole, minutes, seconds]: number[]): number => whole! + minutes! / 60 + seconds! / 3600
