import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { reconBatchStateText } from '@chauffeur/contract/finance/reconciliation-model'
import { reconKindText } from '@chauffeur/contract/finance/statement'
import { Button, Tooltip } from 'antd'
import dayjs from 'dayjs'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { refresh, useCall } from '#platform/http/call.ts'
import { useLive } from '#platform/live/live.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { useNarrow } from '#kit/list/list-state.ts'
import { Panel } from '#ui/page/page.tsx'
import { moneyChangeText } from '#ui/show/money.view.ts'
import { weekdayText } from '#ui/show/weekdays.ts'
import { type DayCell, faceOf, type Kind, monthAfter, monthRows, weekdayOf } from './reconciliation.view.ts'
import './reconciliation.css'

const thisMonth = () => dayjs().format('YYYY-MM')

/** A month at a glance: which days are balanced, of what we paid and what we were paid. A day leads to its batches. */
export function MonthDays() {
  const [params] = useSearchParams()
  const narrow = useNarrow()
  const [month, setMonth] = useTabState('recon.month', thisMonth())
  const query = useCall(reconciliationCalls.calendar, { month }, { silent: true, keepPrevious: true })
  const toNow = () => void refresh([reconciliationCalls.calendar])
  useLive('reconciliation', toNow, { onGap: toNow })
  const rows = monthRows(month, query.data?.days ?? [], dayjs().format('YYYY-MM-DD'))
  const chosen = params.get('billDateFrom') === params.get('billDateTo') ? params.get('billDateFrom') : null
  const isChosen = (kind: Kind, { day }: DayCell) => chosen === day && (params.get('kind') ?? kind) === kind
  const choose = (kind: Kind, cell: DayCell) =>
    narrow(isChosen(kind, cell) ? { billDateFrom: '', billDateTo: '', kind: '' } : { billDateFrom: cell.day, billDateTo: cell.day, kind })
  const grid = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState([0, 0])
  const move = (event: KeyboardEvent) => {
    const [row = 0, column = 0] = focused
    const steps: Record<string, readonly [number, number] | undefined> = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      Home: [row, 0],
      End: [row, (rows[0]?.cells.length ?? 1) - 1],
    }
    const to = steps[event.key]
    const next = to && grid.current?.querySelector<HTMLElement>(`[data-at="${to[0]}.${to[1]}"]`)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <Panel
      className="recon-month"
      title={
        <span className="recon-month-name">
          <Button size="small" icon={<LeftOutlined />} aria-label={t('上个月')} onClick={() => setMonth(monthAfter(month, -1))} />
          <span>{month}</span>
          <Button
            size="small"
            icon={<RightOutlined />}
            aria-label={t('下个月')}
            disabled={month >= thisMonth()}
            onClick={() => setMonth(monthAfter(month, 1))}
          />
        </span>
      }
      extra={<Legend />}
    >
      <div className="recon-days" ref={grid} role="grid" tabIndex={-1} aria-label={t('{month} 每日对账情况', { month })} onKeyDown={move}>
        <div className="recon-days-row" role="row">
          <span role="columnheader" aria-label={t('类型')} />
          {rows[0]?.cells.map(({ day }) => (
            <span
              key={day}
              role="columnheader"
              className={weekdayOf(day) > 4 ? 'recon-weekend' : undefined}
              title={tr(weekdayText[weekdayOf(day)]!)}
            >
              {Number(day.slice(8))}
            </span>
          ))}
        </div>
        {rows.map(({ kind, cells }, row) => (
          <div key={kind} className="recon-days-row" role="row">
            <span role="rowheader">{tr(reconKindText[kind])}</span>
            {cells.map((cell, column) => (
              <span key={cell.day} role="gridcell">
                <Day
                  cell={cell}
                  at={`${row}.${column}`}
                  reached={focused[0] === row && focused[1] === column}
                  chosen={isChosen(kind, cell)}
                  onFocus={() => setFocused([row, column])}
                  onChoose={() => choose(kind, cell)}
                />
              </span>
            ))}
          </div>
        ))}
      </div>
    </Panel>
  )
}

interface DayProps {
  cell: DayCell
  at: string
  /** By the tab key; the arrows reach the others. */
  reached: boolean
  chosen: boolean
  onFocus: () => void
  onChoose: () => void
}
function Day({ cell, at, reached, chosen, onFocus, onChoose }: DayProps) {
  const { look, sign } = faceOf(cell)
  const words = wordsOf(cell)
  return (
    <Tooltip title={words} mouseEnterDelay={0.3}>
      <button
        type="button"
        data-at={at}
        tabIndex={reached ? 0 : -1}
        className={`recon-day recon-day-${cell.ahead && look === 'none' ? 'ahead' : look}`}
        aria-label={words}
        aria-pressed={chosen}
        onFocus={onFocus}
        onClick={onChoose}
      >
        {sign}
      </button>
    </Tooltip>
  )
}

function wordsOf({ day, batch, ahead }: DayCell): string {
  if (batch === null) return ahead ? t('{day}：尚未到对账时间', { day }) : t('{day}：没有批次', { day })
  const state = tr(reconBatchStateText[batch.state])
  if (batch.openCount === 0 && batch.diffFen === 0) return t('{day}：{state}', { day, state })
  return t('{day}：{state}，未处理 {n} 笔，差额 {sum}', { day, state, n: batch.openCount, sum: moneyChangeText(batch.diffFen) })
}

function Legend() {
  const looks = [
    ['balanced', '✓', t('已对平')],
    ['settled', '✓', t('差异已处理')],
    ['open', '3', t('有差异（未处理笔数）')],
    ['failed', '!', t('失败')],
    ['waiting', '…', t('待拉取账单')],
  ] as const
  return (
    <ul className="recon-legend" aria-hidden="true">
      {looks.map(([look, sign, words]) => (
        <li key={look}>
          <i className={`recon-day recon-day-${look}`}>{sign}</i>
          {words}
        </li>
      ))}
    </ul>
  )
}
