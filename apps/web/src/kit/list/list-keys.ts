import { useEffect, useMemo, useRef } from 'react'
import { useScreenKeys, type ScreenKey } from '#platform/tab/screen-keys.ts'
import { useTabActive } from '#platform/tab/tab.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { isCovered } from '#ui/dialog/covered.ts'
import type { Verb } from '#ui/table/grid.view.ts'
import { isTyping } from '#ui/table/keyboard.view.ts'

interface ListKeys<Row> {
  search: () => void
  current: () => Row | undefined
  verbs?: ((row: Row) => readonly Verb[]) | undefined
  select?: ((row: Row) => void) | undefined
  peek: () => void
  /** What else has a key on this screen. */
  more?: readonly ScreenKey[] | undefined
  opens: boolean
  searches: boolean
}

/** Single letters of a list, for the row that the keyboard is on; they do nothing while something is typed or lies over the page. */
export function useListKeys<Row>(keys: ListKeys<Row>): void {
  const active = useTabActive()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (isTyping(event.target) || isCovered()) return
      const { search, current, verbs, select, peek } = latest.current
      const row = current()
      const letter = event.key.toLowerCase()
      const act =
        letter === '/'
          ? search
          : row === undefined
            ? undefined
            : (verbs?.(row).find((verb) => verb.letter?.toLowerCase() === letter)?.act ??
              (letter === 'p' ? peek : letter === 'x' && select ? () => select(row) : undefined))
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])

  const language = useLocale()
  const { more, opens, searches } = keys
  const [selects, acts] = [keys.select !== undefined, keys.verbs !== undefined]
  useScreenKeys(
    useMemo<ScreenKey[]>(
      () =>
        language
          ? [
              ...(searches ? [['/', t('到搜索框')] as const, ['↓', t('从搜索框到列表')] as const] : []),
              ['↑+↓', t('在列表中上下移动')],
              ...(opens ? [['Enter', t('打开所在行')] as const] : []),
              ['P', t('在旁边查看所在行')],
              ...(selects ? [['X', t('选择所在行')] as const] : []),
              ...(acts ? [['Shift+F10', t('打开所在行的操作菜单')] as const] : []),
              ...(more ?? []),
            ]
          : [],
      [language, more, opens, searches, selects, acts],
    ),
  )
}

/** The key to the search field on a screen with filters that is no table. */
export function useSearchKey(search: () => void): void {
  const active = useTabActive()
  const latest = useRef(search)
  latest.current = search
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered()) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])
  const language = useLocale()
  useScreenKeys(useMemo<ScreenKey[]>(() => (language ? [['/', t('到搜索框')]] : []), [language]))
}
