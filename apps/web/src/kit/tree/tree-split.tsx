import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallError } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { MovableTree, type MovableTreeProps } from './movable-tree.tsx'
import type { Branch } from './tree-move.view.ts'

interface TreeSplitProps<B extends Branch> extends MovableTreeProps<B> {
  query: UseQueryResult<unknown, CallError>
  /** The branch that is chosen, in full. */
  detail: ReactNode
  /** Stands in its place where none is. */
  nothing: ReactNode
}

/** A tree on the left, and the branch chosen of it beside. */
export function TreeSplit<B extends Branch>({ query, detail, nothing, ...tree }: TreeSplitProps<B>) {
  return (
    <div className="tree-split">
      <section className="tree-pane" aria-label={tree.label}>
        <div className="tree-pane-body">
          <Async query={query} skeleton={<Skeleton lines={12} height={28} />}>
            {() => <MovableTree<B> {...tree} />}
          </Async>
        </div>
      </section>
      {detail ?? <section className="tree-pane">{query.data ? nothing : null}</section>}
    </div>
  )
}

/** Says that a branch was moved. */
export const reportMove = (moving: Promise<unknown>): void =>
  void moving.then(
    () => toast.success(t('已移动')),
    () => undefined,
  )
