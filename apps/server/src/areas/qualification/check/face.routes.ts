import {
  driverFaceAppCalls,
  driverFaceCalls,
  FACE_CONSENT,
  FACE_PICTURE_DAYS,
  type FaceTrigger,
} from '@chauffeur/contract/qualification/face'
import { implement } from '#platform/http/implement'
import { keepDated } from '#areas/driver/dated'
import { type DutyRules, dutyRules, saveDutyRules } from '../duty/index.ts'
import { FACE_WHITES, listedFaceWhite, lockFaceWhite } from './face-white.queries.ts'
import { ownFace, pictureContext, showFace } from './check.service.ts'
import { endConsent, findPicture, giveConsent, holdConsent, removePictures } from './face-picture.queries.ts'
import { faceCheckList, faceWhiteList, faceWhiteView } from './face.list.ts'

const kept = keepDated({
  at: FACE_WHITES,
  object: 'driverFaceWhite',
  idName: 'whiteId',
  refusals: {
    notFound: 'driverFace.whiteNotFound',
    conflict: 'driverFace.versionConflict',
    over: 'driverFace.whiteOver',
    driverUnknown: 'driverFace.driverUnknown',
    periodInvalid: 'driverFace.periodInvalid',
    overlap: 'driverFace.whiteOverlap',
  },
  find: listedFaceWhite,
  lock: lockFaceWhite,
  view: faceWhiteView,
  record: ({ driverNo, from, until, reason }) => ({ driverNo, from, until, reason }),
})

/** Of orders, where somebody asks for some and does not say how many. */
const RANDOM_PERCENT = 5
const triggersOf = ({ faceRequired, faceFirstOrder, faceRandomPercent, facePayout }: DutyRules): FaceTrigger[] => [
  ...(faceRequired ? (['ONLINE'] as const) : []),
  ...(faceFirstOrder ? (['FIRST_ORDER_DAY'] as const) : []),
  ...(faceRandomPercent > 0 ? (['RANDOM'] as const) : []),
  ...(facePayout ? (['BEFORE_PAYOUT'] as const) : []),
]
const configView = ({ cityId, cityName, version, reason, changedBy, changedAt, ...rules }: ReturnType<typeof dutyRules.view>) => ({
  cityId,
  cityName,
  version,
  reason,
  changedBy,
  changedAt,
  triggers: triggersOf(rules),
  everyHours: rules.faceEveryHours,
  randomPercent: rules.faceRandomPercent,
  maxFail: rules.faceMaxFail,
  lockMinutes: rules.faceLockMinutes,
  picture: rules.facePicture,
})

const operatorRoutes = implement(
  'driver-face',
  driverFaceCalls,
)({
  getConfig: async ({ input, db }) => ({
    rows: (await dutyRules.present(db))
      .filter(({ cityId }) => input.cityId === undefined || cityId === input.cityId)
      .map((row) => configView(dutyRules.view(row))),
  }),
  updateConfig: async ({ input, db, scope, ...by }) => {
    const { cityId = null, version, changeReason: reason, everyHours, randomPercent, maxFail, lockMinutes } = input
    const saved = await saveDutyRules(db, scope, { cityId, version, reason }, by, (held) => {
      const triggers = input.triggers ?? triggersOf(held)
      return {
        ...held,
        faceRequired: triggers.includes('ONLINE'),
        faceFirstOrder: triggers.includes('FIRST_ORDER_DAY'),
        faceRandomPercent: triggers.includes('RANDOM') ? (randomPercent ?? (held.faceRandomPercent || RANDOM_PERCENT)) : 0,
        facePayout: triggers.includes('BEFORE_PAYOUT'),
        faceEveryHours: everyHours ?? held.faceEveryHours,
        faceMaxFail: maxFail ?? held.faceMaxFail,
        faceLockMinutes: lockMinutes ?? held.faceLockMinutes,
        facePicture: input.picture ?? held.facePicture,
      }
    })
    return configView(dutyRules.view(saved))
  },
  whiteList: faceWhiteList.page,
  whiteDetail: async ({ input, db, operator, fail }) =>
    faceWhiteView((await listedFaceWhite(db, input.whiteId)) ?? fail('driverFace.whiteNotFound'), operator),
  whiteSave: ({ input: { whiteId: id, version, driverNo, from, until, reason }, ...context }) =>
    kept.save({ id, version, driverNo, from, until, reason }, () => ({}), context),
  whiteDel: ({ input: { whiteId, version }, ...context }) => kept.end(whiteId, version, context),
  checks: faceCheckList.page,
  picture: async ({ input, db, platform, audit, fail }) => {
    const found = (await findPicture(db, input.checkId, FACE_PICTURE_DAYS)) ?? fail('driverFace.pictureGone')
    const of = { tenantId: found.tenant_id, driverId: found.driver_id, checkId: found.check_id }
    audit({ object: 'driverFacePicture', objectId: found.check_id, after: { driverId: found.driver_id } })
    return {
      dataUrl: `data:image/jpeg;base64,${platform.vault.open(found.sealed, pictureContext(of))}`,
      deletedAt: new Date(found.at.getTime() + FACE_PICTURE_DAYS * 86_400_000).toISOString(),
    }
  },
})

const driverRoutes = implement(
  'driver-face',
  driverFaceAppCalls,
)({
  face: ({ db, driver, request }) => ownFace(db, driver, request.english),
  faceConsent: async ({ input: { agree, version }, db, driver, request, audit, fail }) => {
    const { tenantId, driverId } = driver
    // Only to the words that are shown now.
    if (agree && version !== FACE_CONSENT.version) return fail('driver.faceNoConsent', { version: FACE_CONSENT.version })
    await holdConsent(db, driverId)
    const before = await ownFace(db, driver, request.english)
    // What was agreed to other words is taken back too.
    if (agree ? before.consent.given : before.consent.at === null) return before
    await endConsent(db, driverId)
    if (agree) await giveConsent(db, tenantId, driverId, version)
    else await removePictures(db, driverId)
    audit({ object: 'driver', objectId: driverId, after: { faceConsent: agree ? version : null } })
    return ownFace(db, driver, request.english)
  },
  facePicture: async ({ input: { trigger, file }, db, driver, platform, request, fail }) => {
    await showFace(platform, driver, { trigger, bytes: file.bytes }, fail)
    return ownFace(db, driver, request.english)
  },
})

export const driverFaceRoutes = [...operatorRoutes, ...driverRoutes]
