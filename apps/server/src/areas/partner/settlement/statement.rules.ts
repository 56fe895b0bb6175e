import type { DisputeState, PartnerStatementState, StatementLineKind } from '@chauffeur/contract/partner/statement'
import { defineMachine } from '#platform/machine/machine'

export type StatementEvent = 'send' | 'confirm' | 'finalize'

export const statementMachine = defineMachine<PartnerStatementState, StatementEvent, 'OPERATOR' | 'TIMER'>({
  states: ['DRAFT', 'SENT', 'CONFIRMED', 'FINAL'],
  begins: ['DRAFT'],
  rests: ['FINAL'],
  events: {
    send: { from: ['DRAFT'], to: 'SENT', by: ['OPERATOR'] },
    confirm: { from: ['SENT'], to: 'CONFIRMED', by: ['OPERATOR'] },
    finalize: { from: ['CONFIRMED'], to: 'FINAL', by: ['OPERATOR'] },
  },
})

const CHINA_H = 8
/** When a month of China's clock begins, and when the next does. */
export function boundsOf(month: string): { from: Date; to: Date } {
  const [year, no] = month.split('-').map(Number) as [number, number]
  return { from: new Date(Date.UTC(year, no - 1, 1, -CHINA_H)), to: new Date(Date.UTC(year, no, 1, -CHINA_H)) }
}
/** The last month that is over. */
export function monthBefore(now: Date): string {
  const china = new Date(now.getTime() + CHINA_H * 3_600_000)
  return new Date(Date.UTC(china.getUTCFullYear(), china.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}

/** Whether the partner may say that a line is wrong: once, of what was sent, and of what it was billed for. */
export const mayDispute = (
  state: PartnerStatementState,
  line: { kind: StatementLineKind; dispute: DisputeState | null; amountFen: number },
) => state === 'SENT' && line.kind !== 'CORRECTION' && line.dispute === null && line.amountFen > 0

/** What the use costs after its dispute; null where nobody was asked for so much. */
export function agreedOf(decision: Exclude<DisputeState, 'OPEN'>, billedFen: number, givenFen: number | undefined): number | null {
  if (decision === 'KEPT') return billedFen
  if (decision === 'TAKEN_OUT') return 0
  return givenFen !== undefined && givenFen > 0 && givenFen < billedFen ? givenFen : null
}

/** What is still to be paid on a final statement; below zero what is still to be given back. */
export const leftFen = ({ total_fen, paid_fen }: { total_fen: string | number; paid_fen: string | number }): number =>
  Number(total_fen) - Number(paid_fen)
