import type { FaceTrigger } from '@chauffeur/contract/qualification/face'
import * as z from 'zod'
import type { CheckFacts } from './check.queries.ts'
import type { DutyRules } from '../duty/index.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** A face that was shown a moment ago is not asked for again, whatever for. */
const FRESH_MS = 10 * MINUTE_MS

/** Whether the insurance has yet to be looked at before duty; one that was found holds for a while. */
export const isInsuranceDue = ({ insuranceRequired, insuranceEveryHours }: DutyRules, passedAt: Date | null, now: Date): boolean =>
  insuranceRequired && !(passedAt && now.getTime() - passedAt.getTime() < insuranceEveryHours * HOUR_MS)

/** Whether a face is to be shown for this: `dayStart` is when the city's day began. */
export function isFaceDue(
  { faceRequired, faceEveryHours, faceFirstOrder, faceRandomPercent, facePayout }: DutyRules,
  trigger: FaceTrigger,
  passedAt: Date | null,
  { now, dayStart }: { now: Date; dayStart: Date },
): boolean {
  const isWithin = (ms: number) => passedAt !== null && now.getTime() - passedAt.getTime() < ms
  if (trigger === 'ONLINE') return faceRequired && !isWithin(faceEveryHours * HOUR_MS)
  if (trigger === 'FIRST_ORDER_DAY') return faceFirstOrder && !(passedAt && passedAt >= dayStart)
  return (trigger === 'RANDOM' ? faceRandomPercent > 0 : facePayout) && !isWithin(FRESH_MS)
}

/** Whether the city asks for faces at all: a lock of theirs is none where it does not. */
export const asksFaces = ({ faceRequired, faceFirstOrder, faceRandomPercent, facePayout }: DutyRules): boolean =>
  faceRequired || faceFirstOrder || faceRandomPercent > 0 || facePayout

/**
 * Since when nothing is asked and until when nothing is given, after so many that were not passed in a row, and how many more may be tried.
 * `failedAt`: since the last that was passed, in their order; of those asked side by side some come in while it is shut already, and do not count.
 */
export function lockOf(
  { faceMaxFail, faceLockMinutes }: DutyRules,
  failedAt: readonly Date[],
  now: Date,
): { until: Date | null; triesLeft: number } {
  let until = 0
  let count = 0
  for (const at of failedAt) {
    if (at.getTime() < until) continue
    count++
    if (count < faceMaxFail) continue
    until = at.getTime() + faceLockMinutes * MINUTE_MS
    count = 0
  }
  return now.getTime() < until ? { until: new Date(until), triesLeft: 0 } : { until: null, triesLeft: faceMaxFail - count }
}

export type FaceStand = { is: 'NOT_ASKED' | 'HOLDS' | 'LISTED' | 'DUE' } | { is: 'LOCKED'; until: Date }
export interface DutyChecks {
  face: FaceStand
  insurance: 'NOT_ASKED' | 'HOLDS' | 'DUE'
}
type DutyCheckFacts = Pick<CheckFacts, 'now' | 'day_start' | 'face_at' | 'insured_at' | 'failed_at' | 'listed'>
/** How face and insurance stand before duty, in the order in which going on duty looks at it. */
export function dutyChecksOf(
  rules: DutyRules,
  { now, day_start: dayStart, face_at, insured_at, failed_at, listed }: DutyCheckFacts,
): DutyChecks {
  const faceOf = (): FaceStand => {
    const { until } = lockOf(rules, failed_at, now)
    if (until && !listed && asksFaces(rules)) return { is: 'LOCKED', until }
    if (!rules.faceRequired) return { is: 'NOT_ASKED' }
    if (!isFaceDue(rules, 'ONLINE', face_at, { now, dayStart })) return { is: 'HOLDS' }
    return { is: listed ? 'LISTED' : 'DUE' }
  }
  const insurance = !rules.insuranceRequired ? 'NOT_ASKED' : isInsuranceDue(rules, insured_at, now) ? 'DUE' : 'HOLDS'
  return { face: faceOf(), insurance }
}

/** Whether one of so many orders in a hundred is this one: `print` is of the order, so that asking once more changes nothing. */
export const isDrawn = (print: Buffer, percent: number): boolean => print.readUInt32BE(0) % 100 < percent

/** What a provider says; anything that is no clear answer is none. */
export const checkAnswer = z.object({
  passed: z.boolean(),
  reason: z
    .string()
    .catch('')
    .transform((reason) => reason.slice(0, 200)),
  /** Of a picture: whether it was taken of somebody there, and how like it is. */
  live: z.boolean().optional(),
  scoreBp: z.number().int().min(0).max(10_000).optional().catch(undefined),
})
type CheckAnswer = z.infer<typeof checkAnswer>

/** A picture of a picture is nobody's face: what was handed over counts only where the service says that it was taken of somebody there. */
export const isPassed = ({ passed, live }: CheckAnswer, picture: boolean): boolean => passed && (!picture || live === true)
