import { Segmented } from 'antd'
import { useMemo } from 'react'
import { useTabState } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { callWords } from '#kit/log/call-words.ts'
import { countText, durationText, percentText } from '#ui/show/measure.view.ts'
import { MonitorTable } from './monitor-table.tsx'
import { msText, type Health } from './monitoring.view.ts'

type Call = Health['calls'][number]
const orders = {
  faults: (a: Call, b: Call) => b.faults - a.faults || b.refused - a.refused || b.calls - a.calls,
  slow: (a: Call, b: Call) => b.p95Ms - a.p95Ms,
  often: (a: Call, b: Call) => b.calls - a.calls,
}
type Order = keyof typeof orders

export function MonitorCalls({ calls, totals }: { calls: Health['calls']; totals: Health['totals'] }) {
  const [order, setOrder] = useTabState<Order>('calls.order', 'faults')
  const rows = useMemo(() => [...calls].sort(orders[order]), [calls, order])
  return (
    <div className="monitor-stack">
      <div className="monitor-line">
        <Segmented<Order>
          size="small"
          value={order}
          aria-label={t('排序')}
          onChange={setOrder}
          options={[
            { value: 'faults', label: t('错误最多') },
            { value: 'slow', label: t('最慢') },
            { value: 'often', label: t('最频繁') },
          ]}
        />
        <span className="ui-none">
          {t('近 {window}：{calls} 次调用，{refused} 次被拒，{faults} 次出错', {
            window: durationText(totals.windowS),
            calls: countText(totals.calls),
            refused: countText(totals.refused),
            faults: countText(totals.faults),
          })}
        </span>
      </div>
      <MonitorTable
        label={t('接口')}
        rows={rows}
        rowKey={(row) => row.call}
        none={t('近期没有调用')}
        alarm={(row) => row.faults > 0}
        cells={[
          { title: t('用途'), cell: (row) => callWords(row.summary, row.call) },
          { title: t('接口'), cell: (row) => <code>{row.call}</code> },
          { title: t('次数'), end: true, cell: (row) => countText(row.calls) },
          { title: t('被拒'), end: true, cell: (row) => countText(row.refused) },
          { title: t('出错'), end: true, cell: (row) => countText(row.faults) },
          { title: t('错误率'), end: true, cell: (row) => percentText(row.faultBp) },
          { title: t('平均'), end: true, cell: (row) => msText(row.meanMs) },
          { title: 'P95', end: true, cell: (row) => msText(row.p95Ms) },
          { title: t('最大'), end: true, cell: (row) => msText(row.maxMs) },
        ]}
      />
    </div>
  )
}
