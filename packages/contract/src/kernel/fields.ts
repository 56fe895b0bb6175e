import * as z from 'zod'
import { bareNumber, TELEPHONE_NUMBER } from './telephone-number.ts'

/** Ids are strings on the wire and positive integers in the database, so anything else is bad input, never a fault. */
export const id = z.string().regex(/^[1-9]\d{0,17}$/, '应为编号 | must be an id')
export const instant = z.iso.datetime({ offset: true })
const number = () => z.coerce.number<number>()
/** A whole number; text of a form is read as one, empty text is not zero. */
export const intBetween = (min: number, max: number) =>
  z.preprocess((value) => (value === '' ? undefined : value), number().int().min(min).max(max)) as unknown as z.ZodType<number, number>
export const int = () => intBetween(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
/** Integer fen, never negative. */
export const fen = z.number().int()
export const metres = z.number().int().min(0)
export const seconds = z.number().int().min(0)
export const basisPoints = z.number().int()
const degrees = (limit: number) =>
  z.preprocess((value) => (value === '' ? undefined : value), number().min(-limit).max(limit)) as unknown as z.ZodType<number, number>
export const lat = degrees(90)
export const lng = degrees(180)
export const datum = z.enum(['GCJ02', 'WGS84'])
export type Datum = z.infer<typeof datum>
export const point = z.object({ lat: z.number(), lng: z.number(), datum })
/** A flag in a form: `true`/`false`, `1`/`0`. */
export const flag = z.preprocess(
  (value) => (value === 'true' || value === '1' || value === 1 ? true : value === 'false' || value === '0' || value === 0 ? false : value),
  z.boolean(),
) as unknown as z.ZodType<boolean, boolean>
/** A list or object that a form carries as JSON text. */
export const json = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value) as unknown
    } catch {
      return value
    }
  }, schema) as unknown as T
/** Text an operator types: trimmed, without control characters or lone surrogates; empty counts as not given. */
export const text = (max: number) =>
  z
    .string()
    .transform((value) =>
      value
        .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
        .toWellFormed()
        .trim(),
    )
    .pipe(z.string().max(max))
export const requiredText = (max: number) => text(max).pipe(z.string().min(1, '不能为空 | must not be empty'))
/** Optional filter or field: an empty string of a form means not given. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional()) as unknown as z.ZodOptional<T>
/** Chinese telephone number as typed: mobiles (trunk 0 and +86 tolerated), land lines, service numbers. */
export const phone = z
  .string()
  .transform(bareNumber)
  .pipe(z.string().regex(TELEPHONE_NUMBER, '请输入正确的电话号码 | not a telephone number'))

export const page = z.object({
  pageNo: optional(intBetween(1, 1_000_000)).transform((value) => value ?? 1),
  pageSize: optional(intBetween(1, 200)).transform((value) => value ?? 20),
  sortBy: optional(z.string().max(40)),
  sortOrder: optional(z.enum(['asc', 'desc'])),
})
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    rows: z.array(row),
    /** Exact up to 10 000; above that 10 000, and `totalCapped` is true. */
    total: z.number().int(),
    totalCapped: z.boolean(),
    pageNo: z.number().int(),
    pageSize: z.number().int(),
  })
/** A drop-down entry; the "all" entry has the key `""` and the value 全部. */
export const option = z.object({ key: z.string(), value: z.string() })
export const nothing = z.object({})
