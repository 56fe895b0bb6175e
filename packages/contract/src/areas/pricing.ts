import * as z from 'zod'

/** A line of a quote or bill as callers see it. */
export const feeLineType = z.enum(['START', 'MILEAGE', 'WAIT', 'REMOTE', 'DYNAMIC', 'WEATHER', 'TOLL', 'PARKING', 'LODGING', 'OTHER', 'TIP', 'RIGHTS', 'COUPON', 'ADJUST'])
export const wireFeeLine = z.object({ type: feeLineType, label: z.string(), amountFen: z.number().int() })
