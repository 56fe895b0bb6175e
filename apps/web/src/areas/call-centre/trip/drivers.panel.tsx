import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type KeyboardEvent, useId, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { FreshnessWord, WorkWord } from '#shared/driver/driver-legend.tsx'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { Distance, Eta } from '#ui/show/measure.tsx'
import { measuredWords } from '#kit/show/measured.tsx'
import type { Draft } from '../draft/desk-draft.ts'
import { Problem } from '../draft/field.tsx'
import '../call-centre.css'
import './trip.css'

export type NearbyDriver = AnswerOf<typeof callCentreCalls.nearbyDrivers>['rows'][number]

export interface DriversPanelProps {
  drivers: readonly NearbyDriver[] | undefined
  hasPickup: boolean
  chosen: Draft['driver']
  disabled: boolean
  problem?: string
  /** Why the list could not be read; it is asked for again by itself. */
  error: Error | null
  onChoose: (driver: Draft['driver']) => void
  onHover: (driverId: string | null) => void
  onNext: () => void
}

export const mayTake = (driver: NearbyDriver) => driver.workStatus === 'ONLINE_IDLE'

/** The nearest drivers, nearest first; the first line lets the dispatch find one. Arrows move, Enter chooses. */
export function DriversPanel({
  drivers: known,
  hasPickup,
  chosen,
  disabled,
  problem,
  error,
  onChoose,
  onHover,
  onNext,
}: DriversPanelProps) {
  const drivers = known ?? []
  const listId = useId()
  // NOTE: the driver and not the place in the list, which is sorted anew every few seconds; empty for the automatic dispatch.
  const [driverId, setDriverId] = useState('')
  const found = drivers.findIndex((driver) => driver.driverId === driverId)
  // Nowhere once the driver has gone: Enter must not choose somebody else.
  const at = driverId === '' ? 0 : found < 0 ? -1 : found + 1
  const moveTo = (index: number) => setDriverId(drivers[index - 1]?.driverId ?? '')
  const choose = (index: number) => {
    if (disabled) return
    const driver = drivers[index - 1]
    if (index === 0) onChoose(null)
    else if (driver && mayTake(driver)) onChoose({ driverId: driver.driverId, driverNo: driver.driverNo, name: driver.name })
    else return
    onNext()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const last = drivers.length
    const next = { ArrowDown: Math.min(last, at + 1), ArrowUp: Math.max(0, at - 1), Home: 0, End: last }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      moveTo(next)
      onHover(drivers[next - 1]?.driverId ?? null)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choose(at)
    }
  }
  const gone = chosen !== null && !drivers.some((driver) => driver.driverId === chosen.driverId)
  const option = (index: number, selected: boolean, className = '') => ({
    id: `${listId}-${index}`,
    role: 'option' as const,
    'aria-selected': selected,
    className: `desk-driver ${selected ? 'desk-driver-on' : ''} ${index === at ? 'desk-driver-at' : ''} ${className}`,
    onClick: () => {
      moveTo(index)
      choose(index)
    },
  })
  return (
    <section className="desk-drivers" aria-label={t('附近司机')}>
      <h2 className="desk-head">
        {t('附近司机')}
        <KeyHint keys="Alt+J" />
        <span className="desk-head-more">{known ? t('{count} 位，每 5 秒更新', { count: known.length }) : ''}</span>
      </h2>
      {problem ? <Problem text={problem} /> : null}
      {gone && chosen ? <p className="desk-warn">{t('已选司机 {name} 不在附近列表中，请确认后再下单', { name: chosen.name })}</p> : null}
      <div
        className="desk-driver-list"
        role="listbox"
        tabIndex={0}
        aria-label={t('附近司机')}
        aria-activedescendant={at < 0 ? undefined : `${listId}-${at}`}
        data-desk="drivers"
        onKeyDown={pressed}
        onBlur={() => onHover(null)}
        onMouseLeave={() => onHover(null)}
      >
        <div {...option(0, chosen === null)}>
          <span className="desk-driver-name">{t('自动派单')}</span>
          <span className="desk-row-more">{t('由系统就近寻找司机')}</span>
        </div>
        {drivers.map((driver, index) => (
          <div
            key={driver.driverId}
            {...option(index + 1, chosen?.driverId === driver.driverId, mayTake(driver) ? '' : 'desk-driver-off')}
            aria-disabled={!mayTake(driver)}
            onMouseEnter={() => onHover(driver.driverId)}
          >
            <span className="desk-driver-name">
              {driver.name} <span className="desk-row-more">{driver.driverNo}</span>
            </span>
            <span className="desk-driver-far" title={measuredWords(driver.measured)}>
              <Distance m={driver.distanceM} /> · <Eta s={driver.etaS} />
            </span>
            <span className="desk-driver-state">
              <WorkWord status={driver.workStatus} />
              {driver.freshness === 'FRESH' ? null : <FreshnessWord freshness={driver.freshness} />}
            </span>
          </div>
        ))}
        {hasPickup && drivers.length === 0 ? (
          <p className="desk-quiet">{known ? t('附近暂无在线司机') : error ? t('附近司机加载失败，正在重试') : t('加载中')}</p>
        ) : null}
        {hasPickup ? null : <p className="desk-quiet">{t('上车点在地图上有位置后显示附近司机')}</p>}
      </div>
    </section>
  )
}
