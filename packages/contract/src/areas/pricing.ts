import * as z from 'zod'
import { lineType } from './pricing-model.ts'

/** A line of a quote or bill as callers see it. */
export const feeLineType = lineType
export const wireFeeLine = z.object({ type: feeLineType, label: z.string(), amountFen: z.number().int() })
