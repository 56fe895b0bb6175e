import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { deskCustomerCalls } from '@chauffeur/contract/customer/card'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toast } from '#platform/browser/events.ts'
import { useCall } from '#platform/http/call.ts'
import { requestId } from '#platform/http/http.ts'
import { session, useCan } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { callIdWith } from '#platform/softphone/phone.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { askToDiscard, useKeptDraft } from '#platform/tab/unsaved.ts'
import { type DeskAction, whyNot } from '#shared/order-actions/actions.view.ts'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { toWgs84 } from '#ui/map/datum.ts'
import { CustomerDialog } from '../customer/customer.dialog.tsx'
import { CustomerPanel, pastOrders } from '../customer/customer.panel.tsx'
import { DiscountDialog } from '../price/discount.dialog.tsx'
import { useEnds } from '../trip/use-ends.ts'
import { useKeepPlace } from '../trip/use-keep-place.ts'
import { useLocating } from '../trip/use-located.ts'
import { addressAt, DeskMap } from '../trip/desk-map.tsx'
import {
  type Draft,
  type DraftAction,
  emptyDraft,
  type End,
  estimateInput,
  isHalfTyped,
  isWordsAlone,
  missingStep,
  withNextAttempt,
  placeInput,
  reduceDraft,
  routeOf,
  singleOrder,
} from '../draft/desk-draft.ts'
import { type RefusalSpot, refusalOf } from '../draft/desk-refusal.ts'
import { type DeskCommand, type Step, stepAfter, stepBefore } from '../draft/desk-steps.ts'
import { DriversPanel, mayTake } from '../trip/drivers.panel.tsx'
import { sumFor } from '../price/fee.panel.tsx'
import { KeyMapDialog } from './key-map.dialog.tsx'
import { PhoneField } from '../customer/phone-field.tsx'
import { PlaceBar } from '../trip/place-bar.tsx'
import { placesOf, distinctAddresses } from '../trip/place-offers.ts'
import { ProgressPanel } from '../progress/progress.panel.tsx'
import { deskActionsOn, isSearching, type OrderStatus } from '../progress/progress.view.ts'
import { RECENT, RecentPanel } from '../customer/recent.panel.tsx'
import { TripPanel } from '../trip/trip.panel.tsx'
import { useAwaited } from './use-awaited.ts'
import { NO_USE, useDeskKeys } from './use-desk-keys.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useNearby } from '../trip/use-nearby.ts'
import { usePlace } from '../trip/use-place.ts'
import { usePrice } from '../price/use-price.ts'
import { useProgress } from '../progress/use-progress.ts'
import '../call-centre.css'
import './desk.css'

export function Desk({ phone, orderId: openedOn }: { phone: string; orderId: string }) {
  const name = openedOn ? `desk.order.${openedOn}` : `desk.${phone}`
  const [draft, setDraft] = useTabState<Draft>(
    name,
    useMemo(() => ({ ...emptyDraft(phone), placed: openedOn ? singleOrder(openedOn) : null }), [phone, openedOn]),
  )
  const dispatch = useCallback((action: DraftAction) => setDraft((before) => reduceDraft(before, action)), [setDraft])
  useKeptDraft(name, isHalfTyped(draft, phone))
  const box = useRef<HTMLDivElement>(null)
  const [lastEnd, setLastEnd] = useState<End>('pickup')
  const [hovered, setHovered] = useState<string | null>(null)
  const [shownOrder, setShownOrder] = useState('')
  const [acting, setActing] = useState<DeskAction | null>(null)
  const [dialog, setDialog] = useState<'none' | 'keys' | 'discount' | 'customer'>('none')
  const [missing, setMissing] = useState<Step | null>(null)
  const [mapProblem, setMapProblem] = useState('')
  const [awaitsPrice, setAwaitsPrice] = useState(false)
  /** The address field that is being typed in: its words are not looked up on the map yet. */
  const [typing, setTyping] = useState<End | null>(null)

  const cities = useCall(callCentreCalls.openCities, {})
  const customer = useCall(
    callCentreCalls.customerInfo,
    { phone: draft.customerPhone },
    { enabled: draft.customerPhone !== '', refetchIntervalS: 30 },
  )
  const mayPlace = useCan('callCentre.place')
  const info = draft.customerPhone === '' ? undefined : customer.data
  const open = useMemo(() => cities.data?.rows.filter((city) => city.open) ?? [], [cities.data])
  const cityId =
    draft.cityId || open.find((one) => one.cityId === info?.cityId)?.cityId || (open.find((one) => !one.ordersOff) ?? open[0])?.cityId || ''
  const city = open.find((one) => one.cityId === cityId)
  const utcOffsetMinutes = city?.utcOffsetMinutes ?? 480

  const placed = draft.placed
  const orderId = placed ? (placed.orders.find((order) => order.orderId === shownOrder) ?? placed.orders[0])?.orderId : undefined
  const progress = useProgress(orderId)
  const order = placed ? progress.data : undefined
  const route = order ? routeOf(order.pickup.address, order.dropoff?.address) : (placed?.route ?? '')
  // An order is shown where it is, whatever was being typed before it was opened; one just placed is where it was typed until it is known.
  const typed = placed?.bookingNo === '' ? { cityId: '', pickup: null, dropoff: null } : { ...draft, cityId }
  const shownCityId = (order ?? typed).cityId
  const { pickup, dropoff } = useEnds(order, typed)
  const nearby = useNearby(shownCityId, pickup, order, !placed || (order !== undefined && isSearching(order.serviceStatus)))
  const locating = useLocating(draft, cityId, dispatch, typing)
  // The city is the caller's until a place was chosen or the operator said otherwise.
  const asTyped = { ...draft, cityId }
  const begins = draft.pickup !== null || (typing !== 'pickup' && !locating.pickup)
  const trip = begins ? estimateInput(asTyped, utcOffsetMinutes) : null
  const none = info !== undefined && info.coupons.length === 0 && info.rights.length === 0
  const estimate = usePrice(trip, draft.discount, none, mayPlace && !placed && !draft.attempt)
  const place = usePlace(dispatch)
  const keeping = useKeepPlace(draft, cityId, dispatch)

  const go = useCallback((step: string) => {
    const target = box.current?.querySelector<HTMLElement>(`[data-step="${step}"], [data-desk="${step}"]`)
    ;(target?.matches('input,select,button,[tabindex]') ? target : target?.querySelector<HTMLElement>('canvas,input,button'))?.focus()
  }, [])
  const estimateRefusal = estimate.error ? refusalOf(estimate.error) : null
  const refusal =
    place.refusal ??
    (estimateRefusal && { ...estimateRefusal, spot: estimateRefusal.spot === 'place' ? ('fee' as const) : estimateRefusal.spot })
  const problemAt = (spot: RefusalSpot) => (refusal?.spot === spot ? refusal.text : undefined)

  // A refused order is told beside the field that can be changed, and changing anything makes the sentence go.
  const { clear } = place
  // biome-ignore format: the draft is what is watched
  useEffect(() => { clear(); setMissing(null); setMapProblem('') }, [clear, draft.pickup, draft.dropoff])
  // biome-ignore format: the draft is what is watched
  useEffect(() => { clear(); setMissing(null); setMapProblem(''); setAwaitsPrice(false) }, [clear, draft.text, draft.bookTime, draft.driver, draft.cityId, draft.contactPhone, draft.phone, draft.channelId, draft.enterpriseId, draft.discount])
  const { again } = estimate
  useEffect(() => {
    if (place.refusal?.requote) again()
  }, [place.refusal, again])

  const waits = estimate.pending || locating.pickup || locating.dropoff
  const submit = () => {
    if (placed || place.pending || awaitsPrice || !mayPlace) return
    if (draft.attempt) return void place.send(draft.attempt.input, draft.attempt.key)
    const lacks = missingStep(asTyped)
    setMissing(lacks)
    if (lacks) return go(lacks)
    // Words that were just typed are looked up first, as the price is waited for.
    const untried = typing !== null && isWordsAlone(draft, typing)
    setTyping(null)
    if (untried || waits) setAwaitsPrice(true)
    else sendOrder()
  }
  const sendOrder = () => {
    const input = placeInput(asTyped, utcOffsetMinutes, estimate.quoted)
    if (input) void place.send({ ...input, callId: callIdWith(input.phone) }, requestId())
  }
  // Whoever is quicker than the price would order without the discount that is still being looked for.
  useAwaited(awaitsPrice, waits, () => {
    setAwaitsPrice(false)
    sendOrder()
  })
  const reuse = (index: number) => {
    const used = distinctAddresses(info?.lastAddresses ?? [])[index]
    if (!used || placed || draft.attempt) return
    const end: End =
      draft.text.pickup.trim() === '' || (draft.pickup === null && typing === 'pickup')
        ? 'pickup'
        : lastEnd === 'pickup' && box.current?.contains(document.activeElement) && document.activeElement?.matches('[data-step="pickup"]')
          ? 'pickup'
          : 'dropoff'
    dispatch({ type: 'placeChosen', end, place: { address: used.address, ...toWgs84(used) }, cityId: used.cityId })
    go(stepAfter(end))
  }
  const repeat = (index: number) => {
    const order = info && pastOrders(info)[index]
    const places = order && placesOf(order, info.lastAddresses)
    if (!places || placed || draft.attempt) return
    const { pickup: from, dropoff: to } = places
    dispatch({ type: 'placeChosen', end: 'pickup', place: { address: from.address, ...toWgs84(from) }, cityId: from.cityId })
    if (to) dispatch({ type: 'placeChosen', end: 'dropoff', place: { address: to.address, ...toWgs84(to) } })
    else dispatch({ type: 'placeTyped', end: 'dropoff', text: '' })
    go('place')
  }
  const recent = useCall(deskCustomerCalls.recentPhones, { limit: RECENT }, { enabled: draft.customerPhone === '', silent: true })
  const take = (phone: string) => {
    dispatch({ type: 'phoneTyped', phone })
    dispatch({ type: 'phoneTaken' })
    go('pickup')
  }
  const callBack = (index: number) => {
    const row = recent.data?.rows[index]
    if (row && normalPhone(row.phone)) take(row.phone)
  }
  const target: End | null = placed || draft.attempt ? null : draft.pickup === null ? 'pickup' : lastEnd
  const startNew = () => {
    setActing(null)
    dispatch({ type: 'started', phone: '' })
    requestAnimationFrame(() => go('phone'))
  }
  const back = () => {
    if (placed) return placed.bookingNo === '' ? dispatch({ type: 'backToDraft' }) : go('new')
    const step = document.activeElement?.getAttribute('data-step')
    go(step ? stepBefore(step as Step) : 'place')
  }
  /** Opens what is asked for it; a key that does nothing now says why. */
  const act = (on: OrderStatus, action: DeskAction) => {
    if (deskActionsOn(on).includes(action)) return setActing(action)
    const why = whyNot(action, on, session().permissions)
    if (why !== null) toast.info(why)
  }
  const run = (command: DeskCommand) => {
    if (command.do === 'go') return placed ? command.step === 'phone' && startNew() : go(command.step)
    if (command.do === 'place') return submit()
    if (command.do === 'reuse') return draft.customerPhone === '' ? callBack(command.index) : reuse(command.index)
    if (command.do === 'repeat') return repeat(command.index)
    if (command.do === 'keepPlace') return keeping.keepLast(lastEnd)
    if (command.do === 'new') return isHalfTyped(draft, phone) ? void askToDiscard().then((discard) => discard && startNew()) : startNew()
    if (command.do === 'act') return order ? act(order, command.action) : NO_USE
    if (command.do === 'back') return back()
    if (command.do === 'keys') return setDialog('keys')
    if (command.do === 'discount' || command.do === 'customer') return draft.customerPhone === '' ? go('phone') : setDialog(command.do)
    go(command.do)
  }
  useDeskKeys(box, run)
  useKeptFocus(box, `${acting ?? ''} ${dialog} ${orderId ?? ''} ${order?.serviceStatus ?? ''}`, () =>
    go(placed ? 'new' : draft.customerPhone ? 'pickup' : 'phone'),
  )
  const closeDialog = () => setDialog('none')

  // A call that rings in has its number already: the first thing to type is the address.
  const firstStop = useRef(draft.placed ? 'new' : draft.customerPhone ? 'pickup' : 'phone')
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whoever was quicker than the desk keeps the field they are in.
      if (!box.current?.contains(document.activeElement)) go(firstStop.current)
    }, 50)
    return () => clearTimeout(timer)
  }, [go])

  /** The name that the map has for a place is offered: what is typed now replaces it. */
  const nameAnew = (end: End) =>
    requestAnimationFrame(() => {
      const field = box.current?.querySelector<HTMLInputElement>(`input[data-step="${end}"]`)
      field?.focus()
      field?.select()
    })
  const chooseAt = async (at: { lng: number; lat: number }) => {
    if (target === null) return
    // Words that the caller said stay the address; the map says where that is.
    if (isWordsAlone(draft, target) || draft[target]?.pin === 'GEOCODED') return dispatch({ type: 'placeMoved', end: target, ...at })
    try {
      const found = await addressAt(at)
      dispatch({ type: 'placeChosen', end: target, place: found.place, cityId: found.cityId ?? cityId })
      nameAnew(target)
    } catch (error) {
      setMapProblem(refusalOf(error).text)
    }
  }
  const titleOf = (driverId: string) => {
    const near = nearby.rows?.find((row) => row.driverId === driverId)
    return near ? `${near.name} ${near.driverNo}` : (order?.driver?.name ?? '')
  }

  return (
    <div className="desk" ref={box}>
      <h1 className="sr-only">{t('接单台')}</h1>
      <section className="desk-column" aria-label={t('客户')}>
        <PhoneField
          draft={draft}
          dispatch={dispatch}
          problem={missing === 'phone' ? t('请输入正确的电话号码') : undefined}
          onTaken={() => go('pickup')}
        />
        <CustomerPanel
          phone={draft.customerPhone}
          info={info}
          error={customer.error}
          retry={customer.refetch}
          asked={draft.customerPhone !== ''}
          problem={problemAt('customer')}
          shownOrderIds={placed?.orders.map((one) => one.orderId) ?? []}
          onReuse={reuse}
          onRepeat={repeat}
          onEdit={mayPlace ? () => setDialog('customer') : undefined}
          onOpenOrder={({ orderId, orderNo }) =>
            dispatch({ type: 'placed', placed: { ...singleOrder(orderId), orders: [{ orderId, orderNo }] } })
          }
        />
        {draft.customerPhone === '' ? <RecentPanel rows={recent.data?.rows ?? []} onPick={take} /> : null}
        <button type="button" className="desk-help" onClick={() => setDialog('keys')}>
          {t('快捷键')} <KeyHint keys="F1" />
        </button>
        <KeyMapDialog open={dialog === 'keys'} onClose={closeDialog} />
        <DiscountDialog
          open={dialog === 'discount'}
          phone={draft.customerPhone}
          choice={draft.discount}
          offers={estimate.offers}
          none={none}
          onChoose={(discount) => dispatch({ type: 'discountChosen', discount })}
          onClose={closeDialog}
        />
        <CustomerDialog
          open={dialog === 'customer'}
          phone={draft.customerPhone}
          customer={info?.customer}
          cities={open}
          onClose={closeDialog}
        />
      </section>
      <section className="desk-column" aria-label={placed ? t('订单进度') : t('行程与费用')}>
        {placed && orderId ? (
          order ? (
            <ProgressPanel
              placed={placed}
              route={route}
              orderId={orderId}
              order={order}
              acting={acting}
              utcOffsetMinutes={cities.data?.rows.find((one) => one.cityId === order.cityId)?.utcOffsetMinutes ?? 480}
              onOrder={(shown) => {
                setActing(null)
                setShownOrder(shown)
              }}
              onAct={setActing}
              onMoved={(nextId, nextNo) => {
                dispatch({ type: 'placed', placed: withNextAttempt(placed, orderId, { orderId: nextId, orderNo: nextNo }) })
                setShownOrder(nextId)
              }}
              onNew={startNew}
              onBack={placed.bookingNo === '' ? () => dispatch({ type: 'backToDraft' }) : undefined}
            />
          ) : progress.error ? (
            <>
              <Fault error={progress.error} retry={progress.refetch} />
              <Button data-desk="new" onClick={startNew}>
                {t('接下一单')} <KeyHint keys="Alt+N" />
              </Button>
            </>
          ) : (
            <Skeleton lines={6} />
          )
        ) : (
          <>
            {cities.error && !cities.data ? <Fault error={cities.error} retry={cities.refetch} /> : null}
            <TripPanel
              draft={draft}
              dispatch={dispatch}
              cities={open}
              cityId={cityId}
              utcOffsetMinutes={utcOffsetMinutes}
              caller={info}
              price={mayPlace ? estimate : null}
              onDiscount={draft.customerPhone === '' ? undefined : () => setDialog('discount')}
              missing={missing}
              problemAt={(spot) => problemAt(spot) ?? (spot === target ? mapProblem || undefined : undefined)}
              go={go}
              onEnd={(end) => {
                setLastEnd(end)
                setTyping(end)
              }}
              onTyped={() => setTyping(null)}
              locating={locating}
              typing={typing}
              keeping={keeping}
            />
            {mayPlace ? (
              <PlaceBar
                draft={draft}
                pending={place.pending || awaitsPrice}
                problem={problemAt('place')}
                totalFen={estimate.current && estimate.quote ? sumFor(estimate.quote, draft.driverCount) : null}
                onPlace={submit}
                onGiveUp={() => {
                  dispatch({ type: 'attemptEnded' })
                  void customer.refetch()
                }}
              />
            ) : (
              <p className="desk-quiet">{t('您没有下单权限，只能查看客户和订单')}</p>
            )}
          </>
        )}
      </section>
      <section className="desk-column desk-column-map" aria-label={t('地图与司机')}>
        <div className="desk-map" data-desk="map">
          <DeskMap
            cities={open}
            city={open.find((one) => one.cityId === shownCityId)}
            pickup={pickup}
            dropoff={dropoff}
            driver={order && !isSearching(order.serviceStatus) ? order.driver : null}
            driving={order?.serviceStatus === SERVICE_STATUS.driving}
            points={nearby.store}
            nearest={nearby.rows}
            selectedId={hovered ?? draft.driver?.driverId ?? null}
            titleOf={titleOf}
            target={target}
            onGround={(at) => void chooseAt(at)}
            onMoved={(end, { lng, lat }) => dispatch({ type: 'placeMoved', end, lng, lat })}
            onPick={(driverId) => {
              const driver = nearby.rows?.find((row) => row.driverId === driverId)
              if (driver && mayTake(driver) && target !== null)
                dispatch({ type: 'driverChosen', driver: { driverId, driverNo: driver.driverNo, name: driver.name } })
            }}
          />
        </div>
        {placed && !(order && isSearching(order.serviceStatus)) ? null : (
          <DriversPanel
            drivers={nearby.rows}
            error={nearby.error}
            hasPickup={pickup !== null}
            chosen={placed ? null : draft.driver}
            disabled={target === null}
            problem={problemAt('drivers')}
            onChoose={(driver) => dispatch({ type: 'driverChosen', driver })}
            onHover={setHovered}
            onNext={() => go('place')}
          />
        )}
      </section>
    </div>
  )
}
