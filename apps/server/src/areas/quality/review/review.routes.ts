import { photoCalls } from '@chauffeur/contract/quality/photo'
import {
  counterpartOf,
  orderFileKind,
  orderFileKindText,
  PHOTO_CLAIM_MINUTES,
  photoFlag,
  photoFlagText,
  photoReason,
  photoReasonText,
  photoStage,
  photoStageText,
  photoVerdict,
  photoVerdictText,
  photoWhy,
  photoWhyText,
  stageOf,
} from '@chauffeur/contract/quality/photo-model'
import { wholeTenant } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { caseList, caseView, findCase } from './case.list.ts'
import { originalOf } from './original.service.ts'
import { type NamedPhoto, photoList, photosById, photosOfOrder, photoView, pictureUrl } from './photo.list.ts'
import { matchRows, orderFacts, photoCounts, photoEvents } from './review.queries.ts'
import { hold, judge } from './verdict.service.ts'

const instantOf = (at: Date | null) => at?.toISOString() ?? null
const pointOf = (address: string | null, lat: number | null, lng: number | null) =>
  lat === null || lng === null ? null : { address: address ?? '', lat, lng }

export const photoRoutes = implement(
  'order-quality',
  photoCalls,
)({
  dict: () => ({
    kinds: orderFileKind.options.map((key) => ({
      key,
      value: orderFileKindText[key],
      stage: stageOf(key),
      counterpart: counterpartOf(key),
    })),
    stages: photoStage.options.map((key) => ({ key, value: photoStageText[key] })),
    flags: photoFlag.options.map((key) => ({ key, value: photoFlagText[key] })),
    verdicts: photoVerdict.options.map((key) => ({ key, value: photoVerdictText[key] })),
    reasons: photoReason.options.map((key) => ({ key, value: photoReasonText[key] })),
    why: photoWhy.options.map((key) => ({ key, value: photoWhyText[key] })),
    claimMinutes: PHOTO_CLAIM_MINUTES,
  }),
  photoList: photoList.page,
  queue: caseList.page,
  counts: async ({ input, db, operator, scope }) =>
    scope.channel === '*' ? photoCounts(db, input.cityId, operator.userId) : { waiting: 0, mine: 0, retakes: 0, screening: 0 },
  order: async ({ input, db, operator, scope, platform, fail }) => {
    const [order, rows, held] = await Promise.all([
      orderFacts(db, input.orderId),
      photosOfOrder(db, input.orderId),
      findCase(db, input.orderId),
    ])
    if (!order || rows.length === 0 || scope.channel !== '*') return fail('photo.orderNotFound')
    const own = new Set(rows.map(({ file_id }) => file_id))
    const found = await matchRows(platform.db.reader(wholeTenant(scope.tenantId)), [...own])
    const others = await photosById(db, [...new Set(found.flatMap(({ file_id, other_id }) => [file_id, other_id]))])
    const byId = new Map<string, NamedPhoto>(others.map((row) => [row.file_id, row]))
    return {
      case: held ? caseView(held, operator.userId) : null,
      orderId: order.order_id,
      orderNo: order.order_no,
      acceptedAt: instantOf(order.accepted_at),
      arrivedAt: instantOf(order.arrived_at),
      departAt: instantOf(order.depart_at),
      endedAt: instantOf(order.ended_at),
      pickup: pointOf(order.pickup_address, order.pickup_lat, order.pickup_lng),
      dropoff: pointOf(order.dropoff_address, order.dropoff_lat, order.dropoff_lng),
      photos: rows.map((row) => ({
        ...photoView(row, platform),
        pictureUrl: pictureUrl(row, platform),
        sha256: row.sha256.toString('hex'),
        hasOriginal: row.original_id !== null,
        awayM: row.away_m,
      })),
      // Of two within the order each says it of the other.
      matches: found.flatMap((row) =>
        [
          { mine: row.file_id, theirs: row.other_id, earlier: true },
          { mine: row.other_id, theirs: row.file_id, earlier: false },
        ]
          .filter(({ mine }) => own.has(mine))
          .map(({ mine, theirs, earlier }) => {
            const other = byId.get(theirs)
            const url = other && pictureUrl(other, platform)
            return {
              fileId: mine,
              otherId: theirs,
              distance: row.distance,
              sameBytes: row.same_bytes,
              sameDriver: row.same_driver,
              earlier,
              other: other && url ? { ...photoView(other, platform), pictureUrl: url } : null,
            }
          }),
      ),
    }
  },
  hold: async ({ input, db, operator, request, audit, fail }) => {
    await hold(db, input, { operator, requestId: request.id, fail })
    if (input.action === 'QUEUE') audit({ object: 'orderPhotos', objectId: input.orderId, after: { action: input.action } })
    return caseView((await findCase(db, input.orderId))!, operator.userId)
  },
  verdict: async ({ input: { reason, note = '', ...input }, db, operator, platform, request, audit, fail }) => {
    const before = (await photosById(db, [input.fileId]))[0] ?? fail('photo.notFound')
    await judge(db, { ...input, reason, note }, { operator, requestId: request.id, vault: platform.vault, fail })
    const row = (await photosById(db, [input.fileId]))[0] ?? fail('photo.notFound')
    audit({
      object: 'orderPhoto',
      objectId: input.fileId,
      before: { verdict: before.verdict, reason: before.verdict_reason },
      after: { verdict: row.verdict, reason: row.verdict_reason, note, orderNo: row.order_no },
    })
    const held = await findCase(db, row.order_id)
    return { photo: photoView(row, platform), case: held ? caseView(held, operator.userId) : null }
  },
  log: async ({ input, db, scope, fail }) => {
    if (scope.channel !== '*' || (await photosById(db, [input.fileId])).length === 0) return fail('photo.notFound')
    return {
      rows: (await photoEvents(db, input.fileId)).map((row) => ({
        event: row.event,
        from: row.from_verdict as 'NONE' | null,
        to: row.to_verdict as 'NONE',
        actor: row.actor_name,
        reason: row.reason,
        at: row.at.toISOString(),
      })),
    }
  },
  original: async ({ input: { fileId, purpose }, db, operator, platform, request, audit, fail }) => {
    const opened = await originalOf(db, fileId, { purpose, operator, platform, requestId: request.id, fail })
    audit({ object: 'orderPhotoOriginal', objectId: fileId, after: { purpose } })
    return opened
  },
})
