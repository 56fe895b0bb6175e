import { badWeatherCalls, driverWeatherCalls } from '@chauffeur/contract/driver/bad-weather'
import { mayKeepFor } from '#areas/operations/city'
import { isOutsider } from '#platform/database/scope'
import { type Fail, implement } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import type { OperatorSession } from '#platform/identity/session'
import { badWeatherIn, badWeatherNow, holdWeather } from './bad-weather.queries.ts'
import { type Charge, setWeather } from './bad-weather.service.ts'

const MOST_MS = 7 * 86_400_000

const mayPrice = ({ authorities }: Pick<OperatorSession, 'authorities'>) => authorities.has('pricing.edit')

/** What is to be charged; undefined leaves the price as it is, as whoever may not change prices does. */
function chargeOf(wanted: Charge, operator: OperatorSession, fail: Fail<'badWeather.priceDenied'>): Charge | undefined {
  if (mayPrice(operator)) return wanted
  return wanted.flatFen === null && wanted.rateBp === null ? undefined : fail('badWeather.priceDenied')
}

const operatorRoutes = implement(
  'bad-weather',
  badWeatherCalls,
)({
  getConfig: async ({ input, db, scope, operator }) => ({
    rows: await badWeatherIn(db, input.cityId ?? null),
    mayChangePrice: mayPrice(operator) && !isOutsider(scope),
  }),
  updateConfig: async ({ input, db, scope, operator, request, audit, fail }) => {
    const { cityId, reason, protectLevels } = input
    const [flatFen, rateBp] = [input.flatFen ?? null, input.rateBp ?? null]
    if (!(await mayKeepFor(db, scope, cityId))) return fail('badWeather.cityUnknown')
    const until = new Date(input.until)
    const left = until.getTime() - Date.now()
    if (left <= 0 || left > MOST_MS)
      return fail(
        'badWeather.periodInvalid',
        fieldsOf([{ path: 'until', zh: '应晚于现在，且不超过七天', en: 'must be later than now and within seven days' }], request.english),
      )
    if (flatFen !== null && rateBp !== null)
      return fail(
        'badWeather.amountTwice',
        fieldsOf([{ path: 'rateBp', zh: '与每单加价只能填写一项', en: 'not beside an amount' }], request.english),
      )
    const charge = chargeOf({ flatFen, rateBp }, operator, fail)
    if (flatFen === null && rateBp === null && !protectLevels) return fail('badWeather.nothing')
    const from = await holdWeather(db, cityId)
    const current = await badWeatherNow(db, cityId)
    if (input.version !== undefined && input.version !== current?.version) return fail('badWeather.versionConflict', { current })
    return setWeather(db, cityId, { from, until, reason, charge, protectLevels }, { operator, audit })
  },
  closeConfig: async ({ input: { cityId }, db, scope, operator, audit, fail }) => {
    if (!(await mayKeepFor(db, scope, cityId))) return fail('badWeather.cityUnknown')
    const now = await holdWeather(db, cityId)
    const present = await badWeatherNow(db, cityId)
    if (!present?.on) return fail('badWeather.off')
    const charge = mayPrice(operator) ? { flatFen: null, rateBp: null } : undefined
    return setWeather(db, cityId, { from: now, until: now, reason: present.reason, charge, protectLevels: false }, { operator, audit })
  },
})

const driverRoutes = implement(
  'bad-weather',
  driverWeatherCalls,
)({
  weather: async ({ db, driver }) => {
    const now = await badWeatherNow(db, driver.cityId)
    const price = now?.price?.charged ? now.price : null
    return {
      on: now?.on ?? false,
      until: now?.until ?? null,
      flatFen: price?.flatFen ?? null,
      rateBp: price?.rateBp ?? null,
      levelsProtected: (now?.protection ?? null) !== null,
    }
  },
})

export const badWeatherRoutes = [...operatorRoutes, ...driverRoutes]
