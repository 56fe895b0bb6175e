import type { Area } from './kernel/call.ts'
import type { Refusal } from './kernel/envelope.ts'
import * as access from './areas/access/index.ts'
import * as callCentre from './areas/call-centre/index.ts'
import * as customer from './areas/customer/index.ts'
import * as dispatch from './areas/dispatch/index.ts'
import * as driver from './areas/driver/index.ts'
import * as finance from './areas/finance/index.ts'
import * as message from './areas/message/index.ts'
import * as operations from './areas/operations/index.ts'
import * as order from './areas/order/index.ts'
import * as partner from './areas/partner/index.ts'
import * as pricing from './areas/pricing/index.ts'
import * as privacy from './areas/privacy/index.ts'
import * as qualification from './areas/qualification/index.ts'
import * as quality from './areas/quality/index.ts'

/** Every group of calls by name: for the server's route list, tools and tests, never for screens. */
export const areas = {
  ...access.calls,
  ...callCentre.calls,
  ...customer.calls,
  ...dispatch.calls,
  ...driver.calls,
  ...finance.calls,
  ...message.calls,
  ...operations.calls,
  ...order.calls,
  ...partner.calls,
  ...pricing.calls,
  ...privacy.calls,
  ...qualification.calls,
  ...quality.calls,
} satisfies Record<string, Area>

/** Each part's refusals. A name is declared once, and a code says one thing. */
export const refusalTables: readonly Record<string, Refusal>[] = [
  ...access.refusals,
  ...callCentre.refusals,
  ...customer.refusals,
  ...dispatch.refusals,
  ...driver.refusals,
  ...finance.refusals,
  ...message.refusals,
  ...operations.refusals,
  ...order.refusals,
  ...partner.refusals,
  ...pricing.refusals,
  ...privacy.refusals,
  ...qualification.refusals,
  ...quality.refusals,
]
/** The one table of refusals: name → code and sentences. */
export const allRefusals: Record<string, Refusal> = Object.assign({}, ...refusalTables)
