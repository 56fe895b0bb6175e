import { channelCalls } from '@chauffeur/contract/partner/channel'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { fenceCalls } from '@chauffeur/contract/pricing/fence'
import { rateCalls } from '@chauffeur/contract/pricing/rate'
import { templateCalls } from '@chauffeur/contract/pricing/template'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { templateA, templateF } from '#demo/pricing/price-templates'
import { HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const template = (more: object = {}) => ({
  code: `T-${Math.random()}`,
  name: '夜间模板',
  ownerType: 'CITY',
  cityIds: [HANGZHOU],
  rules: templateA,
  ...more,
})
const save = (more: object = {}, as = 'all') => world.send(templateCalls.templateSave, template(more), as)
const fields = (answer: { data: unknown }) => (answer.data as { fields: { path: string; message: string }[] }).fields
const square = (lng: number, lat: number, size = 0.02) => ({
  type: 'Polygon',
  coordinates: [
    [
      [lng - size, lat - size],
      [lng + size, lat - size],
      [lng + size, lat + size],
      [lng - size, lat + size],
      [lng - size, lat - size],
    ],
  ],
})
const at = { lat: 30.25, lng: 120.16 }
const trip = { cityId: HANGZHOU, pickupLat: at.lat, pickupLng: at.lng, dropoffLat: 30.3, dropoffLng: 120.2 }
const estimate = async (more: object = {}) =>
  (await world.send(callCentreCalls.estimate, { ...trip, ...more })).data as {
    quoteId: string
    templateId: string
    templateVersion: number
    totalFen: number
    lines: { type: string; amountFen: number }[]
  }

describe('price templates', () => {
  test('a template without a band, with overlapping bands and for nobody is refused field by field', async () => {
    const none = await save({ rules: { ...templateA, bands: [] } })
    expect(none).toMatchObject({ error: 'pricing.templateInvalid' })
    expect(fields(none)).toEqual([{ path: 'rules.bands', message: '至少需要一个时段' }])
    const bands = [...templateA.bands.slice(0, 3), { ...templateA.bands[3]!, from: '22:30:00' }]
    expect(fields(await save({ rules: { ...templateA, bands } }))).toEqual([
      { path: 'rules.bands.3.from', message: '与第 3 个时段在 22:30:00–23:00:00 重叠' },
    ])
    expect(fields(await save({ ownerType: 'PARTNER' }))[0]).toMatchObject({ path: 'ownerId' })
    expect(fields(await save({ effectiveFrom: '2020-01-01T00:00:00Z' }))[0]).toMatchObject({ path: 'effectiveFrom' })
  })

  test('an edit is a new version: the old one stays as it was and says it was replaced', async () => {
    const first = (await save({ code: 'VER', name: '一版' })).data as { templateId: string; version: number }
    expect(first.version).toBe(1)
    const again = { templateId: first.templateId, baseVersion: 1, code: 'VER', name: '二版', rules: { ...templateA, stepFen: 400 } }
    expect((await save(again)).data).toEqual({ templateId: first.templateId, version: 2 })
    // The second editor saw version 1 only, and is shown what there is.
    expect(await save(again)).toMatchObject({
      error: 'pricingTemplate.versionConflict',
      data: { current: { version: 2, newestVersion: 2, name: '二版', rules: { stepFen: 400 }, changedBy: 'all' } },
    })
    expect((await save({ code: 'VER' })).error).toBe('pricing.codeTaken')
    const { rows } = (await world.send(templateCalls.templateVersions, { templateId: first.templateId })).data as {
      rows: { version: number; status: string; name: string; rules: { stepFen: number } }[]
    }
    expect(rows.map(({ version, status, name, rules }) => [version, status, name, rules.stepFen])).toEqual([
      [2, 'EFFECTIVE', '二版', 400],
      [1, 'REPLACED', '一版', 350],
    ])
    expect((await world.send(templateCalls.templateGet, { templateId: first.templateId, version: 1 })).data).toMatchObject({
      rules: { stepFen: 350 },
      newestVersion: 2,
    })
  })

  test('two editors at once: one version each, never the same', async () => {
    const { templateId } = (await save({ code: 'RACE' })).data as { templateId: string }
    const answers = await Promise.all([1, 2, 3, 4].map((n) => save({ templateId, baseVersion: 1, code: 'RACE', name: `改${n}` })))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(new Set(answers.filter(({ code }) => code !== 0).map(({ error }) => error))).toEqual(
      new Set(['pricingTemplate.versionConflict']),
    )
  })

  test('an operator of one city sees its templates and writes for no other', async () => {
    await save({ code: 'SH', name: '上海专用', cityIds: [SHANGHAI] })
    const list = await world.send(templateCalls.templateList, {}, 'hangzhou')
    expect(JSON.stringify(list.data)).not.toContain('上海专用')
    expect((await save({ cityIds: [SHANGHAI] }, 'hangzhou')).error).toBe('pricing.cityOutOfScope')
  })

  test('whoever keeps one of a template’s cities cannot end its prices in the others', async () => {
    const { templateId } = (await save({ code: 'BOTH', name: '两城', cityIds: [HANGZHOU, SHANGHAI] })).data as { templateId: string }
    const narrowed = { templateId, baseVersion: 1, code: 'BOTH', cityIds: [HANGZHOU] }
    expect((await save(narrowed, 'hangzhou')).error).toBe('pricing.cityOutOfScope')
    expect((await save(narrowed)).code).toBe(0)
    // Once it holds in that city alone it is theirs.
    expect((await save({ ...narrowed, baseVersion: 2 }, 'hangzhou')).code).toBe(0)
  })

  test('a template belongs to an enterprise or channel that there is', async () => {
    const [channel] = ((await world.send(channelCalls.find, {})).data as { rows: { id: string; name: string }[] }).rows
    expect(fields(await save({ code: 'OWN0', ownerType: 'PARTNER', ownerId: '999999' }))).toMatchObject([{ path: 'ownerId' }])
    expect(fields(await save({ code: 'OWN1', ownerType: 'ENTERPRISE', ownerId: channel!.id }))).toMatchObject([{ path: 'ownerId' }])
    const owned = await save({ code: 'OWN2', ownerType: 'PARTNER', ownerId: channel!.id })
    const { templateId } = owned.data as { templateId: string }
    expect((await world.send(templateCalls.templateGet, { templateId })).data).toMatchObject({ ownerName: channel!.name, channelNames: [] })
  })

  test('copied to a city it prices that city, under a code of its own', async () => {
    const source = (await save({ code: 'CP', name: '样板' })).data as { templateId: string }
    const copied = await world.send(templateCalls.templateCopy, { templateId: source.templateId, version: 1, cityIds: [SHANGHAI] })
    expect(copied.data).toMatchObject({ rows: [{ cityId: SHANGHAI, code: `CP-${SHANGHAI}` }] })
    const twice = await world.send(templateCalls.templateCopy, { templateId: source.templateId, version: 1, cityIds: [SHANGHAI] })
    expect(twice.error).toBe('pricing.codeTaken')
  })

  test('the calculator prices any trip by any version and says why', async () => {
    const { templateId } = (await save({ code: 'CALC' })).data as { templateId: string }
    const priced = await world.send(templateCalls.templatePrice, {
      templateId,
      version: 1,
      departAt: '2026-03-14T14:30:00Z',
      distanceM: 12_400,
      waitS: 720,
      dynamicRateBp: 12_000,
      weatherFen: 800,
      couponFen: 2000,
      couponMinFen: 6000,
    })
    expect(priced.data).toMatchObject({ subtotalFen: 9100, discountFen: 2000, totalFen: 7100, couponRefused: null })
    expect((priced.data as { lines: { reason: string }[] }).lines[1]!.reason).toContain('5 × ¥3.50')
  })
})

describe('price fences', () => {
  let templateId = ''
  beforeAll(async () => {
    templateId = ((await save({ code: 'FENCE', name: '机场围栏', ownerType: 'FENCE', rules: templateF })).data as { templateId: string })
      .templateId
  })
  const fence = (more: object = {}) =>
    world.send(fenceCalls.fenceSave, {
      cityId: HANGZHOU,
      name: '机场',
      side: 'PICKUP',
      templateId,
      polygon: square(at.lng, at.lat),
      ...more,
    })

  test('a hole, a crossing, too many points and a city’s template are refused in words', async () => {
    const good = square(at.lng, at.lat)
    const holed = { ...good, coordinates: [...good.coordinates, square(at.lng, at.lat, 0.01).coordinates[0]] }
    expect(fields(await fence({ polygon: holed }))).toEqual([{ path: 'polygon', message: '围栏不能有洞，请改为多个围栏' }])
    const [a, b, c, d] = good.coordinates[0]!
    expect(fields(await fence({ polygon: { type: 'Polygon', coordinates: [[a, c, b, d, a]] } }))[0]!.message).toMatch(/自相交/)
    const many = Array.from({ length: 500 }, (_, i) => [120 + Math.cos((i / 500) * 6.28) / 10, 30 + Math.sin((i / 500) * 6.28) / 10])
    expect(fields(await fence({ polygon: { type: 'Polygon', coordinates: [[...many, many[0]]] } }))[0]!.message).toMatch(/现有 501 个/)
    const city = (await save({})).data as { templateId: string }
    expect((await fence({ templateId: city.templateId })).error).toBe('pricing.fenceTemplate')
  })

  test('inside the fence its template prices the trip, outside the city’s does; switched off it is as if it were not there', async () => {
    const before = await estimate()
    const { fenceId } = (await fence()).data as { fenceId: string }
    const inside = await estimate()
    expect(inside.templateId).toBe(templateId)
    expect(inside.templateId).not.toBe(before.templateId)
    expect((await estimate({ pickupLat: 30.3, pickupLng: 120.2 })).templateId).toBe(before.templateId)
    expect((await world.send(callCentreCalls.estimate, { ...trip }, 'hangzhou')).data).toMatchObject({ templateId })

    const desk = await world.send(fenceCalls.fenceAt, { cityId: HANGZHOU, ...at })
    expect((desk.data as { rows: { fenceId: string }[] }).rows.map((row) => row.fenceId)).toEqual([fenceId])
    expect((await world.send(fenceCalls.fencesInForce, { cityId: HANGZHOU })).data).toMatchObject({ rows: [{ fenceId }] })
    expect((await world.send(fenceCalls.fenceTest, { cityId: HANGZHOU, lat: 30.4, lng: 120.16 })).data).toEqual({ rows: [] })

    expect((await world.send(fenceCalls.fenceSwitch, { fenceId, enabled: false })).code).toBe(0)
    expect((await estimate()).templateId).toBe(before.templateId)
    expect((await fence({ fenceId, version: 1 })).error).toBe('pricingFence.versionConflict')
    expect((await world.send(fenceCalls.fenceList, {}, 'other')).data).toMatchObject({ rows: [] })
    expect((await world.send(fenceCalls.fenceSwitch, { fenceId, enabled: true }, 'other')).error).toBe('pricing.fenceNotFound')
  })

  test('a fence whose template is over leaves the trip to the city', async () => {
    const ended = (await save({ code: 'ENDED', ownerType: 'FENCE', rules: templateF })).data as { templateId: string }
    const { fenceId } = (await fence({ templateId: ended.templateId, priority: 9 })).data as { fenceId: string }
    expect((await estimate()).templateId).toBe(ended.templateId)
    await world.owner.query(`update price_templates set effective_to = now() where template_id = $1`, [ended.templateId])
    expect((await estimate()).templateId).not.toBe(ended.templateId)
    await world.send(fenceCalls.fenceSwitch, { fenceId, enabled: false })
  })
})

describe('weather and dynamic rates', () => {
  test('are in the quote, and the order keeps them though the rules change', async () => {
    const plain = await estimate()
    const hour = 3_600_000
    const weather = {
      cityId: HANGZHOU,
      name: '暴雨',
      flatFen: 800,
      activeFrom: new Date(Date.now() - hour).toISOString(),
      activeTo: new Date(Date.now() + hour).toISOString(),
    }
    const rate = { cityId: HANGZHOU, name: '全天加价', from: '00:00:00', to: '24:00:00', rateBp: 13_000, maxFen: 600 }
    const { ruleId } = (await world.send(rateCalls.weatherSave, weather)).data as { ruleId: string }
    const { rateId } = (await world.send(rateCalls.dynamicSave, rate)).data as { rateId: string }
    const dear = await estimate()
    expect(dear.lines.filter(({ type }) => type === 'DYNAMIC' || type === 'WEATHER')).toMatchObject([
      { amountFen: 600 },
      { amountFen: 800 },
    ])
    expect(dear.totalFen).toBe(plain.totalFen + 1400)

    expect((await world.send(rateCalls.weatherSave, { ...weather, ruleId, version: 1, enabled: false })).code).toBe(0)
    expect((await world.send(rateCalls.dynamicSave, { ...rate, rateId, version: 1, enabled: false })).code).toBe(0)
    expect((await estimate()).totalFen).toBe(plain.totalFen)

    const placed = await world.send(callCentreCalls.place, {
      ...trip,
      phone: '13912340777',
      pickupAddress: '武林门',
      dropoffAddress: '城西',
      quoteId: dear.quoteId,
    })
    const { orderId } = (placed.data as { orders: { orderId: string }[] }).orders[0]!
    const { rows } = await world.owner.query(
      'select dynamic_rate_bp, dynamic_max_fen, weather_fen, estimate_fen from orders where order_id = $1',
      [orderId],
    )
    expect(rows).toEqual([{ dynamic_rate_bp: 13_000, dynamic_max_fen: 600, weather_fen: 800, estimate_fen: dear.totalFen }])
  })

  test('bad weather by a rate is a fifth of start price and mileage in quote and order, and in the order of the next driver', async () => {
    const plain = await estimate()
    const base = plain.lines.reduce((all, { amountFen }) => all + amountFen, 0)
    const hour = 3_600_000
    const rule = {
      cityId: HANGZHOU,
      name: '台风',
      rateBp: 12_000,
      activeFrom: new Date(Date.now() - hour).toISOString(),
      activeTo: new Date(Date.now() + hour).toISOString(),
    }
    expect((await world.send(rateCalls.weatherSave, { ...rule, flatFen: 800 })).error).toBe('pricing.weatherAmount')
    expect((await world.send(rateCalls.weatherSave, { ...rule, rateBp: '' })).error).toBe('pricing.weatherAmount')
    const { ruleId } = (await world.send(rateCalls.weatherSave, rule)).data as { ruleId: string }
    const dear = await estimate()
    expect(dear.lines.at(-1)).toMatchObject({ type: 'WEATHER', amountFen: Math.round(base / 5) })
    expect(dear.totalFen).toBe(plain.totalFen + Math.round(base / 5))

    const placed = await world.send(callCentreCalls.place, {
      ...trip,
      phone: '13912340999',
      pickupAddress: '武林门',
      dropoffAddress: '城西',
      quoteId: dear.quoteId,
    })
    const { orderId } = (placed.data as { orders: { orderId: string }[] }).orders[0]!
    expect((await world.send(rateCalls.weatherSwitch, { ruleId, enabled: false })).data).toMatchObject({
      ruleId,
      enabled: false,
      version: 2,
    })
    expect((await estimate()).totalFen).toBe(plain.totalFen)
    const kept = async (id: string) =>
      (await world.owner.query('select weather_rate_bp, estimate_fen from orders where order_id = $1', [id])).rows[0] as unknown
    expect(await kept(orderId)).toEqual({ weather_rate_bp: 12_000, estimate_fen: dear.totalFen })
    await world.owner.query(`update orders set service_status = 506 where order_id = $1`, [orderId])
    await world.owner.query(
      `update dispatch_searches set state = 'CANCELLED' where booking_id = (select booking_id from orders where order_id = $1)`,
      [orderId],
    )
    const again = await world.send(dispatchDeskCalls.redispatch, { orderId, reason: '客户催促' })
    const next = (again.data as { orderId: string }).orderId
    expect(next).not.toBe(orderId)
    expect(await kept(next)).toEqual({ weather_rate_bp: 12_000, estimate_fen: dear.totalFen })
  })

  test('a weather charge says who switched it off and when, until it is on again', async () => {
    const saved = await world.send(rateCalls.weatherSave, {
      cityId: SHANGHAI,
      name: '大雪',
      flatFen: 600,
      activeFrom: '2026-01-01T00:00:00Z',
      activeTo: '2026-01-02T00:00:00Z',
    })
    const { ruleId } = saved.data as { ruleId: string }
    const listed = async () => {
      const { rows } = (await world.send(rateCalls.weatherList, { cityId: SHANGHAI })).data as { rows: { ruleId: string }[] }
      return rows.find((row) => row.ruleId === ruleId)
    }
    expect(await listed()).toMatchObject({ enabled: true, closedBy: '', closedAt: null })
    expect((await world.send(rateCalls.weatherSwitch, { ruleId, enabled: false }, 'hangzhou')).error).toBe('pricing.ruleNotFound')
    await world.send(rateCalls.weatherSwitch, { ruleId, enabled: false })
    const closed = (await listed()) as unknown as { closedAt: string }
    expect(closed).toMatchObject({ enabled: false, closedBy: 'all', closedAt: expect.stringMatching(/^20/) as string })
    // What is changed of a rule that is off does not make the closing somebody else's, or later.
    const change = {
      ruleId,
      version: 2,
      cityId: SHANGHAI,
      name: '暴雪',
      flatFen: 900,
      activeFrom: '2026-01-01T00:00:00Z',
      activeTo: '2026-01-02T00:00:00Z',
    }
    expect((await world.send(rateCalls.weatherSave, { ...change, enabled: false })).code).toBe(0)
    expect(await listed()).toMatchObject({ name: '暴雪', closedAt: closed.closedAt })
    const { rows: logged } = await world.owner.query(
      `select before, after from operation_logs where object = 'weatherRule' and object_id = $1 order by at desc, log_id desc limit 1`,
      [ruleId],
    )
    const dates = { activeFrom: '2026-01-01T00:00:00.000Z', activeTo: '2026-01-02T00:00:00.000Z' }
    const same = { cityId: SHANGHAI, rateBp: null, enabled: false, ...dates }
    expect(logged).toEqual([{ before: { ...same, name: '大雪', flatFen: 600 }, after: { ...same, name: '暴雪', flatFen: 900 } }])
    await world.send(rateCalls.weatherSwitch, { ruleId, enabled: true })
    expect(await listed()).toMatchObject({ enabled: true, closedBy: '', closedAt: null })
  })

  test('a quote that expired is refused', async () => {
    const { quoteId } = await estimate()
    await world.owner.query(`update fee_quotes set valid_until = now() - interval '1 second' where quote_id = $1`, [quoteId])
    const placed = await world.send(callCentreCalls.place, { ...trip, phone: '13912340888', pickupAddress: '武林门', quoteId })
    expect(placed.error).toBe('callCentre.quoteExpired')
  })

  test('a rule that ends before it begins, of another city or changed by somebody else is refused', async () => {
    const rate = { cityId: HANGZHOU, name: '倒着', from: '10:00:00', to: '09:00:00', rateBp: 12_000 }
    expect((await world.send(rateCalls.dynamicSave, rate)).error).toBe('pricing.periodInvalid')
    const elsewhere = { ...rate, cityId: SHANGHAI, to: '11:00:00' }
    expect((await world.send(rateCalls.dynamicSave, elsewhere, 'hangzhou')).error).toBe('pricing.cityOutOfScope')
    const { rateId } = (await world.send(rateCalls.dynamicSave, elsewhere)).data as { rateId: string }
    expect(await world.send(rateCalls.dynamicSave, { ...elsewhere, rateId, version: 9 })).toMatchObject({
      error: 'pricingRate.versionConflict',
      data: { current: { rateId, version: 1, name: '倒着', changedBy: 'all' } },
    })
    expect(JSON.stringify((await world.send(rateCalls.dynamicList, {}, 'hangzhou')).data)).not.toContain('上海')
  })
})
