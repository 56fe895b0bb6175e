import type { Found } from '@chauffeur/contract/kernel/find'
import { Select } from 'antd'
import { type ComponentProps, useMemo, useState } from 'react'
import { t, tr } from '#platform/text/text.ts'
import { useDebounced } from '#ui/timing/use-debounced.ts'
import { askedFor, keepPick, offWord, pickedName, type PickKind, recentPicks, useFound, useMayPick, usePicked } from './picks.ts'
import './pickers.css'

const PAUSE_MS = 250
const asOption = (row: Found) => ({ value: row.id, label: row.name || row.fact, row })

type OfSelect =
  | 'id'
  | 'className'
  | 'style'
  | 'prefix'
  | 'aria-label'
  | 'autoFocus'
  | 'defaultOpen'
  | 'allowClear'
  | 'popupMatchSelectWidth'
export interface PickSelectProps extends Pick<ComponentProps<typeof Select>, OfSelect> {
  kind: PickKind
  multiple?: boolean | undefined
  most?: number | undefined
  /** Drivers of this city only. */
  cityId?: string | undefined
  /** What nothing chosen means; what can be typed, where it is not said. */
  placeholder?: string | undefined
  disabled?: boolean | undefined
  value?: string | readonly string[] | null
  onChange?: (value: never) => void
  /** With the rows of what was just chosen. */
  onPicked?: (row: Found) => void
}

/** One, or several, looked for on the server by what is typed. What was chosen keeps its name whichever page it was on. */
export function PickSelect({ kind, multiple, most, cityId, placeholder, disabled, value, onChange, onPicked, ...rest }: PickSelectProps) {
  const may = useMayPick(kind)
  const [open, setOpen] = useState(rest.defaultOpen ?? false)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const keyword = useDebounced(wanted, PAUSE_MS)
  const chosen = useMemo(() => [value ?? []].flat().filter(Boolean) as string[], [value])
  const [recent, setRecent] = useState<readonly string[]>([])
  const query = useFound(kind, keyword, cityId, open && may)
  const nameOf = usePicked(
    kind,
    useMemo(() => [...chosen, ...(open ? recent : [])], [chosen, open, recent]),
  )
  const rows = query.data?.rows ?? []
  const settled = keyword === wanted && !query.isPlaceholderData
  const before = wanted === '' && cityId === undefined ? recent.flatMap((id) => nameOf(id) ?? []).filter(({ off }) => !off) : []
  const others = rows.filter(({ id }) => !before.some((row) => row.id === id))
  const options =
    before.length > 0
      ? [
          { label: t('最近选过'), options: before.map(asOption) },
          { label: t('其余'), options: others.map(asOption) },
        ]
      : rows.map(asOption)
  return (
    <Select
      {...rest}
      mode={multiple ? 'multiple' : undefined}
      maxCount={most}
      // A list that is on its way would be chosen from by Enter.
      options={(settled ? options : []) as ReturnType<typeof asOption>[]}
      value={multiple ? chosen : (chosen[0] ?? null)}
      disabled={disabled || !may ? true : undefined}
      placeholder={may ? (placeholder ?? askedFor(kind)) : t('没有查看权限')}
      popupMatchSelectWidth={rest.popupMatchSelectWidth ?? 320}
      listHeight={320}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped, autoClearSearchValue: true }}
      onOpenChange={(now) => {
        setOpen(now)
        if (now) setRecent(recentPicks(kind))
        else setTyped('')
      }}
      onSelect={(id: unknown) => {
        const row = rows.find((one) => one.id === id) ?? nameOf(String(id))
        keepPick(kind, String(id))
        if (row) onPicked?.(row)
      }}
      onChange={(next: unknown) => onChange?.((multiple ? next : (next ?? undefined)) as never)}
      labelRender={({ value: id }) => pickedName(nameOf(String(id)), String(id))}
      optionRender={({ data }) => <PickRow row={(data as { row: Found }).row} off={offWord(kind)} />}
      notFoundContent={<NothingFound query={query} settled={settled} typed={wanted} />}
    />
  )
}

/** A name, what tells it from others of that name, and where it belongs. */
const PickRow = ({ row, off }: { row: Found; off: string }) => (
  <span className="pick-row">
    <span lang="zh-CN">{row.name || t('未留姓名')}</span>
    <span className="ui-number pick-fact">{row.fact}</span>
    <span className="pick-place">{row.off ? off : tr(row.place)}</span>
  </span>
)

function NothingFound({ query, settled, typed }: { query: ReturnType<typeof useFound>; settled: boolean; typed: string }) {
  if (query.isError && settled)
    return (
      <span className="pick-none" role="alert">
        {t('查找失败：{why}', { why: query.error.message })}{' '}
        <button
          type="button"
          className="ui-text-button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void query.refetch()}
        >
          {t('重试')}
        </button>
      </span>
    )
  if (query.isPending || !settled) return <span className="pick-none">{t('正在查找…')}</span>
  return <span className="pick-none">{typed === '' ? t('没有可选的') : t('没有找到“{keyword}”', { keyword: typed })}</span>
}
