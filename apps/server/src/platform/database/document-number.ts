import { type RawBuilder, sql } from 'kysely'
import { CHINA_MINUTES } from '../values/local-clock.ts'

interface Series {
  prefix: string
  /** The serial is filled up to this width, and grows beyond it: it is never cut. */
  width: number
  /** Of all tenants, where many are given in a second: it rises, and its gaps say nothing of anybody’s business. Without, the tenant’s own. */
  sequence?: string
  /** The day stands before the serial; the serial goes on all the same. */
  dated: boolean
}

/**
 * The numbers by which people speak of things. A tenant’s own serial counts 1, 2, 3 … without a gap: it is given in the transaction that uses it,
 * and whoever needs the next one waits for that. So it is for what is made a few times in a minute.
 *
 * The law asks for numbers without gaps where books are kept (会计基础工作规范, article 52: vouchers are numbered consecutively): that is `seq` of
 * `ledger_seals` (ADR 0016). Payouts have it too, for those who compare them with the bank’s list.
 */
const SERIES = {
  ORDER: { prefix: 'D', width: 7, sequence: 'order_numbers', dated: true },
  BOOKING: { prefix: 'B', width: 7, sequence: 'booking_numbers', dated: true },
  DRIVER: { prefix: 'N', width: 6, dated: false },
  PARTNER_STATEMENT: { prefix: 'S', width: 5, dated: true },
  REDEEM_BATCH: { prefix: 'R', width: 5, dated: true },
  WITHDRAWAL: { prefix: 'W', width: 7, dated: true },
} as const satisfies Record<string, Series>

/** The next number of a series, within the statement that uses it. `utcOffsetMinutes`: of the place whose day it bears. */
export function documentNo(of: keyof typeof SERIES, tenantId: string, utcOffsetMinutes = CHINA_MINUTES): RawBuilder<string> {
  const { prefix, width, dated, sequence }: Series = SERIES[of]
  const serial = sequence ? sql`nextval(${sql.lit(sequence)})` : sql`next_serial(${tenantId}::bigint, ${of}::text)`
  const day = dated ? sql`to_char(now() at time zone 'UTC' + make_interval(mins => ${utcOffsetMinutes}::int), 'YYMMDD')` : sql`''`
  return sql<string>`(${prefix}::text || ${day} || serial_no(${serial}, ${width}::int))`
}
