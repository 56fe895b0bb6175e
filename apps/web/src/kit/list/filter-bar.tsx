import { Button, Input, Select, Space, type InputRef } from 'antd'
import { Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { activeFilters, isAmount, paramsOf, type FilterValues } from './filter.view.ts'
import type { Filter } from './query-table.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

type Change = (values: FilterValues) => void

interface ControlProps {
  filter: Filter
  values: FilterValues
  unread: FilterValues
  onChange: Change
  onUnsettled: (name: string, yes: boolean) => void
  textRef?: React.Ref<InputRef>
  settled: boolean
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
}

/** Text that asks after a pause in typing, at once on Enter, and follows the address when that changes elsewhere. */
function TextControl({ name, label, width, placeholder, value, fault, onCommit, onUnsettled, inputRef }: TextControlProps) {
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

/** The calendar is fetched when the first rows are there; until then its room is kept. */
const DaysControl = lazyPiece(() => import('./days-control.tsx'), 'place')

function DaysRoom({ label, width }: { label: string; width: number }) {
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

function Control({ filter, values, unread, onChange, onUnsettled, textRef, settled }: ControlProps) {
  const [first = '', last = ''] = paramsOf(filter)
  const width = filter.width
  switch (filter.kind) {
    case 'text':
      return (
        <TextControl
          name={first}
          label={filter.label}
          width={width}
          placeholder={filter.placeholder}
          value={values[first] ?? ''}
          inputRef={textRef}
          onUnsettled={onUnsettled}
          onCommit={(text) => onChange({ [first]: text })}
        />
      )
    case 'select':
      return (
        <Select
          aria-label={filter.label}
          placeholder={filter.label}
          value={values[first] || null}
          options={filter.options.map(({ key, value }) => ({ value: key, label: value }))}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: width ?? 120 }}
          popupMatchSelectWidth={false}
          onChange={(value: string | null | undefined) => onChange({ [first]: value ?? '' })}
        />
      )
    case 'multi':
      return (
        <Select
          mode="multiple"
          aria-label={filter.label}
          placeholder={filter.label}
          value={values[first] ? values[first].split(',') : []}
          options={filter.options.map(({ key, value }) => ({ value: key, label: value }))}
          allowClear
          maxTagCount="responsive"
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: width ?? 180 }}
          popupMatchSelectWidth={false}
          onChange={(keys: string[]) => onChange({ [first]: keys.join(',') })}
        />
      )
    case 'days':
      return (
        <Later when={settled} room={<DaysRoom label={filter.label} width={width ?? 240} />}>
          <DaysControl
            label={filter.label}
            from={values[first] ?? ''}
            to={values[last] ?? ''}
            offsetMinutes={filter.offsetMinutes ?? null}
            width={width ?? 240}
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
            width={width ?? 108}
            value={values[first] ?? unread[first] ?? ''}
            fault={notAnAmount}
            onUnsettled={onUnsettled}
            onCommit={(text) => onChange({ [first]: text })}
          />
          <TextControl
            name={last}
            label={t('{label}最高（元）', { label: filter.label })}
            placeholder={t('≤ 元')}
            width={width ?? 80}
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
  values: FilterValues
  unread: FilterValues
  onChange: Change
  /** Something stands in a field that is not in the address yet, or no more so. */
  onUnsettled: (name: string, yes: boolean) => void
  onClear: () => void
  /** The field `/` goes to. */
  textRef: React.Ref<InputRef>
  extra?: ReactNode
  /** The list's first answer is there: what is heavy may come now. */
  settled: boolean
}

export function FilterBar({ filters, values, unread, onChange, onUnsettled, onClear, textRef, extra, settled }: FilterBarProps) {
  const firstText = filters.find((filter) => filter.kind === 'text')
  const active = activeFilters(values, filters)
  // An amount says so at its field.
  const unreadable = filters.filter((filter) => filter.kind !== 'amount' && paramsOf(filter).some((name) => unread[name]))
  return (
    <div className="ui-filters" role="search" aria-label={t('筛选')}>
      {filters.map((filter) => (
        <Control
          key={filter.key}
          filter={filter}
          values={values}
          unread={unread}
          onChange={onChange}
          onUnsettled={onUnsettled}
          textRef={filter === firstText ? textRef : undefined}
          settled={settled}
        />
      ))}
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
      <div className="ui-filters-extra">{extra}</div>
    </div>
  )
}
