import * as z from 'zod'
import { id, json, optional, text } from './fields.ts'

/** What a picker asks: what was typed finds some, ids that were chosen before get their names. At most twenty are answered to what is typed. */
export const findInput = z.object({
  /** Not given: the first ones. */
  keyword: optional(text(40)),
  /** These, and nothing else. */
  ids: optional(json(z.array(id).max(200))),
})
export const FOUND_AT_MOST = 20

/** One that can be picked. */
export const found = z.object({
  id,
  name: z.string(),
  /** What tells it from others of that name: a number, a masked telephone. */
  fact: z.string(),
  /** Where it belongs: the name of a city; empty where it belongs to none. */
  place: z.string(),
  /** Disabled, stopped: still found, since older rows name it. */
  off: z.boolean(),
})
export type Found = z.infer<typeof found>
export const findOutput = z.object({ rows: z.array(found) })
