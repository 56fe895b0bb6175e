import type { ReconDetailRow, SingleRow } from '@chauffeur/contract/finance/reconciliation'
import { reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import type { BulkProps } from '#kit/list/define.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { askAboutItems, askAboutSingles } from './ask.ts'

const RetrySingles = lazyPiece(async () => ({ default: (await import('./retry.form.tsx')).RetrySinglesForm }))

/** The rows that were chosen, those on other pages too. */
function useChosen<Row>(rows: readonly Row[], keys: ReadonlySet<string>, keyOf: (row: Row) => string): Row[] {
  const seen = useRef(new Map<string, Row>())
  for (const row of rows) seen.current.set(keyOf(row), row)
  return [...keys].flatMap((key) => seen.current.get(key) ?? [])
}

export function ItemsBar({ keys, rows, clear }: BulkProps<ReconDetailRow>) {
  const chosen = useChosen(rows, keys, ({ detailId }) => detailId).filter(({ allowedActions }) => allowedActions.includes('refresh'))
  if (chosen.length === 0) return null
  const ask = async () => {
    await askAboutItems(chosen.map(({ detailId }) => detailId))
    clear()
  }
  return <Button onClick={() => void ask()}>{t('查询渠道（{n} 笔）', { n: chosen.length })}</Button>
}

export const singleKey = ({ outBillNo }: SingleRow): string => outBillNo
export function SinglesBar({ keys, rows, clear }: BulkProps<SingleRow>) {
  const chosen = useChosen(rows, keys, singleKey)
  const [retrying, setRetrying] = useState(false)
  const mayRetry = useMay(reconciliationCalls.retrySingle)
  const able = (action: 'refresh' | 'retry') => chosen.filter(({ allowedActions }) => allowedActions.includes(action))
  const [toAsk, toRetry] = [able('refresh'), able('retry')]
  const ask = async () => {
    await askAboutSingles(toAsk.map(({ withdrawalId }) => withdrawalId))
    clear()
  }
  return (
    <>
      {toAsk.length > 0 ? <Button onClick={() => void ask()}>{t('查询渠道（{n} 笔）', { n: toAsk.length })}</Button> : null}
      {mayRetry && toRetry.length > 0 ? (
        <Button danger onClick={() => setRetrying(true)}>
          {t('重试付款（{n} 笔）', { n: toRetry.length })}
        </Button>
      ) : null}
      <WhenOpened open={retrying}>
        <RetrySingles open={retrying} rows={toRetry} onSaved={clear} onClose={() => setRetrying(false)} />
      </WhenOpened>
    </>
  )
}
