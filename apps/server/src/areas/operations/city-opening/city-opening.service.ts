import type { cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { pinyin } from 'pinyin-pro'
import { seesWholeTenant } from '#areas/access/function'
import { settingsInForce } from '#areas/dispatch/settings'
import { rulesInForce } from '#areas/order/cancel'
import { priceTemplates } from '#areas/pricing/template'
import { areaProblems, centreOf, citiesOfChina, findCity, reachOf } from '../city/index.ts'
import type { TenantDb } from '#platform/database/db'
import { emitEvent } from '#platform/database/events'
import type { Fail, WriteContext } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { whole } from '#platform/database/whole-tenant'
import { CHINA_MINUTES } from '#platform/values/local-clock'
import {
  addToCountry,
  addToTenant,
  companyOf,
  countryCity,
  listedCity,
  lockCity,
  placesAndTeams,
  standingIn,
  updateCity,
} from './city-opening.queries.ts'
import { openingView } from './city-opening.list.ts'
import { closingOf, judge } from './city-opening.rules.ts'

type Calls = typeof cityOpeningCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Extract<Calls[C]['failures'], readonly string[]>[number]>

/** Everybody signed in fetches the cities again: what takes orders, and where. Who runs one city tells them all the same. */
export const tellOfCities = ({ tx, operator }: Pick<WriteContext<never>, 'tx' | 'operator'>) =>
  emitEvent(whole(tx), { tenantId: operator.tenantId, topic: 'session', payload: { what: 'cities' } })

/** A city as the operation log keeps it. */
export const audited = (row: {
  open: boolean
  closed_from: Date | null
  closed_until: Date | null
  service_radius_m: number
  area: unknown
}) => ({
  open: row.open,
  closedFrom: row.closed_from,
  closedUntil: row.closed_until,
  serviceRadiusM: row.service_radius_m,
  area: row.area,
})

/** The city under a row lock, as whoever changes it last saw it. */
async function toChange(
  {
    tx,
    fail,
    operator,
    scope,
  }: Pick<WriteContextOf<'open'>, 'tx' | 'operator' | 'scope'> & {
    fail: Fail<'city.notFound' | 'city.headquartersOnly' | 'city.versionConflict'>
  },
  { cityId, version }: { cityId: string; version: number },
) {
  const city = (await lockCity(tx, cityId)) ?? fail('city.notFound')
  if (scope.orgs !== '*') return fail('city.headquartersOnly')
  if (city.version !== version)
    return fail('city.versionConflict', { current: openingView(await listedCity(tx, cityId), { operator, scope }) })
  return city
}

/** Closed until it is opened; below headquarters it gets a company that runs it. */
export async function addCity(input: ParsedInputOf<Calls['add']>, context: WriteContextOf<'add'>) {
  const { tx, operator, scope, audit, fail } = context
  if (!seesWholeTenant(scope)) return fail('city.wholeTenantOnly')
  const { divisionCode: cityId, lat, lng } = input
  const known = (await countryCity(tx, cityId)) ?? fromList(cityId)
  const typed = input.name && lat !== undefined && lng !== undefined ? { name: input.name, lat, lng } : null
  const city =
    known ?? (typed ? { ...typed, pinyin: pinyin(typed.name, { toneType: 'none', type: 'array' }).join('') } : fail('city.unknown'))
  await addToCountry(tx, {
    city_id: cityId,
    name: city.name,
    pinyin: city.pinyin,
    lat: city.lat,
    lng: city.lng,
    utc_offset_minutes: input.utcOffsetMinutes ?? CHINA_MINUTES,
  })
  const by = { tenantId: operator.tenantId, cityId, by: operator.userId }
  const orgId = await companyOf(whole(tx), { ...by, name: city.name })
  const own = lat !== undefined && lng !== undefined ? { lat, lng } : { lat: null, lng: null }
  if (!(await addToTenant(tx, { ...by, ...own, orgId }))) return fail('city.alreadyThere')
  const row = await listedCity(tx, cityId)
  audit({ object: 'city', objectId: cityId, after: { name: city.name, ...audited(row) } })
  await tellOfCities(context)
  return openingView(row, context)
}

function fromList(cityId: string) {
  const found = citiesOfChina.find(([code]) => String(code) === cityId)
  return found && { name: found[1], pinyin: found[2], lat: found[3], lng: found[4] }
}

/** What lies outside the new area is refused from the next quote on; orders that were taken stay. */
export async function saveArea(input: ParsedInputOf<Calls['saveArea']>, context: WriteContextOf<'saveArea'> & { english: boolean }) {
  const { tx, operator, audit, fail } = context
  const before = await toChange(context, input)
  const problems = input.area ? areaProblems(input.area) : []
  if (!input.area && input.radiusM === undefined)
    problems.push({ path: 'radiusM', zh: '请填写半径或绘制范围', en: 'give a radius or draw an outline' })
  if (problems.length) return fail('city.areaInvalid', fieldsOf(problems, context.english))
  const centre = input.area ? centreOf(input.area, input) : { lat: input.lat, lng: input.lng }
  await updateCity(tx, input.cityId, operator.userId, {
    centre_lat: centre.lat,
    centre_lng: centre.lng,
    area: input.area ? JSON.stringify(input.area) : null,
    service_radius_m: input.area ? reachOf(input.area, centre) : input.radiusM!,
  })
  const row = await listedCity(tx, input.cityId)
  audit({ object: 'city', objectId: input.cityId, before: audited(before), after: audited({ ...row, open: before.open }) })
  await tellOfCities(context)
  return openingView(row, context)
}

/** What a city must and should have before it takes orders. */
export async function checklistOf(db: TenantDb, cityId: string, services: { addresses: number; messages: number }) {
  const [templates, dispatch, rules, city, others] = await Promise.all([
    priceTemplates.present(db),
    settingsInForce(db, cityId),
    rulesInForce(db),
    listedCity(db, cityId),
    placesAndTeams(db, cityId),
  ])
  const prices = templates.filter(
    ({ status, ownerType, cityIds, channelIds, serviceType }) =>
      status === 'EFFECTIVE' && ownerType === 'CITY' && serviceType === 'TRIP' && channelIds.length === 0 && cityIds.includes(cityId),
  )
  return judge({
    AREA: city.area || city.service_radius_m > 0 ? 1 : 0,
    PRICES: prices.length,
    DISPATCH: dispatch.length,
    DRIVERS: city.drivers_qualified,
    ON_DUTY: city.drivers_on_duty,
    CANCEL_RULES: rules.filter((rule) => rule.cityId === null || rule.cityId === cityId).length,
    MESSAGES: services.messages,
    ADDRESSES: others.places + services.addresses,
    TEAM: others.teams,
  })
}

/** It takes orders from now on; a closing that was planned is off. */
export async function openCity(input: ParsedInputOf<Calls['open']>, context: WriteContextOf<'open'>) {
  const { tx, operator, audit, fail } = context
  const before = await toChange(context, input)
  // Services outside are no must: they are not looked up while the city is locked.
  const { missing } = await checklistOf(tx, input.cityId, { addresses: 0, messages: 0 })
  if (missing.length) return fail('city.notReady', { missing })
  await updateCity(tx, input.cityId, operator.userId, { open: true, closed_from: null, closed_until: null, closed_reason: '' })
  const row = await listedCity(tx, input.cityId)
  audit({ object: 'city', objectId: input.cityId, before: audited(before), after: audited(row) })
  await tellOfCities(context)
  return openingView(row, context)
}

export async function closing(db: TenantDb, cityId: string, fail: Fail<'city.notFound'>) {
  if (!(await findCity(db, cityId))) return fail('city.notFound')
  const standing = await standingIn(db, cityId)
  return { ...standing, firstBookingAt: standing.firstBookingAt?.toISOString() ?? null }
}

/** Who has a driver is driven to the end; nobody else is taken on. A closing for good takes the city from the processes of an older version too. */
export async function closeCity(input: ParsedInputOf<Calls['close']>, context: WriteContextOf<'close'>) {
  const { tx, operator, audit, fail } = context
  const before = await toChange(context, input)
  const now = new Date()
  const times = closingOf(input, now) ?? fail('city.closingTimes')
  const atOnceForGood = times.until === null && times.from <= now
  await updateCity(tx, input.cityId, operator.userId, {
    ...(atOnceForGood && { open: false }),
    closed_from: times.from,
    closed_until: times.until,
    closed_reason: input.reason,
  })
  const row = await listedCity(tx, input.cityId)
  audit({
    object: 'city',
    objectId: input.cityId,
    before: audited(before),
    after: { ...audited({ ...row, open: atOnceForGood ? false : before.open }), reason: input.reason },
  })
  await tellOfCities(context)
  return openingView(row, context)
}
