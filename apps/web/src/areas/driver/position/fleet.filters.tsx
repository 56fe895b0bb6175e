import { driverCalls } from '@chauffeur/contract/driver/list'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { Freshness, WorkStatus } from '@chauffeur/contract/order/model'
import { t, tr } from '#platform/text/text.ts'
import { FreshnessWord, WorkWord } from '#shared/driver/driver-legend.tsx'
import { toneStatuses } from '#shared/driver/driver-tone.ts'
import { countText } from '#ui/show/measure.view.ts'
import { QuickSelect } from '#ui/page/quick-select.tsx'
import type { Fleet, FleetFilter } from './fleet.view.ts'
import { useFleetVersion } from './use-fleet.ts'
import './position.css'

export type City = AnswerOf<typeof driverCalls.openCities>['rows'][number]

const toggled = <T,>(list: readonly T[], value: T) => (list.includes(value) ? list.filter((one) => one !== value) : [...list, value])
const freshnesses: readonly Freshness[] = ['FRESH', 'LAGGING', 'SILENT']

export interface Organisation {
  orgId: string
  name: string
  parentId: string | null
}

/** An organisation and all below it. */
function withBelow(orgs: readonly Organisation[], orgId: string): string[] {
  const below = orgs.filter((org) => org.parentId === orgId).flatMap((org) => withBelow(orgs, org.orgId))
  return [orgId, ...below]
}

export interface FleetFiltersProps {
  fleet: Fleet
  filter: FleetFilter
  cities: readonly City[]
  orgs: readonly Organisation[]
  onChange: (filter: FleetFilter) => void
}

/** The legend is the filter: each state with its dot, its word and how many there are. */
export function FleetFilters({ fleet, filter, cities, orgs, onChange }: FleetFiltersProps) {
  useFleetVersion(fleet)
  const { total, status, freshness } = fleet.counts()
  const known = fleet.levels()
  const levels = filter.level === 0 || known.includes(filter.level) ? known : [...known, filter.level]
  const chip = (on: boolean) => (on ? 'fleet-chip fleet-chip-on' : 'fleet-chip')
  // NOTE: all of them, also the empty ones, so that nothing jumps when the first driver of a state appears.
  const shown = (one: WorkStatus) => one !== 'OFFLINE' || (status[one] ?? 0) > 0 || filter.statuses.includes(one)
  return (
    <div className="fleet-filters" role="toolbar" aria-label={t('地图筛选')}>
      <QuickSelect
        className="fleet-input"
        aria-label={t('城市')}
        value={filter.cityId}
        onChange={(event) => onChange({ ...filter, cityId: event.target.value })}
      >
        <option value="">{t('全部城市')}</option>
        {cities.map((city) => (
          <option key={city.cityId} value={city.cityId}>
            {tr(city.name)}
          </option>
        ))}
      </QuickSelect>
      {orgs.length > 1 ? (
        <QuickSelect
          className="fleet-input fleet-org"
          aria-label={t('机构')}
          value={filter.orgIds[0] ?? ''}
          onChange={({ target }) => onChange({ ...filter, orgIds: target.value === '' ? [] : withBelow(orgs, target.value) })}
        >
          <option value="">{t('全部机构')}</option>
          {orgs.map((org) => (
            <option key={org.orgId} value={org.orgId} lang="zh-CN">
              {org.name}
            </option>
          ))}
        </QuickSelect>
      ) : null}
      <QuickSelect
        className="fleet-input"
        aria-label={t('等级')}
        value={filter.level}
        onChange={(event) => onChange({ ...filter, level: Number(event.target.value) })}
      >
        <option value={0}>{t('全部等级')}</option>
        {levels.map((level) => (
          <option key={level} value={level}>
            {t('等级 {level}', { level })}
          </option>
        ))}
      </QuickSelect>
      <span className="fleet-total">{t('在线 {count} 位', { count: countText(total) })}</span>
      {toneStatuses.filter(shown).map((one) => (
        <button
          key={one}
          type="button"
          className={chip(filter.statuses.includes(one))}
          aria-pressed={filter.statuses.includes(one)}
          onClick={() => onChange({ ...filter, statuses: toggled(filter.statuses, one) })}
        >
          <WorkWord status={one} /> <b>{countText(status[one] ?? 0)}</b>
        </button>
      ))}
      <span className="fleet-gap" />
      {freshnesses.map((one) => (
        <button
          key={one}
          type="button"
          className={chip(filter.freshness.includes(one))}
          aria-pressed={filter.freshness.includes(one)}
          onClick={() => onChange({ ...filter, freshness: toggled(filter.freshness, one) })}
        >
          <FreshnessWord freshness={one} /> <b>{countText(freshness[one])}</b>
        </button>
      ))}
    </div>
  )
}
