import * as z from 'zod'

/** A picture of an order, by what it shows. `VEHICLE_…`: of the car, from whichever side. */
export const orderFileKind = z.enum([
  'UNIFORM',
  'VEHICLE_BEFORE',
  'BEFORE_FRONT',
  'BEFORE_REAR',
  'BEFORE_LEFT',
  'BEFORE_RIGHT',
  'INTERIOR',
  'ODOMETER',
  'VEHICLE_AFTER',
  'AFTER_FRONT',
  'AFTER_REAR',
  'AFTER_LEFT',
  'AFTER_RIGHT',
  'AFTER_INTERIOR',
  'AFTER_ODOMETER',
  'PARKED',
  'RECEIPT',
])
export type OrderFileKind = z.infer<typeof orderFileKind>
export const orderFileKindText: Record<OrderFileKind, string> = {
  UNIFORM: '司机着装',
  VEHICLE_BEFORE: '接车时车况',
  BEFORE_FRONT: '接车车头',
  BEFORE_REAR: '接车车尾',
  BEFORE_LEFT: '接车左侧',
  BEFORE_RIGHT: '接车右侧',
  INTERIOR: '接车内饰',
  ODOMETER: '接车里程表',
  VEHICLE_AFTER: '交车时车况',
  AFTER_FRONT: '交车车头',
  AFTER_REAR: '交车车尾',
  AFTER_LEFT: '交车左侧',
  AFTER_RIGHT: '交车右侧',
  AFTER_INTERIOR: '交车内饰',
  AFTER_ODOMETER: '交车里程表',
  PARKED: '停车位置',
  RECEIPT: '票据',
}

/** Of a trip, in its order: before it, after it, its bill. */
export const photoStage = z.enum(['BEFORE', 'AFTER', 'BILL'])
export type PhotoStage = z.infer<typeof photoStage>
export const photoStageText: Record<PhotoStage, string> = { BEFORE: '出发前', AFTER: '到达后', BILL: '报单' }
/** Kinds stand in the order in which a trip brings them. */
const FIRST_AFTER = orderFileKind.options.indexOf('VEHICLE_AFTER')
export const stageOf = (kind: OrderFileKind): PhotoStage =>
  kind === 'RECEIPT' ? 'BILL' : orderFileKind.options.indexOf(kind) < FIRST_AFTER ? 'BEFORE' : 'AFTER'
export const kindsOfStage = (stage: PhotoStage): OrderFileKind[] => orderFileKind.options.filter((kind) => stageOf(kind) === stage)
/** Pictures of the car before a trip, which a city may ask for. */
export const carBeforeKinds: readonly OrderFileKind[] = kindsOfStage('BEFORE').filter((kind) => kind !== 'UNIFORM')

/** What shows the same after a trip as before it: they are looked at side by side. */
const beforeAfter: Partial<Record<OrderFileKind, OrderFileKind>> = {
  VEHICLE_BEFORE: 'VEHICLE_AFTER',
  BEFORE_FRONT: 'AFTER_FRONT',
  BEFORE_REAR: 'AFTER_REAR',
  BEFORE_LEFT: 'AFTER_LEFT',
  BEFORE_RIGHT: 'AFTER_RIGHT',
  INTERIOR: 'AFTER_INTERIOR',
  ODOMETER: 'AFTER_ODOMETER',
}
export function counterpartOf(kind: OrderFileKind): OrderFileKind | null {
  const after = beforeAfter[kind]
  if (after) return after
  return orderFileKind.options.find((one) => beforeAfter[one] === kind) ?? null
}

/** What was found about a picture by itself, before anybody looked. */
export const photoFlag = z.enum(['REUSED', 'TWICE', 'OFF_PLACE', 'OFF_TIME', 'NO_PLACE', 'NO_TIME', 'BLANK'])
export type PhotoFlag = z.infer<typeof photoFlag>
export const photoFlagText: Record<PhotoFlag, string> = {
  REUSED: '其他订单用过',
  TWICE: '本单重复',
  OFF_PLACE: '位置不符',
  OFF_TIME: '时间不符',
  NO_PLACE: '没有位置',
  NO_TIME: '没有时间',
  BLANK: '画面空白',
}

/** How a picture stands: nobody judged it; as it should be; not; to be taken again; another was taken in its place. */
export const photoVerdict = z.enum(['NONE', 'OK', 'BAD', 'RETAKE', 'RETAKEN'])
export type PhotoVerdict = z.infer<typeof photoVerdict>
export const photoVerdictText: Record<PhotoVerdict, string> = {
  NONE: '未审核',
  OK: '照片合格',
  BAD: '照片不合格',
  RETAKE: '待重拍',
  RETAKEN: '已重拍',
}
/** What a reviewer says of it. */
export const photoJudgement = photoVerdict.extract(['OK', 'BAD', 'RETAKE'])
export type PhotoJudgement = z.infer<typeof photoJudgement>

/** Why a picture is not as it should be, or has to be taken again. */
export const photoReason = z.enum([
  'REUSED',
  'NOT_THIS_CAR',
  'BLURRED',
  'DARK',
  'INCOMPLETE',
  'WRONG_KIND',
  'WRONG_PLACE',
  'UNIFORM',
  'PARKING',
  'RETAKE_MISSED',
  'OTHER',
])
export type PhotoReason = z.infer<typeof photoReason>
export const photoReasonText: Record<PhotoReason, string> = {
  REUSED: '使用旧照片',
  NOT_THIS_CAR: '不是本单车辆',
  BLURRED: '照片模糊',
  DARK: '光线太暗',
  INCOMPLETE: '没有拍全',
  WRONG_KIND: '拍摄内容不符',
  WRONG_PLACE: '拍摄位置或时间不符',
  UNIFORM: '着装不合规',
  PARKING: '停车不合规',
  RETAKE_MISSED: '逾期未重拍',
  OTHER: '其他',
}
/** Said by the clock alone. */
export const saidByClock: ReadonlySet<PhotoReason> = new Set(['RETAKE_MISSED'])

/** Why reviewers get an order's pictures to see. */
export const photoWhy = z.enum(['FLAGGED', 'NEW_DRIVER', 'COMPLAINT', 'SAMPLED', 'RETAKEN', 'BY_HAND'])
export type PhotoWhy = z.infer<typeof photoWhy>
export const photoWhyText: Record<PhotoWhy, string> = {
  FLAGGED: '自动检查有异常',
  NEW_DRIVER: '新司机',
  COMPLAINT: '有投诉',
  SAMPLED: '随机抽查',
  RETAKEN: '司机已重拍',
  BY_HAND: '人工转入',
}
/** How the pictures of an order stand: the trip goes on; nobody has to look; they wait; somebody looks; all of them are judged. */
export const photoCaseState = z.enum(['OPEN', 'CLEAR', 'WAITING', 'IN_REVIEW', 'DONE'])
export type PhotoCaseState = z.infer<typeof photoCaseState>
export const photoCaseStateText: Record<PhotoCaseState, string> = {
  OPEN: '行程中',
  CLEAR: '无需审核',
  WAITING: '待审核',
  IN_REVIEW: '审核中',
  DONE: '已审核',
}
/** For so long an order's pictures are their reviewer's alone. */
export const PHOTO_CLAIM_MINUTES = 15

/** Where the place and time of a picture come from: the camera wrote them into it, or the app said so as it sent it. */
export const photoSource = z.enum(['CAMERA', 'APP'])
export type PhotoSource = z.infer<typeof photoSource>
export const photoSourceText: Record<PhotoSource, string> = { CAMERA: '相机记录', APP: '司机端上报' }
