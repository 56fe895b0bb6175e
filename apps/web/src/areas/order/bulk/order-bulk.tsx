import { BULK_LIMIT, orderBulkCalls } from '@chauffeur/contract/order/bulk'
import { orderCalls } from '@chauffeur/contract/order/list'
import { Button } from 'antd'
import { useState } from 'react'
import { refresh, useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import type { BulkProps } from '#kit/list/define.view.ts'
import type { ShownFilter } from '#kit/list/query-table.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import type { BulkWork, BulkSelection } from './bulk.drawer.tsx'

const BulkDrawer = lazyPiece(async () => ({ default: (await import('./bulk.drawer.tsx')).BulkDrawer }))

/** Work on the chosen orders or on all that are found; work that was left unfinished waits here. */
export function OrderBulk({ keys, clear, input, ready }: BulkProps) {
  const [work, setWork] = useState<BulkWork | null>(null)
  const unfinished = useCall(orderBulkCalls.unfinished, {}, { silent: true }).data?.job
  const close = (changed: boolean) => {
    setWork(null)
    if (changed) clear()
    void refresh([orderBulkCalls.unfinished])
  }
  return (
    <>
      {unfinished && unfinished.waiting > 0 ? (
        <Button onClick={() => setWork({ jobId: unfinished.jobId })}>{t('继续批量操作（剩 {n} 单）', { n: unfinished.waiting })}</Button>
      ) : null}
      {keys.size > 0 ? (
        <>
          <Button type="primary" onClick={() => setWork({ chosen: { orderIds: [...keys] }, count: keys.size })}>
            {t('批量处理已选 {n} 单', { n: keys.size })}
          </Button>
          <AllFound found={{ input, ready }} onWork={setWork} />
        </>
      ) : null}
      <WhenOpened open={work !== null}>
        <BulkDrawer work={work} onClose={close} />
      </WhenOpened>
    </>
  )
}

/** Everything that the filters find, with its number; a list too long for one job says so. */
function AllFound({ found, onWork }: { found: ShownFilter; onWork: (work: BulkWork) => void }) {
  const query = useCall(orderCalls.list, { ...found.input, pageNo: 1, pageSize: 1 }, { silent: true, enabled: found.ready })
  const total = query.data?.total ?? 0
  const tooMany = (query.data?.totalCapped ?? false) || total > BULK_LIMIT
  return (
    <Button
      disabled={!found.ready || total === 0 || tooMany}
      title={found.ready ? (tooMany ? t('超过 {n} 单，请缩小筛选范围', { n: BULK_LIMIT }) : undefined) : t('筛选条件还没有生效或无法识别')}
      onClick={() => onWork({ chosen: { filter: found.input } as BulkSelection, count: total })}
    >
      {t('处理全部符合条件的')}
    </Button>
  )
}
