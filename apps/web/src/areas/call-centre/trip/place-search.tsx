import { cityCalls } from '@chauffeur/contract/operations/city'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { toWgs84 } from '#ui/map/datum.ts'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { useDebounced } from '#ui/timing/use-debounced.ts'
import type { End, TripPlace } from '../draft/desk-draft.ts'
import { Field } from '../draft/field.tsx'
import { offersOf, type PlaceOffer, type UsedAddress } from './place-offers.ts'
import '../call-centre.css'
import './trip.css'

export interface PlaceSearchProps {
  end: End
  label: string
  hotkey: string
  cityId: string
  text: string
  chosen: TripPlace | null
  recent: readonly UsedAddress[]
  disabled: boolean
  problem?: string
  onType: (text: string) => void
  onChoose: (place: TripPlace, cityId: string) => void
  onNext: () => void
  onFocus: () => void
}

/** An address field: recent places first, then what the search finds; arrows and Enter choose, Enter again goes on. */
export function PlaceSearch(props: PlaceSearchProps) {
  const { end, label, hotkey, cityId, text, chosen, recent, disabled, problem, onType, onChoose, onNext, onFocus } = props
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const pickFirst = useRef(false)
  const keyword = useDebounced(text.trim(), 200)
  const searching = keyword !== '' && !chosen && cityId !== ''
  const found = useCall(cityCalls.searchPlaces, { cityId, keyword, limit: 20 }, { enabled: searching, keepPrevious: true })
  const settled = keyword === text.trim() && !found.isFetching
  const offers = offersOf(recent, searching ? (found.data?.rows ?? []) : [], chosen ? '' : text, end)
  const shown = open && !chosen && !disabled && (offers.length > 0 || searching)

  const choose = (offer: PlaceOffer) => {
    pickFirst.current = false
    setOpen(false)
    onChoose({ address: offer.address, ...toWgs84(offer) }, offer.cityId)
    onNext()
  }
  // NOTE: Enter pressed before the search has answered takes the first result when it comes.
  useEffect(() => {
    if (!pickFirst.current || !settled || !searching) return
    pickFirst.current = false
    const first = offers[0]
    if (first) choose(first)
  })

  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (offers.length > 0) setAt((before) => (before + step + offers.length) % offers.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen || text.trim() === '') {
        const offer = shown ? offers[at] : undefined
        if (offer) choose(offer)
        else onNext()
      } else if (settled) {
        const offer = offers[Math.max(0, at)]
        if (offer) choose(offer)
      } else pickFirst.current = true
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }

  return (
    <Field label={label} hotkey={hotkey} problem={problem}>
      {(field) => (
        <div className="desk-search">
          <input
            {...field}
            data-step={end}
            className="desk-input"
            role="combobox"
            aria-expanded={shown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={shown && at >= 0 ? `${listId}-${at}` : undefined}
            autoComplete="off"
            placeholder={end === 'pickup' ? t('输入地名、路口，或在地图上点选') : t('可不填，按 Enter 跳过')}
            maxLength={120}
            disabled={disabled}
            value={text}
            onChange={(event) => {
              onType(event.target.value)
              setOpen(true)
              setAt(event.target.value.trim() === '' ? -1 : 0)
            }}
            onFocus={(event) => {
              event.target.select()
              setOpen(true)
              setAt(-1)
              onFocus()
            }}
            onBlur={() => setOpen(false)}
            onKeyDown={pressed}
          />
          {chosen ? (
            <span className="desk-chosen" title={t('已定位')}>
              {t('已定位')}
            </span>
          ) : null}
          {/* An empty list stays in the page while it is closed, so that the field always names an existing one. */}
          <ul id={listId} role="listbox" aria-label={label} className={shown ? 'desk-offers' : 'desk-offers desk-offers-closed'}>
            {shown
              ? offers.map((offer, index) => (
                  <li
                    key={`${offer.recent} ${offer.address} ${offer.lng} ${offer.lat}`}
                    id={`${listId}-${index}`}
                    role="option"
                    aria-selected={index === at}
                    className={index === at ? 'desk-offer desk-offer-at' : 'desk-offer'}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => choose(offer)}
                  >
                    <span className="desk-offer-name">{offer.name}</span>
                    <span className="desk-offer-more">{offer.more}</span>
                    {offer.recent > 0 && offer.recent <= 5 ? <KeyHint keys={`Alt+${offer.recent}`} /> : null}
                  </li>
                ))
              : null}
          </ul>
          {shown && offers.length === 0 ? (
            <p className="desk-offers desk-offers-none" role="status">
              {settled ? t('没有找到，请换个说法或在地图上点选') : t('查找中')}
            </p>
          ) : null}
        </div>
      )}
    </Field>
  )
}
