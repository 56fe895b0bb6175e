import * as z from 'zod'
import { instant, optional, text } from './fields.ts'

/** What every version of a setting says of itself. A version never changes; the setting is the newest one. */
export const versionFacts = {
  version: z.number().int(),
  /** Why it was made; empty where nobody said. */
  reason: z.string(),
  /** Empty: the system. */
  changedBy: z.string(),
  changedAt: instant,
}
/** Of a call that makes the next version: why. */
export const changeReason = { changeReason: optional(text(200)) }
export type VersionFacts = z.infer<z.ZodObject<typeof versionFacts>>

/**
 * What a setting's `history` answers: every version whole, newest first, so that any two can be compared field by field. To return to an
 * earlier one its values are saved again, with the newest version as the one seen: it is checked as every change is.
 */
export const versionsOf = <T extends z.ZodObject<typeof versionFacts>>(setting: T) => z.object({ rows: z.array(setting) })
