import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { badWeatherCalls, driverWeatherCalls } from '@chauffeur/contract/driver/bad-weather'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type CitySwitch, citySwitch } from '@chauffeur/contract/operations/city-switch'
import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { partnerCalls } from '@chauffeur/contract/partner/api'
import { rateCalls } from '@chauffeur/contract/pricing/rate'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, driverAt, handedTo, PICKUP, placeCall, seenAt } from '#test/drivers'
import type { PartnerKey } from '#test/harness/partner'
import { refusal, switchesIn } from '#test/platform/city-switches'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
let key: PartnerKey
beforeAll(async () => {
  world = await makeWorld()
  key = await world.keyOf(world.channel)
})
afterAll(() => world.close())

const { turn, turned } = switchesIn(() => world)
let made = 0
const phone = () => `1310000${String(++made).padStart(4, '0')}`
/** What something is answered while the switch is off, and once it is on again. */
async function offAndOn<T>(of: CitySwitch, act: () => Promise<T>): Promise<[T, T]> {
  await turn(of, false)
  const off = await act()
  await turn(of, true)
  return [off, await act()]
}
const trip = { cityId: HANGZHOU, pickupLat: PICKUP.lat, pickupLng: PICKUP.lng, dropoffLat: 30.3, dropoffLng: 120.2 }
const quote = (more: object = {}) => world.send(callCentreCalls.estimate, { ...trip, ...more })
const place = (more: object = {}) => world.send(callCentreCalls.place, { ...trip, pickupAddress: '武林广场', phone: phone(), ...more })
const byPartner = () => {
  const input = { ...trip, partnerBookingId: `S-${++made}`, phone: phone(), pickupAddress: '武林广场' }
  return world.send(partnerCalls.place, input, key)
}
const lines = async () => ((await quote()).data as { lines: { type: string }[] }).lines.map(({ type }) => type)

/** An order that has come to the end of its trip. */
async function ended() {
  const { orderId } = await placeCall(world)
  const driver = await handedTo(world, orderId)
  const call = as(world, driver)
  seenAt(world, driver.driverId, 0)
  for (const step of [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end])
    expect((await call(step, { id: orderId, ...(step === dispatchCalls.end && { reason: '到达' }) })).code).toBe(0)
  return {
    orderId,
    order: async () => ((await call(dispatchCalls.me)).data as AnswerOf<typeof dispatchCalls.me>).order!,
    file: (bill: object) => call(dispatchCalls.file, { id: orderId, ...bill }),
  }
}

describe('a switch that is off makes a difference, and none once it is on again', () => {
  test('phone orders: the desk neither quotes nor places, partners do', async () => {
    const said = async (person: Person = 'all') =>
      ((await world.send(callCentreCalls.openCities, {}, person)).data as AnswerOf<typeof callCentreCalls.openCities>).rows
        .filter(({ ordersOff }) => ordersOff)
        .map(({ cityId }) => cityId)
    expect(await said()).toEqual([])
    await turn('deskOrder', false)
    // The desk hears of it before it asks for a price; a partner's people there go by the other switch.
    expect([await said(), await said('partner')]).toEqual([[HANGZHOU], []])
    expect([refusal(await quote()), refusal(await place())]).toEqual(['callCentre.deskOff', 'callCentre.deskOff'])
    expect((await byPartner()).code).toBe(0)
    expect((await place({ cityId: SHANGHAI, pickupLat: 31.23, pickupLng: 121.47 })).code).toBe(0)
    await turn('deskOrder', true)
    expect(await said()).toEqual([])
    expect((await place()).code).toBe(0)
  })

  test('partner orders: partners neither quote nor place, by their program or at the desk; the business does', async () => {
    await turn('partnerOrder', false)
    expect(refusal(await byPartner())).toBe('callCentre.partnerOff')
    expect(refusal(await world.send(partnerCalls.quote, { ...trip, phone: phone() }, key))).toBe('callCentre.partnerOff')
    expect(refusal(await world.send(callCentreCalls.place, { ...trip, pickupAddress: '武林广场', phone: phone() }, 'partner'))).toBe(
      'callCentre.partnerOff',
    )
    expect((await place({ channelId: world.channel })).code).toBe(0)
    await turn('partnerOrder', true)
    expect((await byPartner()).code).toBe(0)
  })

  test('bookings for later: at once alone', async () => {
    const later = () => place({ bookTime: new Date(Date.now() + 3 * 3_600_000).toISOString() })
    await turn('bookLater', false)
    expect([refusal(await later()), refusal(await place())]).toEqual(['callCentre.bookingOff', '0'])
    await turn('bookLater', true)
    expect((await later()).code).toBe(0)
  })

  test.each([
    ['tripService', 'TRIP'],
    ['longDistanceService', 'LONG_DISTANCE'],
    ['hourlyService', 'HOURLY'],
    ['dayPackageService', 'DAY_PACKAGE'],
    ['carPickupService', 'CAR_PICKUP'],
  ] as const)('%s: that service alone is refused', async (of, serviceType) => {
    const other = serviceType === 'TRIP' ? 'HOURLY' : 'TRIP'
    const [off, on] = await offAndOn(of, async () => [refusal(await quote({ serviceType })), refusal(await quote({ serviceType: other }))])
    expect(off[0]).toBe('callCentre.serviceOff')
    expect([off[1], ...on]).not.toContain('callCentre.serviceOff')
  })

  test('weather and dynamic prices: what is charged on top', async () => {
    const hour = 3_600_000
    const [activeFrom, activeTo] = [-hour, hour].map((ms) => new Date(Date.now() + ms).toISOString())
    expect((await world.send(rateCalls.weatherSave, { cityId: HANGZHOU, name: '暴雨', activeFrom, activeTo, flatFen: 800 })).code).toBe(0)
    const rate = { cityId: HANGZHOU, name: '加价', from: '00:00:00', to: '24:00:00', rateBp: 12_500 }
    expect((await world.send(rateCalls.dynamicSave, rate)).code).toBe(0)
    expect(await lines()).toEqual(expect.arrayContaining(['WEATHER', 'DYNAMIC']))
    // Whoever switches bad weather on there, and the city's drivers, hear that nothing is charged for it.
    const { token } = await driverAt(world, null)
    const charged = async () => {
      const { rows } = (await world.send(badWeatherCalls.getConfig, { cityId: HANGZHOU })).data as AnswerOf<
        typeof badWeatherCalls.getConfig
      >
      const heard = (await world.send(driverWeatherCalls.weather, {}, token)).data as AnswerOf<typeof driverWeatherCalls.weather>
      return { charged: rows[0]!.price?.charged, ruleFen: rows[0]!.price?.flatFen, heardFen: heard.flatFen }
    }
    const [noWeather, weather] = await offAndOn('weatherPrice', async () => ({ lines: await lines(), ...(await charged()) }))
    expect([noWeather.lines.includes('WEATHER'), noWeather.lines.includes('DYNAMIC'), weather.lines.includes('WEATHER')]).toEqual([
      false,
      true,
      true,
    ])
    expect([noWeather, weather]).toMatchObject([
      { charged: false, ruleFen: 800, heardFen: null },
      { charged: true, ruleFen: 800, heardFen: 800 },
    ])
    const [noPeak, peak] = await offAndOn('peakPrice', lines)
    expect([noPeak.includes('DYNAMIC'), noPeak.includes('WEATHER'), peak.includes('DYNAMIC')]).toEqual([false, true, true])
    await world.owner.query('update weather_rules set enabled = false')
    await world.owner.query('update dynamic_rates set enabled = false')
  })

  test('paying ahead: what is ordered meanwhile waits for it, what was ordered before or comes after does not', async () => {
    const status = async () => (await world.send(callCentreCalls.orderStatus, { orderId: (await placeCall(world)).orderId })).data
    expect(await status()).toMatchObject({ serviceStatus: 102, prepayUntil: null })
    await turn('prePay', true)
    expect(await status()).toMatchObject({ serviceStatus: 101, prepayDueFen: expect.any(Number), prepayUntil: expect.any(String) })
    await turn('prePay', false)
    expect(await status()).toMatchObject({ serviceStatus: 102, prepayUntil: null })
  })

  test('the fee of a cancellation: none for what is ordered meanwhile, that of before for what was ordered before', async () => {
    const judged = async () => {
      const { orderId } = await placeCall(world)
      await handedTo(world, orderId)
      await world.owner.query(`update orders set accepted_at = now() - interval '4 minutes' where order_id = $1`, [orderId])
      return async () => (await world.send(callCentreCalls.cancel, { orderId })).data as { feeFen: number; verdict: string }
    }
    const before = await judged()
    await turn('cancelFee', false)
    const meanwhile = await judged()
    expect([await before(), await meanwhile()]).toMatchObject([
      { feeFen: 1_000, verdict: 'CUSTOMER_AT_FAULT' },
      // What the rule asks for is said, so that nobody takes the nothing for its own.
      { feeFen: 0, waivedFen: 1_000, verdict: 'CUSTOMER_AT_FAULT' },
    ])
    await turn('cancelFee', true)
    const after = await (await judged())()
    expect(after).toMatchObject({ feeFen: 1_000 })
    expect(after).not.toHaveProperty('waivedFen')
    expect(await meanwhile()).toMatchObject({ feeFen: 0 })
  })

  test('cash and tips: a trip is billed as the city was when it was ordered, by the driver and by an operator', async () => {
    const tip = { extras: [{ type: 'TIP', amountFen: 500 }] }
    const before = await ended()
    await turn('cash', false)
    await turn('tips', false)
    const meanwhile = await ended()
    expect(refusal(await meanwhile.file({ cashCollected: true }))).toBe('driver.cashOff')
    expect(refusal(await meanwhile.file(tip))).toBe('driver.tipsOff')
    expect([await before.order(), await meanwhile.order()]).toMatchObject([
      { takes: { cash: true, tips: true } },
      { takes: { cash: false, tips: false } },
    ])
    const byHand = (bill: object) => world.send(orderBillCalls.forceSubmitPreview, { orderId: meanwhile.orderId, ...bill })
    expect(refusal(await byHand({ cashCollected: true }))).toBe('order.cashOff')
    expect(refusal(await byHand(tip))).toBe('order.tipsOff')
    expect((await byHand({})).code).toBe(0)
    expect((await meanwhile.file({ extras: [{ type: 'TOLL', amountFen: 500 }] })).code).toBe(0)
    expect((await before.file({ ...tip, cashCollected: true })).code).toBe(0)
    await turn('cash', true)
    await turn('tips', true)
    expect((await (await ended()).file({ ...tip, cashCollected: true })).code).toBe(0)
  })

  test('the number of the customer: none to the driver of what is ordered meanwhile, at any step of it; operators see it', async () => {
    const seenBy = async () => {
      const { orderId } = await placeCall(world)
      const driver = await handedTo(world, orderId)
      const call = as(world, driver)
      seenAt(world, driver.driverId, 0)
      const phones: string[] = []
      const me = async () => ((await call(dispatchCalls.me)).data as AnswerOf<typeof dispatchCalls.me>).order!
      // A call to the business counts as one to the customer.
      expect((await call(dispatchCalls.logCall, { id: orderId })).code).toBe(0)
      for (const step of [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end])
        phones.push(
          (await me()).contactPhone,
          ((await call(step, { id: orderId })).data as { order: { contactPhone: string } }).order.contactPhone,
        )
      phones.push(((await call(dispatchCalls.file, { id: orderId })).data as { order: { contactPhone: string } }).order.contactPhone)
      return new Set(phones)
    }
    const [number] = await seenBy()
    expect(number).toMatch(/^1\d{10}$/)
    await turn('hidePhone', true)
    expect(await seenBy()).toEqual(new Set(['']))
    await turn('hidePhone', false)
    expect([...(await seenBy())]).toEqual([expect.stringMatching(/^1\d{10}$/)])
  })

  test('what is asked of drivers: a picture before departure; the rules of duty are the same setting', async () => {
    const departs = async () => {
      const { orderId } = await placeCall(world)
      const call = as(world, await handedTo(world, orderId))
      await call(dispatchCalls.arrive, { id: orderId })
      return refusal(await call(dispatchCalls.depart, { id: orderId }))
    }
    const rules = async () =>
      ((await world.send(driverDutyCalls.list, {})).data as AnswerOf<typeof driverDutyCalls.list>).rows.find(
        ({ cityId }) => cityId === HANGZHOU,
      )!
    await turn('photos', true)
    expect([await departs(), (await rules()).photosBeforeDepart]).toEqual(['driver.photosMissing', 1])
    const { version, cityId: _c, cityName: _n, reason: _r, changedAt: _a, changedBy: _b, ...kept } = await rules()
    const three = { ...kept, receiptFromFen: 100, photosBeforeDepart: 3, cityId: HANGZHOU, version }
    expect((await world.send(driverDutyCalls.save, three)).code).toBe(0)
    await turn('photos', false)
    expect([await departs(), (await rules()).photosBeforeDepart]).toEqual(['0', 0])
    await turn('photos', true)
    expect(await rules()).toMatchObject({ photosBeforeDepart: 3, receiptFromFen: 100 })
    await turn('photos', false)
    await turn('face', true)
    await turn('insurance', true)
    expect(await rules()).toMatchObject({ faceRequired: true, insuranceRequired: true, photosBeforeDepart: 0, receiptFromFen: 100 })
    // Nobody is there to look at a face: who needs no look goes on duty.
    const driver = await driverAt(world, null, 'OFFLINE')
    expect(refusal(await as(world, driver)(dispatchCalls.goOnline))).toBe('driver.checkUnavailable')
    await turn('face', false)
    expect(refusal(await as(world, driver)(dispatchCalls.goOnline))).toBe('driver.checkUnavailable')
    await turn('insurance', false)
    expect(refusal(await as(world, driver)(dispatchCalls.goOnline))).toBe('0')
  })

  test('there is none whose difference nobody has seen', () => {
    /** Where one is turned off and on in a file of its own, and by what. */
    const elsewhere: Partial<Record<CitySwitch, readonly [file: string, off: string, on: string]>> = {
      soundRecord: ['city-sound.pg.test.ts', `turn('soundRecord', false)`, `turn('soundRecord', true)`],
      privacyNumber: ['../../call-centre/privacy-number/pairs.pg.test.ts', 'turnNumbers(world, false)', 'turnNumbers(world, true)'],
    }
    const untried = citySwitch.options.filter((key) => {
      const [file, ...both] = elsewhere[key] ?? []
      if (file === undefined) return turned.get(key)?.size !== 2
      const text = readFileSync(join(import.meta.dirname, file), 'utf8')
      return !both.every((one) => text.includes(one))
    })
    expect(untried).toEqual([])
  })
})
