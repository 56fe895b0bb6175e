import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { type KeyboardEvent, useEffect, useId } from 'react'
import { RefusalError } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { FreshnessWord, WorkWord } from '#shared/driver/driver-legend.tsx'
import { hindranceWords, mayBeAssigned, useAssigning } from '#shared/order/candidates.ts'
import { Distance, Eta } from '#ui/show/measure.tsx'
import { ActionPanel } from './action.panel.tsx'
import { Field } from '../draft/field.tsx'
import type { OrderStatus } from './progress.view.ts'
import { useAction } from './use-action.ts'
import '../call-centre.css'
import './progress.css'

export interface AssignPanelProps {
  order: OrderStatus
  onAssigned: (orderId: string, orderNo: string) => void
  onClose: () => void
}

/** A driver chosen by hand, nearest first. One whom the search would not have asked is taken only when Enter is pressed a second time. */
export function AssignPanel({ order, onAssigned, onClose }: AssignPanelProps) {
  const listId = useId()
  const { typed, setTyped, query, settled, driverId, chosen: listed, choose, overruled, overrule } = useAssigning(order.orderId)
  const rows = query.data?.rows ?? []
  const at = rows.findIndex((driver) => driver.driverId === driverId)
  const chosen = settled ? listed : undefined
  const nearest = settled ? rows[0]?.driverId : undefined
  useEffect(() => {
    if (driverId === null && nearest !== undefined) choose(nearest)
  }, [driverId, nearest, choose])
  const assign = useAction(dispatchDeskCalls.assign, (answer) => onAssigned(answer.orderId, answer.orderNo))
  const confirm = () => {
    if (!chosen || !mayBeAssigned(chosen)) return
    if (chosen.hindrance !== null && !overruled) return overrule(chosen.driverId)
    const anyway = overruled || undefined
    void assign.run({ orderId: order.orderId, driverId: chosen.driverId, version: order.version, anyway }, (error) => {
      if (error instanceof RefusalError && error.error === 'dispatchDesk.doubtful') overrule(chosen.driverId)
    })
  }
  const pressed = (event: KeyboardEvent) => {
    const next = { ArrowDown: Math.min(rows.length - 1, at + 1), ArrowUp: Math.max(0, at - 1) }[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(rows[next]?.driverId ?? null)
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <ActionPanel
      title={t('指派司机')}
      confirm={chosen ? t('指派 {name}', { name: chosen.name }) : t('指派')}
      busy={assign.busy}
      ready={chosen !== undefined && mayBeAssigned(chosen)}
      problem={assign.problem || (query.error ? t('司机列表加载失败，请重试') : '')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Field label={t('司机姓名或编号')}>
        {(field) => (
          <input
            {...field}
            className="desk-input"
            role="combobox"
            aria-expanded={rows.length > 0}
            aria-controls={listId}
            aria-activedescendant={chosen ? `${listId}-${rows.indexOf(chosen)}` : undefined}
            autoComplete="off"
            maxLength={40}
            placeholder={t('不填则按距离列出，方向键选择')}
            value={typed}
            onChange={(event) => {
              if (event.target.value.trim() !== typed.trim()) choose(null)
              setTyped(event.target.value)
            }}
            onKeyDown={pressed}
          />
        )}
      </Field>
      <ul id={listId} role="listbox" aria-label={t('可指派司机')} className="desk-list desk-assign-list">
        {rows.map((driver, index) => (
          <li
            key={driver.driverId}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={driver === chosen}
            aria-disabled={!mayBeAssigned(driver)}
            className={`desk-driver ${driver === chosen ? 'desk-driver-on' : ''} ${mayBeAssigned(driver) ? '' : 'desk-driver-off'}`}
            onClick={() => choose(driver.driverId)}
          >
            <span className="desk-driver-name">
              {driver.name} <span className="desk-row-more">{driver.driverNo}</span>
            </span>
            <span>
              <Distance m={driver.distanceM} /> · <Eta s={driver.etaS} />
            </span>
            <span className="desk-driver-state">
              {driver.hindrance === null ? <WorkWord status={driver.workStatus} /> : hindranceWords(driver)}
              {driver.freshness === 'FRESH' ? null : <FreshnessWord freshness={driver.freshness} />}
            </span>
          </li>
        ))}
      </ul>
      {query.data && rows.length === 0 ? <p className="desk-quiet">{t('没有符合的在线司机')}</p> : null}
      {chosen && chosen.hindrance !== null && overruled ? (
        <p className="desk-warn" role="alert">
          {t('{name}：{why}，再按一次 Enter 仍然指派', { name: chosen.name, why: hindranceWords(chosen) })}
        </p>
      ) : null}
    </ActionPanel>
  )
}
