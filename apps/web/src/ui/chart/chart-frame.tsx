import { Button } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { Async, type QueryLike } from '../page/async.tsx'
import { EmptyState } from '../page/empty-state.tsx'
import { Panel } from '../page/page.tsx'
import { copyText } from '../show/copy.ts'
import { PlainTable } from '../table/plain-table.tsx'
import { Chart } from './chart.tsx'
import { type Figures, optionOf, tableText, valueText } from './figures.view.ts'
import './chart-frame.css'

export interface ChartFrameProps<T> {
  title: string
  extra?: ReactNode
  /** Read aloud before the figures, where the title is too short for that. */
  label?: string
  /** What the figures come from: while it is on its way, where it failed or is refused, the frame says so. */
  query: QueryLike<T>
  /** The same object until the answer changes. */
  figures: (data: T) => Figures
  /** That nothing is there yet, and what would bring it. */
  empty: { title: string; hint?: string; action?: ReactNode }
  /** What is drawn where no axes fit it; the table behind it is that of the figures. */
  draw?: (data: T) => ReactNode
  /** Pixels of the chart, and of the table in its place. */
  height: number
  className?: string
}

/** A chart with its title, its states, and the table behind it. */
export function ChartFrame<T>({ title, extra, label = title, query, figures, draw, empty, height, className = '' }: ChartFrameProps<T>) {
  const [asTable, setAsTable] = useState(false)
  const { data } = query
  const shown = useMemo(() => (data === undefined ? undefined : figures(data)), [data, figures])
  const nothing = shown?.series.every(({ values }) => values.every((value) => !value)) ?? true
  const copy = async () => {
    if (shown && (await copyText(tableText(shown)))) toast.success(t('表格已复制，可粘贴到电子表格'))
  }
  return (
    <Panel
      title={title}
      className={`chart-frame ${className}`}
      extra={
        <>
          {extra}
          {nothing ? null : (
            <>
              {asTable ? (
                <Button size="small" type="text" onClick={() => void copy()}>
                  {t('复制')}
                </Button>
              ) : null}
              <Button
                size="small"
                type="text"
                aria-pressed={asTable}
                aria-label={t('表格：{title}', { title })}
                onClick={() => setAsTable(!asTable)}
              >
                {asTable ? t('图表') : t('表格')}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="chart-frame-body" style={{ height }}>
        <Async
          query={query}
          skeleton={<div role="status" aria-label={t('图表加载中')} className="chart-frame-room" />}
          isEmpty={() => nothing}
          empty={<EmptyState {...empty} />}
        >
          {(known) => {
            if (!shown) return null
            if (asTable) return <Table label={label} figures={shown} />
            return draw ? draw(known) : <Drawn label={label} figures={shown} />
          }}
        </Async>
      </div>
    </Panel>
  )
}

function Drawn({ figures, label }: { figures: Figures; label: string }) {
  const option = useMemo(() => optionOf(figures), [figures])
  return <Chart option={option} label={label} />
}

const Table = ({ figures: { by, keys, series }, label }: { figures: Figures; label: string }) => (
  <div className="chart-frame-table" tabIndex={0} role="region" aria-label={label}>
    <PlainTable
      label={label}
      rows={keys.map((key, at) => ({ key, at }))}
      rowKey={({ at }) => at}
      columns={[
        { title: by, head: true, cell: ({ key }) => <span className="ui-number">{key}</span> },
        ...series.map((one) => ({
          title: one.name,
          end: true,
          cell: ({ at }: { at: number }) => <span className="ui-number">{valueText(one, one.values[at])}</span>,
        })),
      ]}
    />
  </div>
)
