import { correctionReasonText, type PartnerStatement, statementLineKindText } from '@chauffeur/contract/partner/statement'
import { t, tr } from '#platform/text/text.ts'
import { countText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import type { PlainColumn } from '#ui/table/plain-table.tsx'

type Sum = PartnerStatement['sums'][number]

export const sumKey = ({ kind, reason, rightName, eachFen }: Sum): string => `${kind} ${reason} ${rightName} ${eachFen}`
/** How many of each kind, right and amount, and what they come to. */
export const sumColumns = (): PlainColumn<Sum>[] => [
  { title: t('权益'), cell: ({ rightName }) => rightName, head: true },
  {
    title: t('类型'),
    cell: ({ kind, reason }) =>
      [tr(statementLineKindText[kind]), reason === '' ? '' : tr(correctionReasonText[reason])].filter(Boolean).join(' · '),
  },
  { title: t('每次'), cell: ({ eachFen }) => <Money fen={eachFen} />, end: true },
  { title: t('明细行数'), cell: ({ lines }) => countText(lines), end: true },
  { title: t('金额'), cell: ({ fen }) => <Money fen={fen} />, end: true },
]
