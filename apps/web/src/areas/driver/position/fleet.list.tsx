import { driverCalls } from '@chauffeur/contract/driver/list'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { DriverDot, WorkWord } from '#shared/driver/driver-legend.tsx'
import { Async } from '#ui/page/async.tsx'
import { durationText } from '#ui/show/measure.view.ts'
import { useDebounced } from '#ui/timing/use-debounced.ts'
import { freshnessAt, type Fleet, type FleetDriver } from './fleet.view.ts'
import { useFleetVersion } from './use-fleet.ts'
import './position.css'

export interface FleetListProps {
  fleet: Fleet
  keyword: string
  organisationsOnly: boolean
  selectedId: string | null
  onSelect: (driverId: string) => void
}

const ROW_PX = 44

/** The same drivers as on the map, in words: number, name, state, and how old the position is. */
export function FleetList({ fleet, keyword, organisationsOnly, selectedId, onSelect }: FleetListProps) {
  useFleetVersion(fleet)
  const nowMs = Date.now()
  const rows = fleet.rows(nowMs)
  const box = useRef<HTMLDivElement>(null)
  const listId = useId()
  // The driver, not the line: others come and go above.
  const [atId, setAtId] = useState('')
  const at = Math.max(
    0,
    rows.findIndex((row) => row.driverId === atId),
  )
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => ROW_PX, overscan: 6 })
  const pressed = (event: KeyboardEvent) => {
    const last = rows.length - 1
    const next = {
      ArrowDown: Math.min(last, at + 1),
      ArrowUp: Math.max(0, at - 1),
      Home: 0,
      End: last,
      PageDown: Math.min(last, at + 10),
      PageUp: Math.max(0, at - 10),
    }[event.key]
    if (next !== undefined && last >= 0) {
      event.preventDefault()
      setAtId(rows[next]?.driverId ?? '')
      virtual.scrollToIndex(next)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const row = rows[at]
      if (row) onSelect(row.driverId)
    }
  }
  if (rows.length === 0)
    return keyword.trim() === '' ? (
      <p className="fleet-quiet">{t('没有符合条件的在线司机')}</p>
    ) : (
      <OffMap keyword={keyword} organisationsOnly={organisationsOnly} />
    )
  return (
    <div
      ref={box}
      className="fleet-list"
      role="listbox"
      tabIndex={0}
      aria-label={t('司机列表')}
      aria-activedescendant={`${listId}-${at}`}
      onKeyDown={pressed}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index] as FleetDriver
          const freshness = freshnessAt(row, nowMs)
          return (
            <div
              key={row.driverId}
              id={`${listId}-${item.index}`}
              role="option"
              tabIndex={-1}
              aria-selected={row.driverId === selectedId}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className={`fleet-row ${row.driverId === selectedId ? 'fleet-row-on' : ''} ${item.index === at ? 'fleet-row-at' : ''}`}
              style={{ transform: `translateY(${item.start}px)`, height: ROW_PX }}
              onClick={() => {
                setAtId(row.driverId)
                onSelect(row.driverId)
              }}
            >
              <span className="fleet-row-name">
                {row.name} <span className="fleet-more">{row.driverNo}</span>
              </span>
              <span className="fleet-row-state">
                <WorkWord status={row.workStatus} />
              </span>
              <span className="fleet-more fleet-row-age">
                <DriverDot status={row.workStatus} freshness={freshness} />{' '}
                {t('{age}前', { age: durationText(Math.max(0, Math.round((nowMs - row.fixedAtMs) / 1000))) })}
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Someone who is looked for and not on the map may be offline: the roll of all drivers knows. */
function OffMap({ keyword, organisationsOnly }: { keyword: string; organisationsOnly: boolean }) {
  const wanted = useDebounced(keyword.trim(), 300)
  const query = useCall(organisationsOnly ? driverCalls.orgList : driverCalls.list, { keyword: wanted, pageSize: 10 }, { silent: true })
  return (
    <Async
      query={query}
      skeleton={<p className="fleet-quiet">{t('查找中')}</p>}
      isEmpty={({ rows }) => rows.length === 0}
      empty={<p className="fleet-quiet">{t('没有找到“{keyword}”', { keyword: wanted })}</p>}
    >
      {({ rows }) => (
        <div className="fleet-off">
          <p className="fleet-quiet">{t('以下司机不在地图上（离线或被筛选隐藏）')}</p>
          <ul className="fleet-plain">
            {rows.map((row) => (
              <li key={row.driverId}>
                <a className="ui-link fleet-row-name" href={`#/yunYing/driverDetail?driverId=${row.driverId}`}>
                  {row.name} <span className="fleet-more">{row.driverNo}</span>
                </a>
                <WorkWord status={row.workStatus} />
                <span className="fleet-more">{tr(row.cityName)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Async>
  )
}
