import { callCentreCalls as calls } from '@chauffeur/contract/call-centre/desk'
import { orderCalls } from '@chauffeur/contract/order/list'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDriver, addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { openDueSearches } from '#areas/order/booking'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

let phones = 0
const newPhone = () => `1391234${String(++phones).padStart(4, '0')}`
const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.3, dropoffLng: 120.2 }
const place = (input: object = {}, key?: string, as: string = 'all') =>
  world.send(
    calls.place,
    { ...trip, phone: newPhone(), pickupAddress: '西湖文化广场', dropoffAddress: '城西银泰', ...input },
    as,
    key ? { 'idempotency-key': key } : {},
  )
const placed = async (input: object = {}, key?: string) =>
  (await place(input, key)).data as {
    bookingId: string
    bookingNo: string
    timeoutS: number
    orders: { orderId: string; serviceStatus: number }[]
  }
const orderCount = async (phone: string) =>
  Number((await world.owner.query<{ n: string }>('select count(*) as n from orders where contact_phone = $1', [phone])).rows[0]!.n)

describe('the customer behind a number', () => {
  test('somebody new is nobody yet, with the place the number belongs to', async () => {
    expect((await world.send(calls.customerInfo, { phone: '13857112345' })).data).toMatchObject({
      customer: null,
      lastOrders: [],
      unpaid: { count: 0 },
      attribution: '浙江省杭州市 中国移动',
    })
  })
  test('the trunk zero and the country code do not matter', async () => {
    const phone = newPhone()
    await addOrder(world, { phone, name: '张三' })
    for (const typed of [`0${phone}`, `+86 ${phone}`, `86${phone}`])
      expect((await world.send(calls.customerInfo, { phone: typed })).data).toMatchObject({ customer: { phone, name: '张三' } })
  })
  test('a caller from another city is known to the operator who has them on the line, the orders elsewhere are not', async () => {
    const phone = newPhone()
    await addOrder(world, { phone, name: '李四', cityId: SHANGHAI, orgId: world.shanghaiOrg })
    expect((await world.send(calls.customerInfo, { phone }, 'hangzhou')).data).toMatchObject({
      customer: { name: '李四' },
      lastOrders: [],
      lastAddresses: [],
    })
  })
  test('unpaid bills and used addresses stand on the card', async () => {
    const phone = newPhone()
    await addOrder(world, { phone, payStatus: 10, name: '王五' })
    expect((await world.send(calls.customerInfo, { phone })).data).toMatchObject({
      unpaid: { count: 1, totalFen: 3500 },
      lastAddresses: [{ address: '王五的家', use: 'PICKUP' }],
    })
  })
})

describe('a price before the order', () => {
  test('comes in lines that add up', async () => {
    const { data } = await world.send(calls.estimate, trip)
    const quote = data as { lines: { type: string; amountFen: number }[]; totalFen: number; distanceM: number; validUntil: string }
    expect(quote.lines.map((line) => line.type)).toContain('START')
    expect(quote.lines.reduce((sum, line) => sum + line.amountFen, 0)).toBe(quote.totalFen)
    expect(quote.distanceM).toBeGreaterThan(6000)
  })
  test('labels follow the language asked for', async () => {
    const { data } = await world.send(calls.estimate, trip, 'all', { 'accept-language': 'en' })
    expect((data as { lines: { label: string }[] }).lines[0]!.label).toMatch(/^[A-Za-z ]+$/)
  })
  test('outside the service area and in a closed city there is none', async () => {
    expect((await world.send(calls.estimate, { ...trip, pickupLat: 35 })).error).toBe('callCentre.outsideCity')
    await world.owner.query('update tenant_cities set open = false where city_id = $1', [SHANGHAI])
    expect((await world.send(calls.estimate, { ...trip, cityId: SHANGHAI, pickupLat: 31.23, pickupLng: 121.47 })).error).toBe(
      'callCentre.cityClosed',
    )
    await world.owner.query('update tenant_cities set open = true where city_id = $1', [SHANGHAI])
  })
  test('coordinates out of range are bad input that names the field', async () => {
    expect((await world.send(calls.estimate, { ...trip, pickupLat: 91 })).data).toMatchObject({ fields: [{ path: 'pickupLat' }] })
  })
})

describe('placing an order', () => {
  test('is refused while the customer has an order in progress in a city the operator does not see', async () => {
    const phone = '13822220999'
    const elsewhere = { cityId: SHANGHAI, pickupLat: 31.23, pickupLng: 121.47, pickupAddress: '人民广场', phone }
    expect((await world.send(calls.place, elsewhere)).code).toBe(0)
    const { dropoffLat: _lat, dropoffLng: _lng, ...here } = trip as Record<string, unknown>
    expect((await world.send(calls.place, { ...here, pickupAddress: '武林广场', phone }, 'hangzhou')).error).toBe(
      'callCentre.orderInProgress',
    )
  })
  test('makes a booking, its order, the event row, the search and the news in one go', async () => {
    const answer = await placed({ remark: '客户醉酒 🍺', carPlate: '浙A12345', customerName: '赵六' })
    expect(answer).toMatchObject({ timeoutS: 120, orders: [{ serviceStatus: 102 }] })
    const { orderId } = answer.orders[0]!
    expect((await world.send(calls.orderStatus, { orderId })).data).toMatchObject({
      serviceStatus: 102,
      dispatchStatus: 'SEARCHING',
      timeline: [{ event: 'place', actorType: 'OPERATOR' }],
      allowedActions: expect.arrayContaining(['cancel']) as string[],
    })
    const { rows } = await world.owner.query('select state from dispatch_searches where booking_id = $1', [answer.bookingId])
    expect(rows).toEqual([{ state: 'OPEN' }])
    expect((await world.send(orderCalls.info, { orderId })).data).toMatchObject({
      remark: '客户醉酒 🍺',
      carPlate: '浙A12345',
      customerName: '赵六',
    })
  })
  test('the same key places once, also when both arrive together, and another body is refused', async () => {
    const phone = newPhone()
    const [first, second] = await Promise.all([place({ phone }, 'k1'), place({ phone }, 'k1')])
    expect(first.code).toBe(0)
    expect(second).toEqual(first)
    expect(await orderCount(phone)).toBe(1)
    expect((await place({ phone, remark: '别的' }, 'k1')).code).toBe(40900)
    expect(await orderCount(phone)).toBe(1)
  })
  test('two operators taking the same new caller at once place one order', async () => {
    const phone = newPhone()
    const codes = await Promise.all([place({ phone }), place({ phone }, undefined, 'hangzhou')])
    expect(codes.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 40920])
    expect(await orderCount(phone)).toBe(1)
  })
  test('three drivers make three orders under one booking', async () => {
    const answer = await placed({ driverCount: 3 })
    expect(answer.orders).toHaveLength(3)
    expect((await world.send(orderCalls.info, { orderId: answer.orders[0]!.orderId })).data).toMatchObject({ siblings: [{}, {}] })
  })
  test('a blacklisted customer and one who owes money are refused with the reason', async () => {
    const black = newPhone()
    await addOrder(world, { phone: black })
    await world.owner.query(
      `update customers set blacklisted_until = now() + interval '1 day', blacklist_reason = '恶意投诉' where phone = $1`,
      [black],
    )
    expect(await place({ phone: black })).toMatchObject({ code: 40921, data: { reason: '恶意投诉' } })
    const debtor = newPhone()
    const { orderId } = await addOrder(world, { phone: debtor, payStatus: 10 })
    await world.owner.query(`update orders set filed_at = now() - interval '31 minutes' where order_id = $1`, [orderId])
    expect(await place({ phone: debtor })).toMatchObject({ code: 40922, data: { count: 1 } })
  })
  test('a quote holds for its trip and time only', async () => {
    const { quoteId, lines, totalFen } = (await world.send(calls.estimate, trip)).data as {
      quoteId: string
      lines: object[]
      totalFen: number
    }
    expect((await place({ quoteId, dropoffLat: 30.4 })).error).toBe('callCentre.quoteMismatch')
    const { orders } = await placed({ quoteId })
    // What the caller was told is still told once the order stands.
    expect((await world.send(calls.orderStatus, { orderId: orders[0]!.orderId })).data).toMatchObject({ estimate: { lines, totalFen } })
    await world.owner.query(`update fee_quotes set valid_until = now() - interval '1 second' where quote_id = $1`, [quoteId])
    expect((await place({ quoteId })).error).toBe('callCentre.quoteExpired')
  })
  test('a quote is taken for the departure it was made for, whose surcharges it has', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const quoted = async (more: object = {}) =>
      ((await world.send(calls.estimate, { ...trip, ...more })).data as { quoteId: string }).quoteId
    const later = inHours(3)
    expect((await place({ quoteId: await quoted(), bookTime: later })).error).toBe('callCentre.quoteMismatch')
    expect((await place({ quoteId: await quoted({ departAt: later }) })).error).toBe('callCentre.quoteMismatch')
    expect((await place({ quoteId: await quoted({ departAt: later }), departAt: later })).error).toBe('callCentre.quoteMismatch')
    expect((await place({ quoteId: await quoted({ departAt: later }), bookTime: inHours(4) })).error).toBe('callCentre.quoteMismatch')
    expect((await place({ quoteId: await quoted({ departAt: later }), bookTime: later })).code).toBe(0)
  })
  test('an order says where it begins and ends, and for when it was booked', async () => {
    const bookTime = new Date(Date.now() + 3 * 3_600_000).toISOString()
    const { orders } = await placed({ bookTime })
    expect((await world.send(calls.orderStatus, { orderId: orders[0]!.orderId })).data).toMatchObject({
      cityId: HANGZHOU,
      pickup: { address: '西湖文化广场', lat: 30.25, lng: 120.16, datum: 'WGS84' },
      dropoff: { address: '城西银泰', lat: 30.3, lng: 120.2 },
      bookTime,
    })
    const open = await placed({ dropoffLat: undefined, dropoffLng: undefined, dropoffAddress: undefined })
    expect((await world.send(calls.orderStatus, { orderId: open.orders[0]!.orderId })).data).toMatchObject({
      dropoff: null,
      bookTime: null,
    })
  })
  test('a chosen driver must be free and of the city', async () => {
    const busy = await addDriver(world, { status: 'DRIVING' })
    const elsewhere = await addDriver(world, { status: 'ONLINE_IDLE', cityId: SHANGHAI, orgId: world.shanghaiOrg })
    expect((await place({ driverId: busy })).error).toBe('callCentre.driverTaken')
    expect((await place({ driverId: elsewhere })).error).toBe('callCentre.driverTaken')
  })
  test('a booked time opens the search half an hour ahead, not before', async () => {
    const answer = await placed({ bookTime: new Date(Date.now() + 3 * 3_600_000).toISOString() })
    expect(answer.orders[0]!.serviceStatus).toBe(101)
    expect(await openDueSearches(world.app.platform)).toBe(0)
    await world.owner.query(`update orders set book_time = now() + interval '29 minutes' where booking_id = $1`, [answer.bookingId])
    expect(await openDueSearches(world.app.platform)).toBe(1)
    expect((await world.send(calls.orderStatus, { orderId: answer.orders[0]!.orderId })).data).toMatchObject({ serviceStatus: 102 })
    expect((await place({ bookTime: new Date(Date.now() - 1000).toISOString() })).error).toBe('callCentre.bookTimePast')
  })
  test('a booking whose search cannot open does not hold up those behind it', async () => {
    await world.owner.query(
      `insert into dispatch_settings (tenant_id, city_id, channel_id, params) values ($1, 330100, $2, '{"rounds": "many"}')`,
      [world.tenantA, world.channel],
    )
    const bookTime = new Date(Date.now() + 3 * 3_600_000).toISOString()
    const [broken, sound] = [await placed({ bookTime }), await placed({ bookTime })]
    await world.owner.query('update orders set channel_id = $2 where booking_id = $1', [broken.bookingId, world.channel])
    await world.owner.query(`update orders set book_time = now() + interval '29 minutes' where booking_id = any ($1)`, [
      [broken.bookingId, sound.bookingId],
    ])
    await expect(openDueSearches(world.app.platform)).rejects.toThrow()
    const statusOf = async (of: typeof sound) =>
      ((await world.send(calls.orderStatus, { orderId: of.orders[0]!.orderId })).data as { serviceStatus: number }).serviceStatus
    expect([await statusOf(broken), await statusOf(sound)]).toEqual([101, 102])
    await world.owner.query('delete from dispatch_settings')
    expect(await openDueSearches(world.app.platform)).toBe(1)
    expect(await statusOf(broken)).toBe(102)
  })
  test.each(["'; drop table orders; --", '<script>alert(1)</script>', '\u0000\ud800', '𠮷🍺'.repeat(40)])(
    'text like %j is kept as text and breaks nothing',
    async (text) => {
      const answer = await place({ remark: text, customerName: text.slice(0, 20), pickupAddress: `门口${text}`.slice(0, 190) })
      expect(answer.code).toBe(0)
    },
  )
  test('a malformed telephone number is named', async () => {
    expect(await place({ phone: '12345' })).toMatchObject({
      code: 400,
      data: { fields: [{ path: 'phone', message: '请输入正确的电话号码' }] },
    })
  })
})

describe('drivers near the customer', () => {
  test('of the own fleet are found among many of others', async () => {
    const at = { cityId: HANGZHOU, lat: 30.4, lng: 120.3 }
    const stand = async (orgId: string, metres: number) => {
      const driverId = await addDriver(world, { orgId, status: 'ONLINE_IDLE' })
      world.app.platform.positions.put([
        {
          driverId,
          tenantId: world.tenantA,
          cityId: HANGZHOU,
          lat: at.lat + metres / 111_195,
          lng: at.lng,
          headingDeg: null,
          speedMps: null,
          accuracyM: null,
          deviceAt: null,
          receivedAt: Date.now(),
        },
      ])
      return driverId
    }
    for (let n = 0; n < 30; n++) await stand(world.shanghaiOrg, 10 + n)
    const own = [await stand(world.fleetOrg, 800), await stand(world.fleetOrg, 900)]
    const near = async (person: 'all' | 'company') =>
      ((await world.send(calls.nearbyDrivers, { ...at, limit: 2 }, person)).data as { rows: { driverId: string }[] }).rows.map(
        ({ driverId }) => driverId,
      )
    expect(await near('company')).toEqual(own)
    expect((await near('all')).some((driverId) => own.includes(driverId))).toBe(false)
  })
})

describe('cancelling', () => {
  test('is judged first and done only with that judgement', async () => {
    const { orderId } = (await placed()).orders[0]!
    const judged = (await world.send(calls.cancel, { orderId })).data as {
      quoteId: string
      rule: string
      feeFen: number
      cancelled: boolean
    }
    expect(judged).toMatchObject({ rule: 'R1', verdict: 'NO_FAULT', feeFen: 0, cancelled: false, serviceStatus: 102 })
    expect((await world.send(calls.cancel, { orderId, quoteId: judged.quoteId, reason: '客户改变行程' })).data).toMatchObject({
      cancelled: true,
      serviceStatus: 403,
    })
    expect(await world.send(calls.cancel, { orderId })).toMatchObject({ code: 40901, data: { serviceStatus: 403 } })
    const { rows } = await world.owner.query(
      `select s.state from dispatch_searches s join orders o using (booking_id) where o.order_id = $1`,
      [orderId],
    )
    expect(rows).toEqual([{ state: 'CANCELLED' }])
  })
  test('after the order moved a fresh judgement is answered instead', async () => {
    const { orderId } = (await placed()).orders[0]!
    const { quoteId } = (await world.send(calls.cancel, { orderId })).data as { quoteId: string }
    await world.owner.query('update orders set version = version + 1 where order_id = $1', [orderId])
    const stale = await world.send(calls.cancel, { orderId, quoteId })
    expect(stale).toMatchObject({ code: 40902, error: 'order.cancelQuoteStale', data: { rule: 'R1' } })
  })
  test('an arrived driver costs the customer a fee that is then owed', async () => {
    const { orderId } = (await placed()).orders[0]!
    await world.owner.query(`update orders set service_status = 302, arrived_at = now() - interval '11 minutes' where order_id = $1`, [
      orderId,
    ])
    const { quoteId, rule, feeFen } = (await world.send(calls.cancel, { orderId })).data as {
      quoteId: string
      rule: string
      feeFen: number
    }
    expect([rule, feeFen]).toEqual(['R6', 2000])
    await world.send(calls.cancel, { orderId, quoteId })
    const { rows } = await world.owner.query('select pay_status, total_fen, cancel_fee_fen from orders where order_id = $1', [orderId])
    expect(rows).toEqual([{ pay_status: 10, total_fen: 2000, cancel_fee_fen: 2000 }])
    expect((await world.send(calls.orderStatus, { orderId })).data).toMatchObject({ cancelFeeFen: 2000 })
  })
})

test('an operator without the right to see telephones sees them masked', async () => {
  await world.owner.query(`delete from role_functions where function_code = 'phone.reveal' and tenant_id = $1`, [world.tenantB])
  await addOrder(world, { tenantId: world.tenantB, phone: '13812345678' })
  const { rows } = (await world.send(orderCalls.list, {}, 'other')).data as { rows: { customerPhone: string }[] }
  expect(rows.map((row) => row.customerPhone)).toEqual(['138****5678'])
})

describe('what a caller has with us', () => {
  type Rows = { orders?: { orderId: string }[]; rows?: { orderId: string; customerPhone: string }[]; goingOn?: boolean }
  const goingOn = async (phone: string, as = 'all') => (await world.send(calls.goingOn, { phone }, as)).data as Required<Rows>
  const unpaid = async (phone: string, as = 'all') => ((await world.send(calls.unpaidOrders, { phone }, as)).data as Required<Rows>).rows

  test('a stranger has nothing', async () => {
    const phone = newPhone()
    expect(await goingOn(phone)).toEqual({ goingOn: false, orders: [] })
    expect(await unpaid(phone)).toEqual([])
  })

  test('an order goes on until it is over, however the number is typed', async () => {
    const phone = newPhone()
    await addOrder(world, { phone, status: 501 })
    await addOrder(world, { phone, status: 403 })
    expect((await goingOn(phone)).goingOn).toBe(false)
    const { orderId } = await addOrder(world, { phone, status: 302 })
    for (const typed of [phone, `0${phone}`, `+86${phone}`])
      expect(await goingOn(typed)).toMatchObject({ goingOn: true, orders: [{ orderId }] })
  })

  test('a bill is unpaid until it is paid, a bad debt is one too', async () => {
    const phone = newPhone()
    const owed = [await addOrder(world, { phone, payStatus: 10 }), await addOrder(world, { phone, payStatus: 60 })]
    await addOrder(world, { phone, payStatus: 30 })
    await addOrder(world, { phone, payStatus: 50 })
    expect((await unpaid(phone)).map(({ orderId }) => orderId).sort()).toEqual(owed.map(({ orderId }) => orderId).sort())
  })

  test('orders of another city, or another channel are nobody’s answer, even about a caller on the line', async () => {
    const phone = newPhone()
    const elsewhere = { phone, cityId: SHANGHAI, orgId: world.shanghaiOrg }
    await addOrder(world, { ...elsewhere, status: 302 })
    await addOrder(world, { ...elsewhere, payStatus: 10 })
    for (const as of ['hangzhou', 'partner', 'nowhere'])
      expect([as, (await goingOn(phone, as)).goingOn, await unpaid(phone, as)]).toEqual([as, false, []])
    expect((await goingOn(phone)).goingOn).toBe(true)
    expect(await unpaid(phone)).toHaveLength(1)
  })
})
