import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { type ScreenKey, useScreenKeys } from '#platform/tab/screen-keys.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { useLetters } from './use-letters.ts'
import './queue.css'

interface At {
  id: string
  name: string
  index: number
}
export interface WorkQueueProps<Row> {
  /** Where somebody is stays with the tab under this name. */
  name: string
  rows: readonly Row[]
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** A row in the list on the left. */
  draw: (row: Row) => ReactNode
  /** The next one is asked for before it is gone to. */
  prefetch: (row: Row) => unknown
  /** Under the list, where not all of it is shown. */
  more?: ReactNode
  empty: { title: string; hint: string; action?: ReactNode }
  /** What one looked at says once it is in the queue no more. */
  gone: string
  /** What the letters of the one looked at do; `J` and `K` are the queue's own. */
  keys: () => readonly ScreenKey[]
  /** One in full. `done` says in a sentence what became of it and goes on to the next. */
  children: (id: string, done: (words: string) => void) => ReactNode
}

/** Work through a queue by keys: one after the other in full, decided by a letter; what was done stands written below. */
export function WorkQueue<Row>({ name, rows, idOf, nameOf, draw, prefetch, more, empty, gone, keys, children }: WorkQueueProps<Row>) {
  const [at, setAt] = useTabState<At | null>(`at ${name}`, null)
  const [log, setLog] = useTabState<readonly string[]>('log', [])
  const list = useRef<HTMLOListElement>(null)
  const index = rows.findIndex((row) => idOf(row) === at?.id)
  const atOf = (row: Row, position: number): At => ({ id: idOf(row), name: nameOf(row), index: position })
  const go = (to: number) => {
    const position = Math.max(0, Math.min(to, rows.length - 1))
    const row = rows[position]
    setAt(row === undefined ? null : atOf(row, position))
  }
  // The first of them, once there is one and nothing is looked at.
  const first = rows[0]
  useEffect(() => {
    if (at === null && first !== undefined) setAt({ id: idOf(first), name: nameOf(first), index: 0 })
  }, [at, first, idOf, nameOf, setAt])
  const next = rows[(index < 0 ? (at?.index ?? 0) - 1 : index) + 1]
  const nextId = next === undefined ? undefined : idOf(next)
  const ahead = useRef<() => unknown>(undefined)
  ahead.current = () => next !== undefined && prefetch(next)
  // Once a row: lists are asked for again and again.
  useEffect(() => void (nextId && ahead.current?.()), [nextId])
  useEffect(() => {
    // NOTE: newer browsers answer this with a promise, which an effect must not return.
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [at?.id])

  /** Gone from the list since somebody decided, here or elsewhere: its place is the next one's. */
  const forward = () => go(index < 0 ? (at?.index ?? 0) : index + 1)
  const back = () => go((index < 0 ? (at?.index ?? 0) : index) - 1)
  useLetters((key) => ({ J: forward, ArrowDown: forward, K: back, ArrowUp: back })[key])
  const language = useLocale()
  useScreenKeys(useMemo<ScreenKey[]>(() => (language ? [['J', t('下一笔')], ['K', t('上一笔')], ...keys()] : []), [language, keys]))
  const done = (words: string) => {
    setLog((before) => [words, ...before].slice(0, 20))
    const rest = rows.filter((row) => idOf(row) !== at?.id)
    const position = Math.min(Math.max(index, 0), rest.length - 1)
    const row = rest[position]
    setAt(row === undefined ? null : atOf(row, position))
  }
  const written =
    log.length === 0 ? null : (
      <ol className="queue-log" aria-label={t('刚才处理的')} aria-live="polite">
        {log.map((words, position) => (
          <li key={log.length - position}>{words}</li>
        ))}
      </ol>
    )
  if (at === null && rows.length === 0)
    return (
      <>
        <EmptyState {...empty} />
        {written}
      </>
    )
  return (
    <div className="queue">
      <nav aria-label={t('队列')}>
        <p>
          <button type="button" className="ui-text-button" onClick={back}>
            {t('上一笔')} <KeyHint keys="K" />
          </button>
          <button type="button" className="ui-text-button" onClick={forward}>
            {t('下一笔')} <KeyHint keys="J" />
          </button>
        </p>
        <ol ref={list}>
          {rows.map((row, position) => (
            <li key={idOf(row)}>
              <button type="button" aria-current={idOf(row) === at?.id} onClick={() => go(position)}>
                {draw(row)}
              </button>
            </li>
          ))}
        </ol>
        {more ? <p className="ui-none">{more}</p> : null}
      </nav>
      <section aria-label={at?.name}>
        {at ? (
          <>
            {index < 0 ? (
              <p className="queue-gone" role="status">
                {gone}
              </p>
            ) : null}
            {children(at.id, done)}
          </>
        ) : null}
      </section>
      {written}
    </div>
  )
}
