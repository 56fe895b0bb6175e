import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import { photoFlag, type PhotoFlag, type PhotoWhy } from '@chauffeur/contract/quality/photo-model'
import { type photoTrialCalls, STANDARD_PHOTO_RULES } from '@chauffeur/contract/quality/photo-rules'
import { flagsOf, whyOf } from '../photo/index.ts'
import type { TenantDb } from '#platform/database/db'
import { type PastOrder, type PastPhoto, pastOrders, pastPhotos } from './trial.queries.ts'

type Trial = typeof photoTrialCalls.try
const TRIES = 5_000
const WHYS = ['FLAGGED', 'NEW_DRIVER', 'COMPLAINT'] as const
/** What no figure of the rules changes: it was found by comparing pictures. */
const FOUND: ReadonlySet<PhotoFlag> = new Set(['REUSED', 'TWICE', 'BLANK'])

/** What would be found about a picture that is known already. */
function foundOf(photo: PastPhoto, order: PastOrder, rules: InputOf<Trial>): PhotoFlag[] {
  const facts = {
    kind: photo.kind,
    takenAt: photo.taken_at?.getTime() ?? null,
    uploadedAt: photo.created_at.getTime(),
    place: photo.lat === null || photo.lng === null ? null : { lat: photo.lat, lng: photo.lng },
    accuracyM: photo.accuracy_m,
    blank: false,
    again: photo.again,
    known: photo.known,
  }
  const trip = {
    acceptedAt: order.accepted_at?.getTime() ?? null,
    departAt: order.depart_at?.getTime() ?? null,
    endedAt: order.ended_at?.getTime() ?? null,
    overAt: order.over_at?.getTime() ?? null,
  }
  return [...photo.flags.filter((flag) => FOUND.has(flag)), ...flagsOf(facts, trip, rules, photo.away_m)]
}

/** How many orders of the last thirty days rules would have brought to reviewers, and why: what a month of them would ask of people. */
export async function tryRules(db: TenantDb, rules: InputOf<Trial>): Promise<AnswerOf<Trial>> {
  const past = await pastOrders(db, rules.cityId, TRIES + 1)
  const orders = past.slice(0, TRIES)
  const photos = Map.groupBy(
    await pastPhotos(
      db,
      orders.map(({ order_id }) => order_id),
    ),
    ({ order_id }) => order_id,
  )
  const whys = new Map<PhotoWhy, number>()
  const flags = new Map<PhotoFlag, number>()
  const count = <K>(of: Map<K, number>, keys: Iterable<K>) => {
    for (const key of keys) of.set(key, (of.get(key) ?? 0) + 1)
  }
  let [certain, seen] = [0, 0]
  for (const order of orders) {
    const own = photos.get(order.order_id) ?? []
    seen += own.length
    const found = new Set(own.flatMap((photo) => foundOf(photo, order, rules)).filter((flag) => rules.flags.includes(flag)))
    const { days_here: daysHere, complaint } = order
    // Nothing is drawn: what chance brings is counted of the others together.
    const why = [
      ...(found.size > 0 ? (['FLAGGED'] as const) : []),
      ...whyOf({ daysHere, complaint, drawn: 10_000 }, { ...STANDARD_PHOTO_RULES, ...rules }),
    ]
    count(flags, found)
    count(whys, why)
    if (why.length > 0) certain++
  }
  return {
    orders: orders.length,
    certain,
    sampled: Math.round(((orders.length - certain) * rules.sampleBp) / 10_000),
    photos: seen,
    byWhy: WHYS.flatMap((why) => (whys.has(why) ? [{ why, orders: whys.get(why)! }] : [])),
    byFlag: photoFlag.options.flatMap((flag) => (flags.has(flag) ? [{ flag, orders: flags.get(flag)! }] : [])),
    cut: past.length > TRIES,
  }
}
