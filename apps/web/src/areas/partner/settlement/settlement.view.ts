import {
  type DisputeState,
  type PartnerStatementRow,
  type PartnerStatementState,
  partnerStatementCalls as calls,
} from '@chauffeur/contract/partner/statement'
import { t } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const statementTone: Record<PartnerStatementState, Tone> = { DRAFT: 'off', SENT: 'wait', CONFIRMED: 'run', FINAL: 'done' }
export const disputeTone: Record<DisputeState, Tone> = { OPEN: 'wait', KEPT: 'done', TAKEN_OUT: 'lost', ADJUSTED: 'run' }

/** What everything that is done to a statement changes. */
export const statementReads = [calls.list, calls.view, calls.lines]

export const STATEMENTS = '/Financial/PartnerStatements'
export const statementPath = ({ partnerStatementId }: Pick<PartnerStatementRow, 'partnerStatementId'>): string =>
  `/Financial/PartnerStatement?partnerStatementId=${partnerStatementId}`

/** The months that are over, the last first, by China's clock. */
export function monthsOver(now: Date, count: number): string[] {
  const china = new Date(now.getTime() + 8 * 3_600_000)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(china.getUTCFullYear(), china.getUTCMonth() - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

/** What happened to a statement, by its event. */
export function eventWords(event: string): string {
  const words: Record<string, string> = {
    make: t('生成草稿'),
    reckon: t('重新计算'),
    send: t('发送'),
    dispute: t('提出异议'),
    decide: t('处理异议'),
    confirm: t('确认'),
    finalize: t('定稿入账'),
    pay: t('登记付款'),
    takeBack: t('冲销付款'),
    offset: t('抵扣〔结算〕'),
    refund: t('登记退还'),
  }
  return words[event] ?? event
}
