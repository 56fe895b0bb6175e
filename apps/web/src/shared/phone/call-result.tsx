import { callDirectionText, callResultText, type CallResult, type CallRow } from '@chauffeur/contract/call-centre/phone'
import { t, tr } from '#platform/text/text.ts'
import { Tag } from '#ui/show/tag.tsx'
import './phone.css'

const tone = { CONNECTED: 'done', MISSED: 'lost', REFUSED: 'off', RINGBACK: 'wait', NONE: 'off' } as const satisfies Record<
  CallResult,
  string
>

/** Which way a call went and what became of it. */
export function CallResult({ row }: { row: Pick<CallRow, 'direction' | 'result'> }) {
  return (
    <span className="call-word">
      {tr(callDirectionText[row.direction])}
      {row.result === null ? <Tag tone="run">{t('进行中')}</Tag> : <Tag tone={tone[row.result]}>{tr(callResultText[row.result])}</Tag>}
    </span>
  )
}
