import * as z from 'zod'
import { lineType } from './model.ts'

/** A line of a quote or bill as callers see it. */
export const feeLineType = lineType
export const wireFeeLine = z.object({ type: feeLineType, label: z.string(), amountFen: z.number().int() })

/** Bit 0 is Monday, bit 6 Sunday; 127 is every day. */
export const weekMask = z.number().int().min(1).max(127)
