import * as z from 'zod'
import { id, instant, intBetween, requiredText } from '../../kernel/fields.ts'
import { bandStart } from '../pricing/model.ts'

/** Levels of drivers: what each asks for, and what a driver has of it (domain 3.3). */
export const MOST_DRIVER_LEVEL = 10
/** A rate of acceptance is of so many days, today among them. */
export const ACCEPTANCE_DAYS = 30
const colour = z.string().regex(/^#[0-9a-f]{6}$/i, '应为颜色，如 #d4a017 | must be a colour such as #d4a017')

/** What a level asks for. All of it has to be met; null: nothing of the kind is asked. */
const conditions = {
  /** Experience in all. */
  minExp: intBetween(0, 10_000_000),
  /** Trips done in a cycle. */
  minOrders: intBetween(0, 10_000),
  minRatingX100: intBetween(0, 500).nullable().default(null),
  /** Of the trips taken in a cycle, how many the driver may have cancelled by their own fault. */
  maxCancelBp: intBetween(0, 10_000).nullable().default(null),
  /** Of the offers of the last days, how many the driver has to have taken. */
  minAcceptBp: intBetween(0, 10_000).nullable().default(null),
}
/** What a driver of a level has of it. */
const effects = {
  /** Of a hundred: a driver of 125 comes before others as if they were so much nearer. */
  dispatchWeight: intBetween(50, 200),
  /** Withdrawals a week without a fee, where that is more than the terms give; null: as the terms say. */
  freeWithdrawals: intBetween(0, 50).nullable().default(null),
  /** Added to the range from which the driver hears of orders. */
  rangeBonusM: intBetween(0, 10_000),
  /** Off the platform's commission, in points of the fare. */
  commissionOffBp: intBetween(0, 5_000),
}
export const driverLevel = z.object({ level: intBetween(1, MOST_DRIVER_LEVEL), name: requiredText(10), colour, ...conditions, ...effects })
export type DriverLevel = z.infer<typeof driverLevel>
export type LevelEffects = Pick<DriverLevel, keyof typeof effects>

const neutral = { dispatchWeight: 100, freeWithdrawals: null, rangeBonusM: 0, commissionOffBp: 0 }
export const NO_LEVEL_EFFECTS: LevelEffects = neutral
const asks = (minExp: number, minOrders: number, minRatingX100: number | null, maxCancelBp: number | null) => ({
  minExp,
  minOrders,
  minRatingX100,
  maxCancelBp,
  minAcceptBp: null,
})
/** What holds where nobody set any: names and what is asked, without any effect. */
export const STANDARD_DRIVER_LEVELS: readonly DriverLevel[] = [
  { level: 1, name: '普通', colour: '#8c8c8c', ...asks(0, 0, null, null), ...neutral },
  { level: 2, name: '铜牌', colour: '#a0522d', ...asks(500, 20, null, 2_000), ...neutral },
  { level: 3, name: '银牌', colour: '#5b7083', ...asks(2_000, 40, 460, 1_500), ...neutral },
  { level: 4, name: '金牌', colour: '#a87900', ...asks(6_000, 60, 470, 1_000), ...neutral },
  { level: 5, name: '钻石', colour: '#1668dc', ...asks(15_000, 80, 480, 500), ...neutral },
]

const ENGLISH_NAMES: Readonly<Record<string, string>> = { 普通: 'Standard', 铜牌: 'Bronze', 银牌: 'Silver', 金牌: 'Gold', 钻石: 'Diamond' }
/** The name of a level within a sentence: those of the standard have one in English, too. */
export const levelName = (name: string, english: boolean): string => (english ? (ENGLISH_NAMES[name] ?? name) : name)

/** How levels move. */
export const levelRules = z.object({
  /** Off: experience is counted, and nobody's level moves. */
  enabled: z.boolean(),
  /** How many levels a driver falls at most when a cycle ends. */
  mostDown: intBetween(1, MOST_DRIVER_LEVEL),
  /** Nobody falls who joined so few days ago. */
  newDriverDays: intBetween(0, 365),
  /** When a trip is one by night, by the clock of the city: from, included, to, not included, mostly over midnight. */
  nightFrom: bandStart,
  nightTo: bandStart,
})
export type LevelRules = z.infer<typeof levelRules>
export const STANDARD_LEVEL_RULES: LevelRules = {
  enabled: false,
  mostDown: 1,
  newDriverDays: 30,
  nightFrom: '23:00:00',
  nightTo: '05:00:00',
}

/** What experience is given or taken for. */
export const expEvent = z.enum([
  'ORDER_DONE',
  'PEAK_ORDER',
  'NIGHT_ORDER',
  'PEAK_HOUR',
  'PRAISE',
  'COMPLAINT',
  'PHOTO_OK',
  'PHOTO_BAD',
  'PHOTO_REVISED',
  'CANCEL',
  'CANCEL_FORGIVEN',
])
export type ExpEvent = z.infer<typeof expEvent>
export const expEventText: Record<ExpEvent, string> = {
  ORDER_DONE: '完成一单',
  PEAK_ORDER: '高峰时段订单',
  NIGHT_ORDER: '夜间订单',
  PEAK_HOUR: '高峰在线满 1 小时',
  PRAISE: '表扬',
  COMPLAINT: '投诉',
  PHOTO_OK: '照片合格',
  PHOTO_BAD: '照片不合格',
  PHOTO_REVISED: '照片改判',
  CANCEL: '有责取消',
  CANCEL_FORGIVEN: '取消改判无责',
}
/** Events that undo what an earlier one about the same thing gave or took. */
export const undoesExp: Partial<Record<ExpEvent, readonly ExpEvent[]>> = {
  CANCEL_FORGIVEN: ['CANCEL'],
  PHOTO_REVISED: ['PHOTO_OK', 'PHOTO_BAD'],
}
/** Those with a rule of their own. */
export const ruledExpEvents = expEvent.exclude(['CANCEL_FORGIVEN', 'PHOTO_REVISED'])
const expRule = z.object({
  event: ruledExpEvents,
  /** Below nought it is taken. */
  delta: intBetween(-10_000, 10_000),
  /** Of one driver on one day of the city, given or taken, at most; null: without a limit. */
  dayCap: intBetween(1, 100_000).nullable().default(null),
})
export type ExpRule = z.infer<typeof expRule>
export const expRules = z.array(expRule).max(ruledExpEvents.options.length)
export const STANDARD_EXP_RULES: readonly ExpRule[] = [
  { event: 'ORDER_DONE', delta: 10, dayCap: 120 },
  { event: 'PEAK_ORDER', delta: 5, dayCap: 50 },
  { event: 'NIGHT_ORDER', delta: 5, dayCap: 50 },
  { event: 'PEAK_HOUR', delta: 3, dayCap: 15 },
  { event: 'PRAISE', delta: 20, dayCap: 60 },
  { event: 'COMPLAINT', delta: -50, dayCap: null },
  { event: 'PHOTO_OK', delta: 1, dayCap: 5 },
  { event: 'PHOTO_BAD', delta: -20, dayCap: null },
  { event: 'CANCEL', delta: -20, dayCap: null },
]

/** What somebody on the list is spared or given, until its end. */
export const whiteEffect = z.enum(['NO_DOWNGRADE', 'FIXED', 'AT_LEAST'])
export type WhiteEffect = z.infer<typeof whiteEffect>
export const whiteEffectText: Record<WhiteEffect, string> = { NO_DOWNGRADE: '不降级', FIXED: '固定等级', AT_LEAST: '不低于该等级' }

/** Why a level is what it is. */
export const levelCause = z.enum(['UP', 'CYCLE', 'RULES', 'WHITELIST', 'PROTECTED', 'NEW_DRIVER'])
export type LevelCause = z.infer<typeof levelCause>
export const levelCauseText: Record<LevelCause, string> = {
  UP: '达到条件，即时升级',
  CYCLE: '周期结束未达条件',
  RULES: '等级设置变更',
  WHITELIST: '白名单',
  PROTECTED: '保护期内不降级',
  NEW_DRIVER: '新司机不降级',
}
/** A condition of a level beside what a driver has. */
export const levelCheck = z.object({
  kind: z.enum(['EXP', 'ORDERS', 'RATING', 'CANCEL_RATE', 'ACCEPT_RATE']),
  need: z.number().int(),
  has: z.number().int(),
  met: z.boolean(),
})
export type LevelCheck = z.infer<typeof levelCheck>
export const levelFigures = z.object({
  exp: z.number().int(),
  orders: z.number().int(),
  cancels: z.number().int(),
  cancelBp: z.number().int(),
  ratingX100: z.number().int(),
  /** Null: nothing was offered to the driver. */
  acceptBp: z.number().int().nullable(),
})
export type LevelFigures = z.infer<typeof levelFigures>

/** How a driver stands, and why. */
export const levelStanding = z.object({
  driverId: id,
  level: z.number().int(),
  name: z.string(),
  colour: z.string(),
  since: instant.nullable(),
  ...effects,
  figures: levelFigures,
  /** What was offered to the driver and how they answered. What was taken back is counted nowhere. */
  acceptance: z.object({
    days: z.number().int(),
    accepted: z.number().int(),
    rejected: z.number().int(),
    expired: z.number().int(),
    /** Not taken while the city's drivers were protected: not held against them. */
    spared: z.number().int(),
    acceptBp: z.number().int().nullable(),
    words: z.array(z.string()),
  }),
  /** When the cycle began and when it ends: then it is seen whether the level is kept. */
  cycleFrom: instant,
  cycleTo: instant,
  /** Whether levels move here at all. */
  enabled: z.boolean(),
  /** What keeping this level asks for, and the next one; null on the highest. */
  keep: z.array(levelCheck),
  next: z.object({ level: z.number().int(), name: z.string(), checks: z.array(levelCheck) }).nullable(),
  /** Why it is this level, in sentences. */
  words: z.array(z.string()),
})
export type LevelStanding = z.infer<typeof levelStanding>
