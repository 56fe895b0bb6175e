import { type OrderFileKind, type PhotoFlag, type PhotoStage, stageOf } from '@chauffeur/contract/quality/photo-model'
import type { PhotoRules } from '@chauffeur/contract/quality/photo-rules'
import { metresBetween } from '#platform/values/geometry'

interface Place {
  lat: number
  lng: number
}
/** Instants in milliseconds; null where it has not come to that, or nobody knows. */
export interface TripSpans {
  acceptedAt: number | null
  departAt: number | null
  endedAt: number | null
  overAt: number | null
}
export interface TripFacts extends TripSpans {
  /** Where the trip began: as it was ordered, and where the driver stood when they arrived and set out. */
  begins: readonly Place[]
  ends: readonly Place[]
}
export interface PhotoFacts {
  kind: OrderFileKind
  takenAt: number | null
  uploadedAt: number
  place: Place | null
  /** The camera's own error, metres. */
  accuracyM: number | null
  /** There is nothing on it by which it could be known. */
  blank: boolean
  /** Taken in the place of another, after the trip. */
  again: boolean
  /** Of pictures that came before originals were kept nobody knows where they were taken. */
  known: boolean
}

/** How far a picture was taken from where its part of the trip was; null where either is not known, or a place says nothing (a receipt). */
export function awayOf({ kind, place, again }: PhotoFacts, trip: TripFacts): number | null {
  const there = stageOf(kind) === 'BEFORE' ? trip.begins : stageOf(kind) === 'AFTER' ? trip.ends : []
  if (!place || again || there.length === 0) return null
  return Math.round(Math.min(...there.map(({ lat, lng }) => metresBetween(place.lat, place.lng, lat, lng))))
}

/** When pictures of a stage are taken. What has not ended yet is not over. */
function spanOf(stage: PhotoStage, { acceptedAt, departAt, endedAt, overAt }: TripSpans): [from: number, to: number] {
  if (stage === 'BEFORE') return [acceptedAt ?? -Infinity, departAt ?? overAt ?? Infinity]
  return [(stage === 'AFTER' ? (endedAt ?? departAt) : acceptedAt) ?? -Infinity, overAt ?? Infinity]
}

/** What is wrong with where and when a picture was taken, by the rules of its city. `awayM`: how far from its part of the trip, as `awayOf` says. */
export function flagsOf(
  photo: PhotoFacts,
  trip: TripSpans,
  rules: Pick<PhotoRules, 'offPlaceM' | 'offTimeMinutes'>,
  awayM: number | null,
): PhotoFlag[] {
  const blank: PhotoFlag[] = photo.blank ? ['BLANK'] : []
  if (photo.again || !photo.known) return blank
  const [from, to] = spanOf(stageOf(photo.kind), trip)
  const slack = rules.offTimeMinutes * 60_000
  const { takenAt } = photo
  const place: PhotoFlag[] =
    photo.place === null
      ? stageOf(photo.kind) === 'BILL'
        ? []
        : ['NO_PLACE']
      : awayM !== null && awayM - (photo.accuracyM ?? 0) > rules.offPlaceM
        ? ['OFF_PLACE']
        : []
  const time: PhotoFlag[] =
    takenAt === null ? ['NO_TIME'] : takenAt < from - slack || takenAt > Math.min(to, photo.uploadedAt) + slack ? ['OFF_TIME'] : []
  return [...place, ...time, ...blank]
}
