import type { FilterValues } from '#kit/filter/filter.view.ts'
import { paramsOf } from '#kit/filter/filter.view.ts'
import type { Filter, Option } from '#kit/list/query-table.view.ts'
import { nameSeen } from '#kit/pickers/picks.ts'
import { joined, t } from '#platform/text/text.ts'
import type { Column } from '#ui/table/grid.view.ts'

/** What a list is exported by: as it is on the screen. */
export interface ListShown {
  title: string
  /** What its call is asked. */
  input: Readonly<Record<string, unknown>>
  filters: readonly Filter[]
  values: FilterValues
  columns: readonly Pick<Column<never>, 'key' | 'shows'>[]
  /** How many rows it counts; undefined until they are there. */
  total: { total: number; totalCapped: boolean } | undefined
}

/** Of the columns that a file can have, those on the screen, in its order. */
export function columnsOnScreen(columns: ListShown['columns'], known: readonly string[]): string[] {
  const shown = columns.flatMap(({ key, shows }) => shows ?? [key])
  return [...new Set(shown)].filter((key) => known.includes(key))
}

/** The chosen ones, first those on the screen as they stand there. */
export const inOrder = (chosen: readonly string[], onScreen: readonly string[], known: readonly string[]): string[] =>
  [...new Set([...onScreen, ...known])].filter((key) => chosen.includes(key))

/** What narrows the list, as its filters say it; `choices` are those of each filter. */
export function conditionsInWords(filters: readonly Filter[], values: FilterValues, choices: readonly (readonly Option[])[]): string {
  const said = filters.map((filter, at) => {
    const [first = '', last = ''] = paramsOf(filter)
    const from = values[first] ?? ''
    const to = values[last] ?? ''
    if (from === '' && to === '') return ''
    return `${filter.label}${t('：')}${wordsOf(filter, from, to, choices[at] ?? [])}`
  })
  return said.filter(Boolean).join(t('；')).slice(0, 500)
}

function wordsOf(filter: Filter, from: string, to: string, choices: readonly Option[]): string {
  const word = (key: string) => choices.find((choice) => choice.key === key)?.value ?? key
  switch (filter.kind) {
    case 'text':
      return from
    case 'select':
      return word(from)
    case 'pick':
      return nameSeen(filter.of, from)
    case 'multi':
      return joined(from.split(',').map(word))
    case 'days':
      return from === to ? from : t('{from} 至 {to}', { from: from || '…', to: to || '…' })
    case 'amount':
      return t('{from} 至 {to} 元', { from: from || '…', to: to || '…' })
  }
}
