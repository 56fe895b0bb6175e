import type { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { t, tr } from '#platform/text/text.ts'
import { QuickSelect } from '#ui/page/quick-select.tsx'
import { type Draft, type DraftAction, type End, isWordsAlone } from '../draft/desk-draft.ts'
import type { RefusalSpot } from '../draft/desk-refusal.ts'
import { type Step, stepAfter } from '../draft/desk-steps.ts'
import { FeePanel } from '../price/fee.panel.tsx'
import { Field } from '../draft/field.tsx'
import { OptionsPanel } from './options.panel.tsx'
import { PlaceSearch } from './place-search.tsx'
import type { useKeepPlace } from './use-keep-place.ts'
import type { usePrice } from '../price/use-price.ts'
import '../call-centre.css'
import './trip.css'

export interface TripPanelProps {
  draft: Draft
  dispatch: (action: DraftAction) => void
  cities: AnswerOf<typeof callCentreCalls.openCities>['rows']
  cityId: string
  utcOffsetMinutes: number
  /** What is known of who calls; undefined until it is. */
  caller: AnswerOf<typeof callCentreCalls.customerInfo> | undefined
  /** Null for who may not place orders. */
  price: ReturnType<typeof usePrice> | null
  missing: Step | null
  problemAt: (spot: RefusalSpot) => string | undefined
  go: (step: Step) => void
  onDiscount?: () => void
  onEnd: (end: End) => void
  /** Nobody types in an address field any more. */
  onTyped: () => void
  /** Ends whose words are being looked up on the map. */
  locating: Record<End, boolean>
  typing: End | null
  keeping: Pick<ReturnType<typeof useKeepPlace>, 'mayKeep' | 'keep'>
}

const hotkeys: Record<End, string> = { pickup: 'F4', dropoff: 'F8' }

/** From where to where, with what options, for how much. */
export function TripPanel({
  draft,
  dispatch,
  cities,
  cityId,
  utcOffsetMinutes,
  caller,
  price,
  missing,
  problemAt,
  go,
  onDiscount,
  onEnd,
  onTyped,
  locating,
  typing,
  keeping,
}: TripPanelProps) {
  const disabled = draft.attempt !== null
  const ordersOff = cities.some((city) => city.cityId === cityId && city.ordersOff)
  const unlocated: Record<End, string> = {
    pickup: t('地图上没有这个地址：可以下单，但系统不会自动派单，请在地图上点出位置，或下单后人工指派司机'),
    dropoff: t('地图上没有这个地址：可以下单，按起步费用预估，账单按实际行驶计'),
  }
  const end = (which: End, label: string) => (
    <PlaceSearch
      end={which}
      label={label}
      hotkey={hotkeys[which]}
      cityId={cityId}
      caller={caller?.customer?.phone ?? ''}
      text={draft.text[which]}
      chosen={draft[which]}
      recent={caller?.lastAddresses ?? []}
      disabled={disabled}
      locating={locating[which]}
      unlocated={isWordsAlone(draft, which) && typing !== which && !locating[which] ? unlocated[which] : undefined}
      problem={problemAt(which) ?? (missing === which ? t('请填写上车点') : undefined)}
      onType={(text) => dispatch({ type: 'placeTyped', end: which, text })}
      onChoose={(place, placeCityId) => dispatch({ type: 'placeChosen', end: which, place, cityId: placeCityId })}
      onNext={() => go(stepAfter(which))}
      onFocus={() => onEnd(which)}
      onBlur={onTyped}
      onKeep={keeping.mayKeep(which) ? () => keeping.keep(which) : undefined}
    />
  )
  return (
    <div className="desk-trip">
      <Field label={t('城市')} problem={problemAt('city') ?? (ordersOff ? t('该城市暂停下单，请与客户说明') : undefined)}>
        {(field) => (
          <QuickSelect
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
                {city.ordersOff ? t('{city}（暂停下单）', { city: tr(city.name) }) : tr(city.name)}
              </option>
            ))}
          </QuickSelect>
        )}
      </Field>
      {end('pickup', t('上车点'))}
      {end('dropoff', t('目的地'))}
      <OptionsPanel
        draft={draft}
        cityId={cityId}
        payers={caller?.payers ?? []}
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
          known={draft.pickup === null ? 'NO_PICKUP' : draft.dropoff === null ? 'NO_DROPOFF' : 'TRIP'}
          driverCount={draft.driverCount}
          discount={price.discount}
          onDiscount={onDiscount}
          onAgain={price.again}
        />
      ) : null}
    </div>
  )
}
