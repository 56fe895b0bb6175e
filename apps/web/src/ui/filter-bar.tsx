import { Button, Input, Select, Space, type InputRef } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '#platform/text.ts'
import { activeFilters, paramsOf, type FilterValues } from './filter.view.ts'
import type { Filter } from './query-table.ts'

type Change = (values: FilterValues) => void

interface ControlProps {
  filter: Filter
  values: FilterValues
  onChange: Change
  textRef?: React.Ref<InputRef>
  settled: boolean
}

const pauseMs = 400

/** Text that asks after a pause in typing, at once on Enter, and follows the address when that changes elsewhere. */
function TextControl({
  name,
  label,
  width,
  placeholder,
  value,
  onCommit,
  inputRef,
}: {
  name: string
  label: string
  width?: number
  placeholder?: string
  value: string
  onCommit: (text: string) => void
  inputRef?: React.Ref<InputRef>
}) {
  const [draft, setDraft] = useState(value)
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => setDraft(value), [value])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const commit = (text: string) => {
    window.clearTimeout(timer.current)
    if (text.trim() !== value) onCommit(text.trim())
  }
  return (
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
      onChange={(event) => {
        const text = event.target.value
        setDraft(text)
        window.clearTimeout(timer.current)
        if (text === '') commit('')
        else timer.current = window.setTimeout(() => commit(text), pauseMs)
      }}
      onPressEnter={() => commit(draft)}
    />
  )
}

/** The calendar is fetched when the first rows are there; until then its room is kept. */
const DaysControl = lazy(() => import('./days-control.tsx'))

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

function Control({ filter, values, onChange, textRef, settled }: ControlProps) {
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
            value={values[first] ?? ''}
            onCommit={(text) => onChange({ [first]: text })}
          />
          <TextControl
            name={last}
            label={t('{label}最高（元）', { label: filter.label })}
            placeholder={t('≤ 元')}
            width={width ?? 80}
            value={values[last] ?? ''}
            onCommit={(text) => onChange({ [last]: text })}
          />
        </Space.Compact>
      )
  }
}

export interface FilterBarProps {
  filters: readonly Filter[]
  values: FilterValues
  onChange: Change
  onClear: () => void
  /** The field `/` goes to. */
  textRef: React.Ref<InputRef>
  extra?: ReactNode
  /** The list's first answer is there: what is heavy may come now. */
  settled: boolean
}

export function FilterBar({ filters, values, onChange, onClear, textRef, extra, settled }: FilterBarProps) {
  const firstText = filters.find((filter) => filter.kind === 'text')
  const active = activeFilters(values, filters)
  return (
    <div className="ui-filters" role="search" aria-label={t('筛选')}>
      {filters.map((filter) => (
        <Control
          key={filter.key}
          filter={filter}
          values={values}
          onChange={onChange}
          textRef={filter === firstText ? textRef : undefined}
          settled={settled}
        />
      ))}
      {active > 0 ? (
        <Button type="text" onClick={onClear}>
          {t('清空筛选（{n}）', { n: active })}
        </Button>
      ) : null}
      <div className="ui-filters-extra">{extra}</div>
    </div>
  )
}
