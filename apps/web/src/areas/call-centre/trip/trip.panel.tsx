import { t, tr } from '#platform/text/text.ts'
import type { OpenCity } from './desk-map.tsx'
import type { Draft, DraftAction, End } from '../draft/desk-draft.ts'
import type { RefusalSpot } from '../draft/desk-refusal.ts'
import { type Step, stepAfter } from '../draft/desk-steps.ts'
import { FeePanel } from '../price/fee.panel.tsx'
import { Field } from '../draft/field.tsx'
import { OptionsPanel, type Payer } from './options.panel.tsx'
import type { UsedAddress } from './place-offers.ts'
import { PlaceSearch } from './place-search.tsx'
import type { usePrice } from '../price/use-price.ts'
import '../call-centre.css'
import './trip.css'

export interface TripPanelProps {
  draft: Draft
  dispatch: (action: DraftAction) => void
  cities: readonly OpenCity[]
  cityId: string
  utcOffsetMinutes: number
  recent: readonly UsedAddress[]
  /** Null for who may not place orders. */
  price: ReturnType<typeof usePrice> | null
  /** Enterprises that may pay for the caller. */
  payers: readonly Payer[]
  missing: Step | null
  problemAt: (spot: RefusalSpot) => string | undefined
  go: (step: Step) => void
  onDiscount?: () => void
  onEnd: (end: End) => void
}

const hotkeys: Record<End, string> = { pickup: 'F4', dropoff: 'F8' }

/** From where to where, with what options, for how much. */
export function TripPanel({
  draft,
  dispatch,
  cities,
  cityId,
  utcOffsetMinutes,
  recent,
  price,
  payers,
  missing,
  problemAt,
  go,
  onDiscount,
  onEnd,
}: TripPanelProps) {
  const disabled = draft.attempt !== null
  const end = (which: End, label: string, lacking: string) => (
    <PlaceSearch
      end={which}
      label={label}
      hotkey={hotkeys[which]}
      cityId={cityId}
      text={draft.text[which]}
      chosen={draft[which]}
      recent={recent}
      disabled={disabled}
      problem={problemAt(which) ?? (missing === which ? lacking : undefined)}
      onType={(text) => dispatch({ type: 'placeTyped', end: which, text })}
      onChoose={(place, placeCityId) => dispatch({ type: 'placeChosen', end: which, place, cityId: placeCityId })}
      onNext={() => go(stepAfter(which))}
      onFocus={() => onEnd(which)}
    />
  )
  return (
    <div className="desk-trip">
      <Field label={t('城市')} problem={problemAt('city')}>
        {(field) => (
          <select
            {...field}
            data-step="city"
            className="desk-input"
            disabled={disabled}
            value={cityId}
            onChange={(event) => dispatch({ type: 'citySet', cityId: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              go('pickup')
            }}
          >
            {cities.some((city) => city.cityId === cityId) ? null : (
              <option value={cityId}>{cityId === '' ? t('加载中') : t('未开通城市')}</option>
            )}
            {cities.map((city) => (
              <option key={city.cityId} value={city.cityId}>
                {tr(city.name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {end('pickup', t('上车点'), t('请选定上车点'))}
      {end('dropoff', t('目的地'), t('请从列表中选定目的地，或清空'))}
      <OptionsPanel
        draft={draft}
        cityId={cityId}
        payers={payers}
        utcOffsetMinutes={utcOffsetMinutes}
        problemAt={(spot) =>
          problemAt(spot) ?? (spot === 'contactPhone' && missing === 'contactPhone' ? t('请输入正确的电话号码') : undefined)
        }
        onChange={(options) => dispatch({ type: 'options', options })}
        onNext={(step) => go(stepAfter(step))}
      />
      {price ? (
        <FeePanel
          quote={price.quote}
          current={price.current}
          pending={price.pending}
          problem={problemAt('fee')}
          hasDropoff={draft.dropoff !== null}
          driverCount={draft.driverCount}
          discount={price.discount}
          onDiscount={onDiscount}
          onAgain={price.again}
        />
      ) : null}
    </div>
  )
}
