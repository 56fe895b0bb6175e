import * as z from 'zod'
import { id, instant, intBetween, optional, requiredText, text } from './fields.ts'

/** What holds for one driver from a time until another, no two of a kind at once: a listening range, a place on a white list. */
export const datedState = z.enum(['COMING', 'CURRENT', 'OVER'])
export type DatedState = z.infer<typeof datedState>
export const datedStateText: Record<DatedState, string> = { COMING: '未开始', CURRENT: '生效中', OVER: '已结束' }

const datedRow = z.object({
  driverId: id,
  driverNo: z.string(),
  driverName: z.string(),
  cityId: id,
  cityName: z.string(),
  from: instant,
  /** Not included. */
  until: instant,
  state: datedState,
  reason: z.string(),
  version: z.number().int(),
  changedAt: instant,
  changedBy: z.string(),
  allowedActions: z.array(z.enum(['edit', 'delete'])),
})
export type DatedRow = z.infer<typeof datedRow>
/** The fields of a row, which each kind adds its own to. */
export const datedFields = datedRow.shape

export const datedFilter = {
  cityId: optional(id),
  /** The beginning of a driver's number or name, or a whole telephone. */
  keyword: optional(text(40)),
  driverId: optional(id),
  state: optional(datedState),
}
/** Of one that holds already the driver and the beginning stay. */
export const datedInput = {
  /** As it was seen, with the id. */
  version: optional(intBetween(1, 1_000_000_000)),
  driverNo: requiredText(20),
  /** Absent: from now on. */
  from: optional(instant),
  until: instant,
  reason: requiredText(200),
}
