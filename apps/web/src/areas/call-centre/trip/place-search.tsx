import { placePinText } from '@chauffeur/contract/order/model'
import { cityCalls } from '@chauffeur/contract/operations/city'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { servicesWords } from '#kit/show/map-provider.ts'
import { toWgs84 } from '#ui/map/datum.ts'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { useDebounced } from '#ui/timing/use-debounced.ts'
import type { End, TripPlace } from '../draft/desk-draft.ts'
import { Field } from '../draft/field.tsx'
import { offersOf, type PlaceOffer, type UsedAddress } from './place-offers.ts'
import '../call-centre.css'
import './trip.css'

/** More of what was typed is not searched by. */
const LONGEST = 60

const pinWords = ({ pin = 'PICKED' }: TripPlace) => tr(placePinText[pin])

export interface PlaceSearchProps {
  end: End
  label: string
  hotkey: string
  cityId: string
  /** The telephone of the customer who calls: what the business knows of that customer's places is found too. Empty for somebody new. */
  caller: string
  text: string
  chosen: TripPlace | null
  /** Where it is, is being looked up; or what follows from nobody knowing. */
  locating: boolean
  unlocated?: string
  recent: readonly UsedAddress[]
  disabled: boolean
  problem?: string
  onType: (text: string) => void
  onChoose: (place: TripPlace, cityId: string) => void
  onNext: () => void
  onFocus: () => void
  onBlur: () => void
  /** Puts the point among the places of the business; undefined where there is nothing to keep, or no right to. */
  onKeep?: (() => void) | undefined
}

/**
 * An address field: recent places first, then what the search finds; arrows and Enter choose, Enter again goes on. What nobody finds stays as it
 * was typed, as do words that are taken from the end of the list or kept with Esc.
 */
export function PlaceSearch(props: PlaceSearchProps) {
  const { end, label, hotkey, cityId, caller, text, chosen, recent, disabled, problem, locating, unlocated } = props
  const { onType, onChoose, onNext, onFocus, onBlur, onKeep } = props
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const pickFirst = useRef(false)
  const keyword = useDebounced(text.trim(), 200)
  const searching = keyword !== '' && !chosen && cityId !== ''
  // What was found for one caller is never shown to the next, however shortly.
  const foundFor = useRef(caller)
  const found = useCall(
    cityCalls.searchPlaces,
    { cityId, keyword: keyword.slice(0, LONGEST), limit: 20, ...(caller && { phone: caller }) },
    { enabled: searching, keepPrevious: foundFor.current === caller },
  )
  useEffect(() => {
    if (found.data && !found.isPlaceholderData) foundFor.current = caller
  }, [found.data, found.isPlaceholderData, caller])
  const services = searching && found.data ? servicesWords(found.data.services) : ''
  const settled = keyword === text.trim() && !found.isFetching
  const offers = offersOf(recent, searching ? (found.data?.rows ?? []) : [], chosen ? '' : text, end)
  const asTyped = offers.length > 0 && text.trim() !== '' && !chosen
  const lines = offers.length + (asTyped ? 1 : 0)
  const shown = open && !chosen && !disabled && (offers.length > 0 || searching)

  const choose = (offer: PlaceOffer) => {
    pickFirst.current = false
    setOpen(false)
    onChoose({ address: offer.address, ...toWgs84(offer), note: offer.note }, offer.cityId)
    onNext()
  }
  const keep = () => {
    pickFirst.current = false
    setOpen(false)
    onNext()
  }
  const chooseAt = (index: number) => {
    const offer = offers[index]
    if (offer) choose(offer)
    else keep()
  }
  // NOTE: Enter pressed before the search has answered takes the first result when it comes.
  useEffect(() => {
    if (!pickFirst.current || !settled || !searching) return
    pickFirst.current = false
    const first = offers[0]
    if (first) choose(first)
    else keep()
  })

  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (lines > 0) setAt((before) => (before < 0 && step < 0 ? lines - 1 : (before + step + lines) % lines))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen || text.trim() === '') {
        if (shown && at >= 0) chooseAt(at)
        else keep()
      } else if (!open) keep()
      else if (settled) chooseAt(Math.max(0, at))
      else pickFirst.current = true
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
            maxLength={200}
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
            onBlur={() => {
              setOpen(false)
              onBlur()
            }}
            onKeyDown={pressed}
          />
          {chosen ? (
            <span className="desk-chosen" title={pinWords(chosen)}>
              {pinWords(chosen)}
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
            {shown && asTyped ? (
              <li
                id={`${listId}-${offers.length}`}
                role="option"
                aria-selected={at === offers.length}
                className={at === offers.length ? 'desk-offer desk-offer-typed desk-offer-at' : 'desk-offer desk-offer-typed'}
                onMouseDown={(event) => event.preventDefault()}
                onClick={keep}
              >
                <span className="desk-offer-name">{t('就用“{text}”', { text: text.trim() })}</span>
                <span className="desk-offer-more">{t('按原话下单')}</span>
              </li>
            ) : null}
          </ul>
          {shown && offers.length === 0 ? (
            <p className="desk-offers desk-offers-none" role="status">
              {settled ? t('没有找到，按 Enter 就用原话，也可在地图上点选') : t('查找中')}
            </p>
          ) : null}
          {services ? (
            <p className="desk-services" role="status">
              {services}
            </p>
          ) : null}
          {onKeep ? (
            <button type="button" className="desk-keep" onClick={onKeep}>
              {t('存入地点库')} <KeyHint keys="Alt+S" />
            </button>
          ) : null}
          {locating || unlocated ? (
            <p className="desk-pin-note" role="status">
              {locating ? t('正在地图上查找这个地址') : unlocated}
            </p>
          ) : null}
        </div>
      )}
    </Field>
  )
}
