import { describe, expect, it, vi } from 'vitest'
import { NetworkError, RefusalError } from '#platform/http/call.ts'
import { emptyDraft, estimateInput, missingStep, placeInput, reduceDraft, type Draft, type DraftAction } from '../draft/desk-draft.ts'
import { instantOf, wallClockOf } from '#ui/show/time.view.ts'
import { outcomeUnknown, refusalOf } from '../draft/desk-refusal.ts'
import { sumFor } from '../price/fee.panel.tsx'
import { offersOf, placesOf } from '../trip/place-offers.ts'
import { headline, type OrderStatus, readAloud } from '../progress/progress.view.ts'
import { workPath } from '../booking-queue/queue.view.ts'
import { commandOf, stepAfter, stepBefore } from '../draft/desk-steps.ts'
import { deskAhead } from './desk-ahead.ts'
import { discountOf } from '../price/use-price.ts'

const hotel = { address: '西湖国宾馆', lng: 120.13, lat: 30.23 }
const home = { address: '滨江区江南大道', lng: 120.21, lat: 30.2 }
const after = (...actions: DraftAction[]) => actions.reduce(reduceDraft, emptyDraft())
const ready = () =>
  after(
    { type: 'phoneTyped', phone: '138 0013 8000' },
    { type: 'phoneTaken' },
    { type: 'citySet', cityId: '3' },
    { type: 'placeChosen', end: 'pickup', place: hotel, cityId: '3' },
  )
const press = (key: string, more: Partial<Parameters<typeof commandOf>[0]> = {}) =>
  commandOf({ key, code: key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more })

describe('the number of a ringing phone', () => {
  it.each([
    ['013800138000', '13800138000'],
    ['13800138000', '13800138000'],
    ['057188880000', '057188880000'],
    ['01062345678', '01062345678'],
    ['010-6234 5678', '01062345678'],
  ])('%s is looked up as %s: a mobile loses its trunk 0, a Beijing land line stays whole', async (told, asked) => {
    const ask = vi.fn(async () => null)
    deskAhead.ahead(new URLSearchParams({ telPhone: told }), ask)
    expect(ask).toHaveBeenCalledWith(expect.objectContaining({ path: expect.stringContaining('customer_info') }), { phone: asked })
  })
})

describe('a half-typed order', () => {
  it('takes a number only when it is one, and keeps the trip when it is corrected', () => {
    expect(after({ type: 'phoneTyped', phone: '138' }, { type: 'phoneTaken' }).customerPhone).toBe('')
    const corrected = [{ type: 'phoneTyped', phone: '13800138001' } as const, { type: 'phoneTaken' } as const].reduce(reduceDraft, ready())
    expect(corrected.customerPhone).toBe('13800138001')
    expect(corrected.pickup).toEqual(hotel)
  })

  it('typing over a chosen place un-chooses it, and the driver who was near it', () => {
    const chosen = reduceDraft(ready(), { type: 'driverChosen', driver: { driverId: '9', driverNo: 'D9', name: '张' } })
    const typed = reduceDraft(chosen, { type: 'placeTyped', end: 'pickup', text: '西湖' })
    expect([typed.pickup, typed.driver]).toEqual([null, null])
    expect(reduceDraft(chosen, { type: 'placeTyped', end: 'dropoff', text: '滨' }).driver?.driverId).toBe('9')
  })

  it('a pick-up in another city moves the order there and drops the destination', () => {
    const both = reduceDraft(ready(), { type: 'placeChosen', end: 'dropoff', place: home, cityId: '3' })
    const moved = reduceDraft(both, { type: 'placeChosen', end: 'pickup', place: hotel, cityId: '4' })
    expect([moved.cityId, moved.dropoff, moved.text.dropoff]).toEqual(['4', null, ''])
  })

  it('another city clears a trip of the first one', () => {
    expect(reduceDraft(ready(), { type: 'citySet', cityId: '5' }).pickup).toBeNull()
    expect(reduceDraft(ready(), { type: 'citySet', cityId: '3' }).pickup).toEqual(hotel)
  })

  it('cannot be changed while nobody knows whether it was placed', () => {
    const input = placeInput(ready(), 480, undefined)
    const sent = reduceDraft(ready(), { type: 'attempted', key: 'k', input: input as NonNullable<typeof input> })
    expect(reduceDraft(sent, { type: 'placeTyped', end: 'pickup', text: 'x' })).toBe(sent)
    expect(reduceDraft(reduceDraft(sent, { type: 'attemptEnded' }), { type: 'placeTyped', end: 'pickup', text: 'x' }).pickup).toBeNull()
  })

  it('another caller begins without the coupon and the payer of the one before', () => {
    const paid = reduceDraft(reduceDraft(ready(), { type: 'options', options: { enterpriseId: '4', channelId: '6' } }), {
      type: 'discountChosen',
      discount: { kind: 'COUPON', id: '5', name: '满减' },
    })
    const other = [{ type: 'phoneTyped', phone: '13800138001' } as const, { type: 'phoneTaken' } as const].reduce(reduceDraft, paid)
    expect([other.enterpriseId, other.discount, other.channelId]).toEqual(['', { kind: 'BEST' }, '6'])
    expect(reduceDraft(paid, { type: 'phoneTaken' })).toMatchObject({ enterpriseId: '4', discount: { kind: 'COUPON' } })
  })

  it('survives being written down and read again', () => {
    const draft = ready()
    expect(JSON.parse(JSON.stringify(draft)) as Draft).toEqual(draft)
  })

  it('choosing one driver means ordering one', () => {
    const three = reduceDraft(ready(), { type: 'options', options: { driverCount: 3 } })
    expect(reduceDraft(three, { type: 'driverChosen', driver: { driverId: '9', driverNo: 'D9', name: '张' } }).driverCount).toBe(1)
  })
})

describe('what is sent', () => {
  it('is nothing until number and pick-up are there, and the desk knows what is missing', () => {
    expect(missingStep(emptyDraft())).toBe('phone')
    expect(missingStep(after({ type: 'phoneTyped', phone: '13800138000' }, { type: 'phoneTaken' }))).toBe('pickup')
    expect(missingStep(ready())).toBeNull()
    expect(missingStep(reduceDraft(ready(), { type: 'options', options: { contactPhone: '12' } }))).toBe('contactPhone')
    expect(missingStep(reduceDraft(ready(), { type: 'phoneTyped', phone: '139' }))).toBe('phone')
    expect(placeInput(emptyDraft(), 480, { quoteId: '1', discount: null })).toBeNull()
  })

  it('has the trip, the quote it was told and no empty field', () => {
    const input = placeInput(
      reduceDraft(ready(), { type: 'options', options: { remark: '  白色轿车 ', bookTime: '2026-11-21T21:30' } }),
      480,
      { quoteId: '77', discount: { kind: 'COUPON', id: '5' } },
    )
    expect(input).toMatchObject({
      phone: '13800138000',
      pickupAddress: '西湖国宾馆',
      quoteId: '77',
      couponId: '5',
      remark: '白色轿车',
      driverCount: 1,
    })
    expect(input?.bookTime).toBe('2026-11-21T13:30:00.000Z')
    expect(input?.departAt).toBe(input?.bookTime)
    expect(Object.values(input ?? {})).not.toContain('')
  })

  it('has the coupon that was chosen also while there is no price yet', () => {
    const chosen = reduceDraft(ready(), { type: 'discountChosen', discount: { kind: 'COUPON', id: '5', name: '满减' } })
    expect(placeInput(chosen, 480, undefined)).toMatchObject({ couponId: '5' })
    expect(placeInput(chosen, 480, { quoteId: '7', discount: null })).not.toHaveProperty('couponId')
    expect(placeInput(ready(), 480, undefined)).not.toHaveProperty('couponId')
  })

  it('is what was typed, with or without a place on the map', () => {
    const words = reduceDraft(reduceDraft(ready(), { type: 'placeTyped', end: 'pickup', text: ' 文三路478号 ' }), {
      type: 'placeTyped',
      end: 'dropoff',
      text: '丈母娘家',
    })
    expect(missingStep(words)).toBeNull()
    expect(placeInput(words, 480, undefined)).toMatchObject({
      pickupAddress: '文三路478号',
      pickupLat: undefined,
      pickupPin: undefined,
      dropoffAddress: '丈母娘家',
      dropoffLat: undefined,
    })
    const found = reduceDraft(words, {
      type: 'placeFound',
      end: 'pickup',
      text: '文三路478号',
      place: { address: '', lng: 120.1, lat: 30.3 },
    })
    expect(placeInput(found, 480, undefined)).toMatchObject({ pickupAddress: '文三路478号', pickupLat: 30.3, pickupPin: 'GEOCODED' })
    const late = { type: 'placeFound', end: 'pickup', text: '别处', place: hotel } as const
    expect(reduceDraft(words, late).pickup).toBeNull()
    const moved = reduceDraft(found, { type: 'placeMoved', end: 'pickup', lng: 120.2, lat: 30.1 })
    expect(placeInput(moved, 480, undefined)).toMatchObject({ pickupAddress: '文三路478号', pickupLng: 120.2, pickupPin: 'DRAGGED' })
  })

  it('has the name that was typed over the one the map gave, at the place that was set', () => {
    const clicked = reduceDraft(ready(), { type: 'placeChosen', end: 'pickup', place: { ...hotel, pin: 'DRAGGED' }, cityId: '3' })
    const named = reduceDraft(clicked, { type: 'placeTyped', end: 'pickup', text: '地铁口便利店' })
    expect(placeInput(named, 480, undefined)).toMatchObject({ pickupAddress: '地铁口便利店', pickupLat: hotel.lat, pickupPin: 'DRAGGED' })
    expect(reduceDraft(named, { type: 'placeTyped', end: 'pickup', text: '' }).pickup).toBeNull()
  })

  it('has where to wait as the place says, until the operator says otherwise', () => {
    const gate = { type: 'placeChosen', end: 'pickup', place: { ...hotel, note: '东门岗亭旁' }, cityId: '3' } as const
    const chosen = reduceDraft(ready(), gate)
    expect(placeInput(chosen, 480, undefined)).toMatchObject({ pickupNote: '东门岗亭旁' })
    expect(reduceDraft(chosen, { type: 'placeChosen', end: 'pickup', place: home, cityId: '3' }).pickupNote).toBe('')
    const own = reduceDraft(chosen, { type: 'options', options: { pickupNote: '打双闪' } })
    expect(reduceDraft(own, { type: 'placeChosen', end: 'pickup', place: home, cityId: '3' }).pickupNote).toBe('打双闪')
  })

  it('an estimate needs only the pick-up', () => {
    const draft = after({ type: 'citySet', cityId: '3' }, { type: 'placeChosen', end: 'pickup', place: hotel })
    expect(estimateInput(draft, 480)).toMatchObject({ cityId: '3', pickupLat: 30.23, pickupDatum: 'WGS84' })
    expect(estimateInput(emptyDraft(), 480)).toBeNull()
  })

  it('a booked time is the clock of the city, wherever the operator sits', () => {
    expect(instantOf('2026-11-20T00:10', 480)).toBe('2026-11-19T16:10:00.000Z')
    expect(wallClockOf(Date.parse('2026-11-19T16:10:00Z'), 480)).toBe('2026-11-20T00:10')
    expect(instantOf('', 480)).toBeUndefined()
    expect(instantOf('2026-99-99T00:10', 480)).toBeUndefined()
  })
})

describe('the desk without a mouse', () => {
  it('four times Enter go from the number to the placed order', () => {
    expect(stepAfter('phone')).toBe('pickup')
    expect(stepAfter('pickup')).toBe('dropoff')
    expect(stepAfter('dropoff')).toBe('place')
  })

  it('Enter walks the options to the end, Esc walks back to the number', () => {
    expect([stepAfter('driverCount'), stepAfter('payer'), stepAfter('place')]).toEqual(['bookTime', 'place', 'place'])
    expect([stepBefore('place'), stepBefore('dropoff'), stepBefore('pickup'), stepBefore('phone')]).toEqual([
      'dropoff',
      'pickup',
      'phone',
      'phone',
    ])
  })

  it('knows its keys, also where Alt types another letter, and leaves all others alone', () => {
    expect(press('F9')).toEqual({ do: 'place' })
    expect(press('Enter', { ctrlKey: true })).toEqual({ do: 'place' })
    expect(press('™', { code: 'Digit2', altKey: true })).toEqual({ do: 'reuse', index: 1 })
    expect(press('§', { code: 'Digit6', altKey: true })).toEqual({ do: 'repeat', index: 0 })
    expect(press('0', { code: 'Digit0', altKey: true })).toEqual({ do: 'repeat', index: 4 })
    expect(press('6', { code: 'Digit6' })).toBeNull()
    expect(press('∆', { code: 'KeyJ', altKey: true })).toEqual({ do: 'drivers' })
    expect(press('ç', { code: 'KeyC', altKey: true })).toEqual({ do: 'act', action: 'cancel' })
    expect(press('Ω', { code: 'KeyZ', altKey: true })).toEqual({ do: 'act', action: 'assign' })
    expect(press('Escape')).toEqual({ do: 'back' })
    expect(press('Enter')).toBeNull()
    expect(press('c', { code: 'KeyC', ctrlKey: true })).toBeNull()
    expect(press('F2', { altKey: true })).toBeNull()
  })
})

describe('a caller who has been here before', () => {
  const used = (address: string, lat: number, use: 'PICKUP' | 'DROPOFF' = 'PICKUP') => ({
    address,
    lat,
    lng: 120.1,
    datum: 'WGS84' as const,
    cityId: '3',
    usedAt: '2026-11-20T00:00:00.000Z',
    use,
  })
  const place = (name: string, lat: number) => ({
    name,
    address: '',
    cityId: '3',
    lat,
    lng: 120.1,
    datum: 'WGS84' as const,
    distanceM: null,
    usedAt: null,
    placeId: null,
    source: 'OWN' as const,
    entrances: [],
    pickupNote: '',
    pickups: [],
  })
  const own = [used('环城北路 武林银泰', 30.27), used('K11 商场', 30.28, 'DROPOFF')]

  it('finds the own places first, by Chinese, by letters of either case, and by pinyin', () => {
    const names = (found: ReturnType<typeof place>[], text: string) => offersOf(own, found, text).map(({ name }) => name)
    expect(names([], '银泰')).toEqual(['环城北路 武林银泰'])
    expect(names([], 'k11')).toEqual(['K11 商场'])
    expect(names([place('武林门', 30.3), place('武林银泰', 30.27)], 'wl')).toEqual(['环城北路 武林银泰', '武林门'])
  })

  it('offers where customers of the first place are usually met, as a pick-up alone', () => {
    const met = { name: '东门', lat: 30.3004, lng: 120.1001, trips: 23, distanceM: 45 }
    const found = [
      { ...place('武林门', 30.3), pickups: [met] },
      { ...place('武林广场', 30.31), pickups: [met] },
    ]
    const shown = (end: 'pickup' | 'dropoff') => offersOf([], found, '武林', end).map(({ name, more, lat }) => [name, more, lat])
    expect(shown('pickup')).toEqual([
      ['武林门', '', 30.3],
      ['武林门 · 东门', '附近常用上车点 · 23 次', 30.3004],
      ['武林广场', '', 30.31],
    ])
    expect(shown('dropoff').map(([name]) => name)).toEqual(['武林门', '武林广场'])
  })

  it('puts the name before the street into the order, and no name twice', () => {
    const inOrder = (name: string, address: string) => offersOf([], [{ ...place(name, 30.3), address }], '')[0]?.address
    expect(inOrder('来福士广场', '成都市武侯区人民南路四段3号')).toBe('来福士广场 成都市武侯区人民南路四段3号')
    expect(inOrder('双流机场', '成都市双流区双流机场路')).toBe('成都市双流区双流机场路')
    expect(inOrder('武林门', '')).toBe('武林门')
  })

  it('can go the way of a past order again while both its places are known', () => {
    const order = { pickupAddress: '环城北路 武林银泰', dropoffAddress: 'K11 商场', cityId: '3' }
    expect(placesOf(order, own)).toEqual({ pickup: own[0], dropoff: own[1] })
    expect(placesOf({ ...order, dropoffAddress: '' }, own)).toEqual({ pickup: own[0], dropoff: null })
    expect(placesOf({ ...order, dropoffAddress: '早已忘记' }, own)).toBeNull()
    expect(placesOf({ ...order, cityId: '4' }, own)).toBeNull()
  })
})

it('several drivers cost their sum; the discount is the first one’s', () => {
  expect(sumFor({ totalFen: 5000, subtotalFen: 6000 }, 1)).toBe(5000)
  expect(sumFor({ totalFen: 5000, subtotalFen: 6000 }, 3)).toBe(17_000)
})

it('an order for later says when it is for and when its search opens, by the clock of its city', () => {
  const booked = { serviceStatus: 101, bookTime: '2026-11-21T13:30:00.000Z', driver: null }
  const order = { ...booked, prepayDueFen: null, prepayUntil: null } as OrderStatus
  expect(headline(order, 480)).toBe('预约 11-21 21:30 用车，11-21 21:00 开始派单')
  const unpaid = { ...order, prepayDueFen: 7_800, prepayUntil: '2026-11-21T13:15:00.000Z' }
  expect(headline(unpaid, 480)).toContain('待预付 ¥78.00')
})

describe('the discount of an order', () => {
  const best = {
    kind: 'RIGHT' as const,
    rightGrantId: '8',
    name: '银行权益',
    unit: 'TIMES' as const,
    timesLeft: 2,
    amountLeftFen: null,
    distanceLeftM: null,
    expiresAt: '2026-12-01T00:00:00Z',
    discountFen: 900,
    why: '优惠最多',
  }
  const offers = { best, rows: [best], unusable: [] }

  it('is the best that fits, once that is known', () => {
    expect(discountOf({ kind: 'BEST' }, undefined, false)).toBeUndefined()
    expect(discountOf({ kind: 'BEST' }, offers, false)).toEqual({ kind: 'RIGHT', id: '8', name: '银行权益' })
    expect(discountOf({ kind: 'BEST' }, { ...offers, best: null }, false)).toBeNull()
  })

  it('is waited for only when the customer has something, and is what the operator says', () => {
    expect(discountOf({ kind: 'BEST' }, undefined, true)).toBeNull()
    expect(discountOf({ kind: 'NONE' }, offers, false)).toBeNull()
    expect(discountOf({ kind: 'COUPON', id: '5', name: '满减' }, offers, false)).toEqual({ kind: 'COUPON', id: '5', name: '满减' })
  })
})

describe('a refused order', () => {
  it('is told where it can be dealt with', () => {
    const refused = (error: string, code = 40900) => refusalOf(new RefusalError(code, error, '不行', undefined))
    expect(refused('callCentre.orderInProgress').spot).toBe('customer')
    expect(refused('callCentre.driverTaken').spot).toBe('drivers')
    expect(refused('callCentre.bookTimePast').spot).toBe('bookTime')
    expect(refused('callCentre.quoteExpired')).toMatchObject({ spot: 'fee', requote: true })
    expect(refused('something.new').spot).toBe('place')
    const field = new RefusalError(400, '', '参数错误', { fields: [{ path: 'contactPhone', message: '请输入正确的电话号码' }] })
    const hours = new RefusalError(40946, 'pricing.couponUnusable', '优惠券不可用', {
      reason: 'OTHER_HOURS',
      why: { zh: '仅限 22:00–24:00 出发', en: '' },
    })
    expect(refusalOf(hours)).toEqual({ spot: 'fee', text: '优惠券不可用（仅限 22:00–24:00 出发）', requote: true })
    expect(refusalOf(field)).toMatchObject({ spot: 'contactPhone', text: '参数错误 请输入正确的电话号码' })
  })

  it('is not the same as an order of which nobody knows', () => {
    expect(outcomeUnknown(new RefusalError(40920, 'callCentre.orderInProgress', '', undefined))).toBe(false)
    expect(outcomeUnknown(new NetworkError('timeout', ''))).toBe(true)
    expect(outcomeUnknown(new RefusalError(500, '', '', undefined))).toBe(true)
  })
})

it('a claimed booking opens at the desk while it needs a driver, with the customer where the number is whole, else in its detail', () => {
  const row = { orderId: '7', customerPhone: '13800001111' }
  expect(workPath({ ...row, serviceStatus: 180 })).toBe('/CallCentre/Desk?orderId=7&telPhone=13800001111')
  expect(workPath({ ...row, serviceStatus: 506, customerPhone: '138****1111' })).toBe('/CallCentre/Desk?orderId=7')
  expect(workPath({ ...row, serviceStatus: 301 })).toBe('/Order/Detail?orderId=7')
})

it('after the order is placed there is a sentence to read to the caller, with the price and when the driver comes', () => {
  const estimate = { totalFen: 6000, lines: [] }
  const order = { estimate, driver: { name: '邹泽宇', etaS: 249 }, pickup: hotel, dropoff: home } as unknown as OrderStatus
  expect(readAloud({ ...order, serviceStatus: 102, driver: null }, 480)).toBe('已为您下单，正在安排司机，预估 ¥60.00。')
  expect(readAloud({ ...order, serviceStatus: 301 }, 480)).toBe('邹泽宇师傅约 4 分钟后到，预估 ¥60.00。')
  expect(readAloud({ ...order, serviceStatus: 302 }, 480)).toBe('邹泽宇师傅已经到了，在上车点等您，预估 ¥60.00。')
  expect(readAloud({ ...order, serviceStatus: 303 }, 480)).toBe('')
})

it('of an order without a place on the map nothing is promised: the caller is asked where that is, and told what the trip begins with', () => {
  const pickup = { address: '无名弄 3 号', lat: null, lng: null }
  const order = {
    estimate: { totalFen: 3900, lines: [] },
    driver: null,
    serviceStatus: 102,
    pickup,
    dropoff: home,
  } as unknown as OrderStatus
  expect(readAloud(order, 480)).toBe(
    '已为您记下“无名弄 3 号”。请说一下附近的路口、门牌或标志，确定位置后马上为您安排司机，起步费用 ¥39.00，按实际行驶计费。',
  )
  expect(readAloud({ ...order, pickup: hotel as unknown as OrderStatus['pickup'], dropoff: null }, 480)).toBe(
    '已为您下单，正在安排司机，起步费用 ¥39.00，按实际行驶计费。',
  )
})

it('of an order that waits for its prepayment the caller is told what to pay and until when, not that a driver is looked for', () => {
  const waits = { prepayDueFen: 7_800, prepayUntil: '2026-12-01T12:15:00.000Z', serviceStatus: 101, driver: null }
  const order = { ...waits, estimate: { totalFen: 7_800, lines: [] }, pickup: hotel, dropoff: home } as unknown as OrderStatus
  expect(readAloud(order, 480)).toBe('已为您下单，请在 12-01 20:15 前预付 ¥78.00，到账后为您安排司机。')
})

it('a cancelled order says what cancelling costs', () => {
  const order = { serviceStatus: 404, driver: null, cancelFeeFen: 1000 } as OrderStatus
  expect(headline(order, 480)).toBe('订单已取消，取消费 ¥10.00')
  expect(headline({ ...order, cancelFeeFen: 0 }, 480)).toBe('订单已取消，不收取消费')
})
