import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { Input } from 'antd'
import { type KeyboardEvent, useEffect, useId } from 'react'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { RefusalError } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { FreshnessWord } from '#shared/driver/driver-legend.tsx'
import { type Candidate, hindranceWords, mayBeAssigned, useAssigning } from '#shared/order/candidates.ts'
import { conflictInWords } from '#shared/order/event.view.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Distance, Eta } from '#ui/show/measure.tsx'
import { MeasuredBy } from '#kit/show/measured.tsx'
import { OrderForm, type OrderFormProps } from './order.form.tsx'
import './order-actions.css'

/** A driver chosen by hand, nearest first. One whom the search would not have asked is taken only when that is confirmed a second time. */
export function AssignForm(props: OrderFormProps) {
  const { orderId } = props.order
  const { typed, setTyped, query, settled, driverId, chosen: listed, choose, overruled, overrule } = useAssigning(orderId, props.open)
  const chosen = settled ? listed : undefined
  const nearest = settled ? query.data?.rows.find(mayBeAssigned)?.driverId : undefined
  useEffect(() => {
    if (driverId === null && nearest !== undefined) choose(nearest)
  }, [driverId, nearest, choose])
  // Opened again it begins anew.
  useEffect(() => {
    if (props.open) return
    setTyped('')
    choose(null)
  }, [props.open, setTyped, choose])
  return (
    <OrderForm
      {...props}
      call={dispatchDeskCalls.assign}
      input={(_, version) => ({ orderId, driverId: driverId ?? '', version, anyway: overruled || undefined })}
      ready={chosen !== undefined && mayBeAssigned(chosen)}
      refused={(error) => {
        if (!(error instanceof RefusalError) || error.error !== 'dispatchDesk.doubtful' || !chosen) return conflictInWords(error)
        overrule(chosen.driverId)
        const words = t('{name}：{why}，再确认一次（Enter）仍然指派', { name: chosen.name, why: hindranceWords(chosen) || error.message })
        return new RefusalError(error.code, error.error, words, error.data)
      }}
      title={t('指派司机')}
      okText={chosen ? t('指派 {name}', { name: chosen.name }) : t('指派')}
      width={640}
      saved={chosen ? t('已指派给 {name}', { name: chosen.name }) : null}
      onSaved={(answer) => props.onMoved?.(answer.orderId, answer.orderNo)}
    >
      <Candidates
        rows={query.data?.rows ?? []}
        chosen={chosen}
        typed={typed}
        onType={(words) => {
          if (words.trim() !== typed.trim()) choose(null)
          setTyped(words)
        }}
        onChoose={choose}
      />
      <Async
        query={query}
        skeleton={<Skeleton lines={6} height={28} />}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<EmptyState title={typed === '' ? t('附近没有司机') : t('没有符合的在线司机')} />}
      >
        {() => null}
      </Async>
    </OrderForm>
  )
}

interface CandidatesProps {
  rows: readonly Candidate[]
  chosen: Candidate | undefined
  typed: string
  onType: (words: string) => void
  onChoose: (driverId: string) => void
}

/** Found by what is typed, chosen by the arrows or the mouse. */
function Candidates({ rows, chosen, typed, onType, onChoose }: CandidatesProps) {
  const listId = useId()
  const at = chosen ? rows.indexOf(chosen) : -1
  const pressed = (event: KeyboardEvent) => {
    const next = { ArrowDown: Math.min(rows.length - 1, at + 1), ArrowUp: Math.max(0, at - 1) }[event.key]
    const driver = next === undefined ? undefined : rows[next]
    if (!driver) return
    event.preventDefault()
    onChoose(driver.driverId)
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <Input
        role="combobox"
        aria-label={t('司机姓名或编号')}
        aria-expanded={rows.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId}-${at}` : undefined}
        autoComplete="off"
        maxLength={40}
        placeholder={t('不填则按距离列出，方向键选择')}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={pressed}
      />
      <ul id={listId} role="listbox" aria-label={t('可指派司机')} className="order-candidates">
        {rows.map((driver, index) => (
          <li
            key={driver.driverId}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={driver === chosen}
            aria-disabled={!mayBeAssigned(driver)}
            onClick={() => onChoose(driver.driverId)}
          >
            <span>
              {driver.name} <span className="ui-none">{driver.driverNo}</span>
            </span>
            <span className="ui-number">
              <Distance m={driver.roadM} /> · <Eta s={driver.etaS} /> · <MeasuredBy measured={driver.measured} />
            </span>
            <span>
              {driver.hindrance === null ? <StatusTag work={driver.workStatus} /> : hindranceWords(driver)}
              {driver.freshness === 'FRESH' ? null : <FreshnessWord freshness={driver.freshness} />}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
