import { Button } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { EmptyState } from './empty-state.tsx'
import { faultOf } from './fault.view.ts'
import './ui.css'

/** What of a query the states need; every TanStack Query result fits. */
export interface QueryLike<T> {
  data: T | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
}

export interface AsyncProps<T> {
  query: QueryLike<T>
  /** Takes the room of what is coming, so that nothing jumps. */
  skeleton?: ReactNode
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  /** Where to go from something that is not there. */
  wayBack?: ReactNode
  children: (data: T) => ReactNode
}

/** Why there is nothing to show, in words, with what can be done about it. */
export function Fault({ error, retry, wayBack }: { error: unknown; retry: () => unknown; wayBack?: ReactNode }) {
  const fault = faultOf(error)
  return (
    <EmptyState
      alert
      title={fault.title}
      hint={fault.hint}
      action={
        fault.retriable ? (
          <Button size="small" onClick={() => void retry()}>
            {t('重试')}
          </Button>
        ) : (
          wayBack
        )
      }
    />
  )
}

/** Known data stays on the screen while a later fetch fails: an operator reads on, the client toasts. */
export function Async<T>({ query, skeleton, isEmpty, empty, wayBack, children }: AsyncProps<T>) {
  if (query.data !== undefined) {
    if (isEmpty?.(query.data)) return empty ?? <EmptyState title={t('暂无数据')} />
    return children(query.data)
  }
  if (query.error) return <Fault error={query.error} retry={query.refetch} wayBack={wayBack} />
  return skeleton ?? <Skeleton lines={4} />
}

export function Skeleton({ lines, height = 32 }: { lines: number; height?: number }) {
  return (
    <div className="ui-skeleton" role="status" aria-label={t('加载中')}>
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} className="ui-skeleton-line" style={{ height }} />
      ))}
    </div>
  )
}
