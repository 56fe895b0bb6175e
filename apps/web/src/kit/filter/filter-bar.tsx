import { Button, Input, Select, Space, type InputRef } from 'antd'
import { memo, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { activeFilters, isAmount, paramsOf, type FilterValues } from './filter.view.ts'
import type { Choices, Filter, Option } from '#kit/list/query-table.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Menu } from '#ui/dialog/menu.tsx'
import { textWidthPx, widestPx } from '#ui/show/text-width.ts'

type Change = (values: FilterValues) => void

interface ControlProps {
  filter: Filter
  values: FilterValues
  unread: FilterValues
  onChange: Change
  onUnsettled: (name: string, yes: boolean) => void
  textRef?: React.Ref<InputRef>
  settled: boolean
  /** Called for a moment ago: the keyboard goes into it. */
  fresh: boolean
  /** The keys of the search field that lead elsewhere. */
  onDown?: (() => void) | undefined
}

const pauseMs = 400

interface TextControlProps {
  name: string
  label: string
  width?: number
  placeholder?: string
  value: string
  /** What is said of text that cannot be used; it stays in the field and the list stays as it is. */
  fault?: (text: string) => string | null
  onCommit: (text: string) => void
  onUnsettled: (name: string, yes: boolean) => void
  inputRef?: React.Ref<InputRef>
  autoFocus?: boolean
  onDown?: (() => void) | undefined
}

/** Text that asks after a pause in typing, at once on Enter, and follows the address when that changes elsewhere. */
function TextControl({
  name,
  label,
  width,
  placeholder,
  value,
  fault,
  onCommit,
  onUnsettled,
  inputRef,
  autoFocus,
  onDown,
}: TextControlProps) {
  const [draft, setDraft] = useState(value)
  const timer = useRef<number | undefined>(undefined)
  const latest = useRef({ value, onCommit })
  useEffect(() => {
    latest.current = { value, onCommit }
  })
  // A blank typed before a pause is the beginning of the next word.
  useEffect(() => setDraft((text) => (text.trim() === value ? text : value)), [value])
  useEffect(
    () => () => {
      window.clearTimeout(timer.current)
      onUnsettled(name, false)
    },
    [name, onUnsettled],
  )
  const problem = draft.trim() === '' ? null : (fault?.(draft.trim()) ?? null)
  const commit = (typed: string) => {
    window.clearTimeout(timer.current)
    const text = typed.trim()
    if (text !== '' && fault?.(text)) return onUnsettled(name, true)
    onUnsettled(name, false)
    if (text !== latest.current.value) latest.current.onCommit(text)
  }
  const later = (text: string) => {
    window.clearTimeout(timer.current)
    if (text === '') return commit('')
    onUnsettled(name, text.trim() !== latest.current.value)
    timer.current = window.setTimeout(() => commit(text), pauseMs)
  }
  const words = useId()
  return (
    <span className="ui-filter-text">
      <Input
        ref={inputRef}
        name={name}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={draft}
        allowClear
        maxLength={200}
        autoComplete="off"
        autoFocus={autoFocus}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || !onDown) return
          event.preventDefault()
          commit(draft)
          onDown()
        }}
        style={{ width: width ?? 220 }}
        {...(problem !== null && { status: 'error' as const, 'aria-invalid': true, 'aria-describedby': words })}
        onChange={(event) => {
          setDraft(event.target.value)
          // Half of a word in pinyin is not searched for.
          if ((event.nativeEvent as InputEvent).isComposing) {
            window.clearTimeout(timer.current)
            onUnsettled(name, true)
          } else later(event.target.value)
        }}
        onCompositionEnd={(event) => later(event.currentTarget.value)}
        onPressEnter={(event) => event.nativeEvent.isComposing || commit(draft)}
      />
      {problem !== null ? (
        <span id={words} className="ui-filter-problem" role="alert">
          {problem}
        </span>
      ) : null}
    </span>
  )
}

/** The calendar and the pickers are fetched when the first rows are there; until then their room is kept. */
const DaysControl = lazyPiece(() => import('./days-control.tsx'), 'place')
const PickControl = lazyPiece(() => import('./pick-control.tsx'), 'place')

function Room({ label, width }: { label: string; width: number }) {
  return (
    <div className="ui-control-room" style={{ width }} aria-hidden="true">
      {label}
    </div>
  )
}

function Later({ when, room, children }: { when: boolean; room: ReactNode; children: ReactNode }) {
  return when ? <Suspense fallback={room}>{children}</Suspense> : room
}

const notAnAmount = (text: string) => (isAmount(text) ? null : t('不是金额，未按此筛选'))

/** The name of a filter stays beside what it is set to. */
const Named = ({ label }: { label: string }) => <span className="ui-chip-name">{label}</span>

interface ChipProps {
  label: string
  choices: Choices
  chosen: readonly string[]
  several: boolean
  fresh: boolean
  onChange: (keys: readonly string[]) => void
}
/** Pixels of what a chip has beside its words. */
const CHIP_PX = 52
const SEVERAL_CHIP_PX = 64
const CHIP_MOST_PX = 300

function Chip({ label, choices, chosen, several, fresh, onChange }: ChipProps) {
  const useChoices = typeof choices === 'function' ? choices : () => choices
  const options: readonly Option[] = useChoices()
  const words = chosen.map((key) => options.find((option) => option.key === key)?.value ?? key)
  const wordsPx = several ? words.reduce((sum, word) => sum + textWidthPx(word) + 26, 0) : widestPx(words)
  const besidePx = several ? SEVERAL_CHIP_PX : CHIP_PX
  const width = Math.min(CHIP_MOST_PX, textWidthPx(label) + Math.max(wordsPx, textWidthPx(t('全部'))) + besidePx)
  const common = {
    className: `ui-chip${chosen.length > 0 ? ' ui-chip-on' : ''}`,
    'aria-label': label,
    prefix: <Named label={label} />,
    placeholder: t('全部'),
    options: options.map(({ key, value }) => ({ value: key, label: value })),
    allowClear: true,
    showSearch: { optionFilterProp: 'label' },
    style: { width },
    popupMatchSelectWidth: false,
    autoFocus: fresh,
    defaultOpen: fresh,
  }
  return several ? (
    <Select {...common} mode="multiple" maxTagCount="responsive" value={[...chosen]} onChange={(keys: string[]) => onChange(keys)} />
  ) : (
    <Select {...common} value={chosen[0] ?? null} onChange={(key: string | null | undefined) => onChange(key ? [key] : [])} />
  )
}

function Control({ filter, values, unread, onChange, onUnsettled, textRef, settled, fresh, onDown }: ControlProps) {
  const [first = '', last = ''] = paramsOf(filter)
  const width = filter.width
  switch (filter.kind) {
    case 'text':
      return (
        <TextControl
          name={first}
          label={filter.label}
          width={width ?? textWidthPx(filter.placeholder ?? filter.label) + CHIP_PX}
          placeholder={filter.placeholder}
          value={values[first] ?? ''}
          inputRef={textRef}
          autoFocus={fresh}
          onDown={onDown}
          onUnsettled={onUnsettled}
          onCommit={(text) => onChange({ [first]: text })}
        />
      )
    case 'select':
    case 'multi':
      return (
        <Chip
          label={filter.label}
          choices={filter.options}
          several={filter.kind === 'multi'}
          chosen={values[first] ? (filter.kind === 'multi' ? values[first].split(',') : [values[first]]) : []}
          fresh={fresh}
          onChange={(keys) => onChange({ [first]: keys.join(',') })}
        />
      )
    case 'pick': {
      const wide = width ?? textWidthPx(filter.label) + 150
      return (
        <Later when={settled} room={<Room label={filter.label} width={wide} />}>
          <PickControl
            kind={filter.of}
            label={filter.label}
            value={values[first] ?? ''}
            width={wide}
            fresh={fresh}
            onChange={(id) => onChange({ [first]: id })}
          />
        </Later>
      )
    }
    case 'days':
      return (
        <Later when={settled} room={<Room label={filter.label} width={width ?? 290} />}>
          <DaysControl
            label={filter.label}
            from={values[first] ?? ''}
            to={values[last] ?? ''}
            offsetMinutes={filter.offsetMinutes ?? null}
            width={width ?? textWidthPx(filter.label) + 240}
            fresh={fresh}
            onChange={(from, to) => onChange({ [first]: from, [last]: to })}
          />
        </Later>
      )
    case 'amount':
      return (
        <Space.Compact>
          <TextControl
            name={first}
            label={t('{label}最低（元）', { label: filter.label })}
            placeholder={t('{label} ≥ 元', { label: filter.label })}
            width={width ?? textWidthPx(t('{label} ≥ 元', { label: filter.label })) + CHIP_PX}
            value={values[first] ?? unread[first] ?? ''}
            fault={notAnAmount}
            autoFocus={fresh}
            onUnsettled={onUnsettled}
            onCommit={(text) => onChange({ [first]: text })}
          />
          <TextControl
            name={last}
            label={t('{label}最高（元）', { label: filter.label })}
            placeholder={t('≤ 元')}
            width={width ?? 90}
            value={values[last] ?? unread[last] ?? ''}
            fault={notAnAmount}
            onUnsettled={onUnsettled}
            onCommit={(text) => onChange({ [last]: text })}
          />
        </Space.Compact>
      )
  }
}

export interface FilterBarProps {
  filters: readonly Filter[]
  /** Filters whose values something else on the screen shows. */
  hidden?: readonly string[] | undefined
  values: FilterValues
  unread: FilterValues
  onChange: Change
  /** From the search field on to the rows. */
  onDown: () => void
  /** Something stands in a field that is not in the address yet, or no more so. */
  onUnsettled: (name: string, yes: boolean) => void
  onClear: () => void
  /** The field `/` goes to. */
  textRef: React.Ref<InputRef>
  /** The list's first answer is there: what is heavy may come now. */
  settled: boolean
}

const chips: ReadonlySet<Filter['kind']> = new Set(['select', 'multi', 'pick'])

/** The search field and the filters at hand; the others are called by “+ 筛选” and stay while they filter. */
function Bar(props: FilterBarProps) {
  const { filters, hidden, values, unread, onChange, onUnsettled, onClear, onDown, textRef, settled } = props
  const [called, setCalled] = useState<readonly string[]>([])
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const firstText = filters.find((filter) => filter.kind === 'text')
  const active = activeFilters(values, filters)
  const says = (filter: Filter) => paramsOf(filter).some((name) => values[name] || unread[name])
  const shown = filters.filter((filter) => (!filter.more || called.includes(filter.key) || says(filter)) && !hidden?.includes(filter.key))
  const waiting = filters.filter((filter) => filter.more && !shown.includes(filter))
  // An amount says so at its field.
  const unreadable = filters.filter((filter) => filter.kind !== 'amount' && paramsOf(filter).some((name) => unread[name]))
  const change = (filter: Filter) => (next: FilterValues) => {
    // A chip that was emptied goes; a field may be typed in again.
    if (chips.has(filter.kind) && Object.values(next).every((value) => value === '') && filter.more) {
      setCalled((keys) => keys.filter((key) => key !== filter.key))
      requestAnimationFrame(() => adder.current?.focus())
    }
    onChange(next)
  }
  return (
    <div className="ui-filters" role="search" aria-label={t('筛选')}>
      {shown.map((filter) => (
        <Control
          key={filter.key}
          filter={filter}
          values={values}
          unread={unread}
          onChange={change(filter)}
          onUnsettled={onUnsettled}
          textRef={filter === firstText ? textRef : undefined}
          settled={settled}
          fresh={called.at(-1) === filter.key && !says(filter)}
          onDown={filter === firstText ? onDown : undefined}
        />
      ))}
      {waiting.length > 0 ? (
        <Button ref={adder} type="dashed" className="ui-chip-add" aria-haspopup="menu" onClick={() => setMenuAt(adder.current)}>
          {t('+ 筛选')}
        </Button>
      ) : null}
      {menuAt ? (
        <Menu
          label={t('更多筛选')}
          items={waiting.map(({ key, label }) => ({
            key,
            label,
            act: () => setCalled((keys) => [...keys.filter((one) => one !== key), key]),
          }))}
          anchor={menuAt}
          onClose={() => setMenuAt(null)}
        />
      ) : null}
      {unreadable.length > 0 ? (
        <span className="ui-filters-unread" role="alert">
          {t('地址中的{labels}无法识别，未按此筛选', { labels: unreadable.map(({ label }) => `「${label}」`).join('') })}
        </span>
      ) : null}
      {active > 0 || Object.keys(unread).length > 0 ? (
        <Button type="text" onClick={onClear}>
          {t('清空筛选（{n}）', { n: active })}
        </Button>
      ) : null}
    </div>
  )
}

/** Nothing of it changes when its tab is shown again. */
export const FilterBar = memo(Bar)
