import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { type WithdrawalAction, withdrawalActionText } from '@chauffeur/contract/finance/withdrawal-review-model'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { Button } from 'antd'
import { useState } from 'react'
import type { BulkProps } from '#kit/list/define.view.ts'
import { useCall } from '#platform/http/call.ts'
import { useCan, useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'

const BulkDrawer = lazyPiece(() => import('./bulk.drawer.tsx'))

export type BulkAction = Extract<WithdrawalAction, 'APPROVE' | 'REJECT' | 'PAY'>
export interface BulkWork {
  action: BulkAction
  /** What finds the rows: those chosen, or a filter. */
  found: InputOf<typeof withdrawalReviewCalls.list>
}
/** Rows that one look takes in, and one piece of work. */
const BULK_MOST = 200

/** The chosen ones, or all that are found, approved, rejected or paid at once; who may not do one of these does not see it. */
export function ReviewBulk({ keys, clear, input, ready }: BulkProps) {
  const [work, setWork] = useState<BulkWork | null>(null)
  const [mayAudit, maySecond, mayPay] = [useCan('withdrawal.audit'), useCan('withdrawal.secondAudit'), useMay(withdrawalReviewCalls.retry)]
  const count = useCall(withdrawalReviewCalls.list, { ...input, pageNo: 1, pageSize: 1 } as never, {
    silent: true,
    enabled: ready && keys.size > 0,
  })
  const total = count.data?.total ?? 0
  const actions: BulkAction[] = [
    ...(mayAudit || maySecond ? (['APPROVE'] as const) : []),
    ...(mayAudit ? (['REJECT'] as const) : []),
    ...(mayPay ? (['PAY'] as const) : []),
  ]
  const [all, setAll] = useState(false)
  const found = all && ready && total <= BULK_MOST ? input : { withdrawalIds: [...keys] }
  const close = (done: boolean) => {
    setWork(null)
    if (done) {
      setAll(false)
      clear()
    }
  }
  const n = all ? total : keys.size
  return (
    <>
      {keys.size > 0 ? (
        <span className="withdrawal-bulk" role="group" aria-label={t('批量处理')}>
          {actions.map((action) => (
            <Button
              key={action}
              type={action === 'PAY' ? 'primary' : 'default'}
              danger={action === 'REJECT'}
              disabled={n > BULK_MOST}
              title={n > BULK_MOST ? t('一次最多 {n} 笔', { n: BULK_MOST }) : undefined}
              onClick={() => setWork({ action, found: { ...found, pageNo: 1, pageSize: BULK_MOST } as BulkWork['found'] })}
            >
              {t('批量{what}（{n}）', { what: tr(withdrawalActionText[action]), n })}
            </Button>
          ))}
          {total > keys.size ? (
            <Button type="text" aria-pressed={all} disabled={!ready || total > BULK_MOST} onClick={() => setAll(!all)}>
              {all ? t('只处理已选 {n} 笔', { n: keys.size }) : t('改为全部 {n} 笔', { n: total })}
            </Button>
          ) : null}
        </span>
      ) : null}
      <WhenOpened open={work !== null}>
        <BulkDrawer work={work} onClose={close} />
      </WhenOpened>
    </>
  )
}
