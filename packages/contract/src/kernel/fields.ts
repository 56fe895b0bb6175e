import * as z from 'zod'
import { bareNumber, TELEPHONE_NUMBER } from './telephone-number.ts'

/** Ids are strings on the wire and positive integers in the database, so anything else is bad input, never a fault. */
export const id = z.string().regex(/^[1-9]\d{0,17}$/, '应为编号 | must be an id')
const EARLIEST = Date.parse('0001-01-01T00:00:00Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')
/** A moment of the years that a database and a screen can write, read as UTC whatever its offset: databases know none of sixteen hours and more. */
export const instant = z.iso
  .datetime({ offset: true, abort: true })
  .refine((text) => Date.parse(text) >= EARLIEST && Date.parse(text) <= LATEST, { error: '时间超出范围 | out of range', abort: true })
  .overwrite((text) => new Date(text).toISOString())
/** A number, or its text as a form carries it. Nothing else stands for one: bare coercion makes 0 of null, of a blank and of an empty list, and 1 of true. */
const numeral = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim() === '' ? undefined : Number(value)
  return value ?? undefined
}
export const numberBetween = (min: number, max: number) =>
  z.preprocess(numeral, z.number().min(min).max(max)) as unknown as z.ZodType<number, number>
/** A whole number; text of a form is read as one, empty text is not zero. */
export const intBetween = (min: number, max: number) =>
  z.preprocess(numeral, z.number().int().min(min).max(max)) as unknown as z.ZodType<number, number>
export const int = () => intBetween(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
/** Integer fen, never negative. */
export const fen = z.number().int()
export const metres = z.number().int().min(0)
export const seconds = z.number().int().min(0)
export const basisPoints = z.number().int()
export const lat = numberBetween(-90, 90)
export const lng = numberBetween(-180, 180)
export const datum = z.enum(['GCJ02', 'WGS84'])
export type Datum = z.infer<typeof datum>
export const point = z.object({ lat: z.number(), lng: z.number(), datum })
/** GeoJSON, WGS84, `[lng, lat]`. What makes it an outline (one ring, closed, simple, not too long) is judged by the server in words. */
export const polygon = z.object({
  type: z.literal('Polygon'),
  coordinates: z.array(z.array(z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])).max(2000)).max(20),
})
export type Polygon = z.infer<typeof polygon>
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
/** A partner's own number of an order, as it stands in an address. */
export const partnerBookingId = z
  .string()
  .regex(/^[^\s\p{Cc}]{1,64}$/u, '应为 1–64 位且不含空格 | 1 to 64 characters, none of them a space')
/** Chinese telephone number as typed: mobiles (trunk 0 and +86 tolerated), land lines, service numbers. */
export const phone = z
  .string()
  .transform(bareNumber)
  .pipe(z.string().regex(TELEPHONE_NUMBER, '请输入正确的电话号码 | not a telephone number'))

export const page = z.object({
  pageNo: optional(intBetween(1, 1_000_000)).transform((value) => value ?? 1),
  pageSize: optional(intBetween(1, 200)).transform((value) => value ?? 20),
  /** A column of the list; one it does not sort by leaves its own order. What every object has is none: columns are looked up by name. */
  sortBy: optional(text(40).pipe(z.string().refine((name) => !(name in {}), '不能按此排序 | is no column'))),
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
