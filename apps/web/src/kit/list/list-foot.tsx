import { Pagination } from 'antd'
import { memo } from 'react'
import { t } from '#platform/text/text.ts'
import { pageSizes, type ListState } from '#kit/filter/filter.view.ts'
import { countText } from '#ui/show/measure.view.ts'
import type { Change } from './list-state.ts'
import type { PageOf } from './query-table.view.ts'

interface ListFootProps {
  page: PageOf<unknown> | undefined
  state: ListState
  onChange: (change: Change) => void
}

/** How much there is, and the way through it. */
function Foot({ page, state, onChange }: ListFootProps) {
  const { pageNo, pageSize, fitting } = state
  return (
    <footer className="ui-table-foot">
      <span className="ui-number" role="status">
        {page ? (page.totalCapped ? t('超过 {n} 条', { n: countText(page.total) }) : t('共 {n} 条', { n: countText(page.total) })) : ' '}
      </span>
      {page?.total === 0 ? null : (
        <Pagination
          size="small"
          current={pageNo}
          pageSize={pageSize}
          total={page?.total ?? pageNo * pageSize}
          pageSizeOptions={[...new Set([fitting, ...pageSizes])].sort((a, b) => a - b)}
          showSizeChanger
          showQuickJumper
          onChange={(nextNo, nextSize) => onChange(nextSize === pageSize ? { pageNo: nextNo } : { pageSize: nextSize })}
        />
      )}
    </footer>
  )
}

/** Nothing of it changes when its tab is shown again. */
export const ListFoot = memo(Foot)
