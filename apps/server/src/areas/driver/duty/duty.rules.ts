import * as z from 'zod'

export type CheckKind = 'FACE' | 'INSURANCE'
export interface DutyRules {
  faceRequired: boolean
  faceEveryHours: number
  insuranceRequired: boolean
  insuranceEveryHours: number
  photosBeforeDepart: number
  receiptFromFen: number | null
}

const HOUR_MS = 3_600_000

/** The checks a driver has yet to pass before duty, in the order they are made; one that was passed holds for a while. */
export function checksDue(rules: DutyRules, passed: Partial<Record<CheckKind, Date>>, now: number): CheckKind[] {
  const asked: [CheckKind, boolean, number][] = [
    ['FACE', rules.faceRequired, rules.faceEveryHours],
    ['INSURANCE', rules.insuranceRequired, rules.insuranceEveryHours],
  ]
  return asked.flatMap(([kind, required, hours]) => {
    const last = passed[kind]
    return required && !(last && now - last.getTime() < hours * HOUR_MS) ? [kind] : []
  })
}

/** What a provider says; anything that is no clear answer is none. */
export const checkAnswer = z.object({
  passed: z.boolean(),
  reason: z
    .string()
    .catch('')
    .transform((reason) => reason.slice(0, 200)),
})
