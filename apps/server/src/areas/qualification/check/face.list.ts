import {
  checkResultText,
  driverFaceCalls,
  type FaceTrigger,
  faceTriggerText,
  type FaceWhiteRow,
} from '@chauffeur/contract/qualification/face'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { OperatorSession } from '#platform/identity/session'
import { instant, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { datedList, datedView, periodColumns, whoseColumns } from '#areas/driver/dated'
import { driverFound } from '#areas/driver/file'
import { faceChecks, listedChecks } from './check.queries.ts'
import { type FaceWhiteDb, faceWhites, listedFaceWhites } from './face-white.queries.ts'

export const faceWhiteView = (row: FaceWhiteDb, { authorities }: Pick<OperatorSession, 'authorities'>): FaceWhiteRow => ({
  whiteId: row.white_id,
  ...datedView(row, authorities.has('driver.edit')),
})

/** Who is not asked, the entry that ends last first. */
export const faceWhiteList = defineList(driverFaceCalls.whiteList, {
  from: ({ db }) => faceWhites(db),
  ...datedList('w'),
  key: 'w.white_id',
  select: listedFaceWhites,
  file: {
    module: import.meta.url,
    zh: '人脸核验白名单',
    en: 'Whitelist of face checks',
    columns: { ...whoseColumns, ...periodColumns },
  },
  view: (row, { operator }) => faceWhiteView(row, operator),
})

type Result = AnswerOf<typeof driverFaceCalls.checks>['rows'][number]['result']
/** Faces that were asked for and what came of it, newest first. */
export const faceCheckList = defineList(driverFaceCalls.checks, {
  from: ({ db }) => faceChecks(db),
  filters: {
    cityId: is('d.city_id'),
    driverId: is('k.driver_id'),
    keyword: (typed, { scope }) => driverFound(typed, scope),
    trigger: is('k.trigger'),
    result: is('k.result'),
    atFrom: isFrom('k.at'),
    atTo: isBefore('k.at'),
  },
  key: 'k.check_id',
  order: [desc('k.at')],
  select: listedChecks,
  file: {
    module: import.meta.url,
    zh: '人脸核验记录',
    en: 'Face checks',
    columns: {
      at: instant('时间', 'Time'),
      ...whoseColumns,
      trigger: words('场景', 'When', faceTriggerText),
      result: words('结果', 'Result', checkResultText),
      reason: text('说明', 'Note'),
      provider: text('核验服务', 'Provider'),
    },
  },
  view: (row, { operator }) => ({
    checkId: row.check_id,
    driverId: row.driver_id,
    driverNo: row.driver_no,
    driverName: row.driver_name,
    cityId: row.city_id,
    cityName: row.city_name,
    trigger: row.trigger as FaceTrigger,
    result: row.result as Result,
    reason: row.reason,
    provider: row.provider,
    scoreBp: row.score_bp,
    live: row.live,
    at: row.at.toISOString(),
    allowedActions: row.has_picture && operator.authorities.has('driver.facePicture') ? (['picture'] as const).slice() : [],
  }),
})
