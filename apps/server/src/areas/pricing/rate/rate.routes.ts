import { rateCalls } from '@chauffeur/contract/pricing/rate'
import { findCity } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import { secondsOf, timeOf } from '../price/index.ts'
import { dynamicList, dynamicNow, weatherList, weatherNow } from './rate.list.ts'
import {
  type DynamicValues,
  insertDynamic,
  insertWeather,
  lockDynamic,
  lockWeather,
  updateDynamic,
  updateWeather,
  weatherWords,
} from './rate.queries.ts'

/** As `weatherWords`. */
const dynamicWords = (rate: DynamicValues) => ({
  cityId: rate.city_id,
  name: rate.name,
  weekMask: rate.week_mask,
  from: timeOf(rate.from_s),
  to: timeOf(rate.to_s),
  rateBp: rate.rate_bp,
  maxFen: rate.max_fen,
  enabled: rate.enabled,
})

export const rateRoutes = implement(
  'pricing',
  rateCalls,
)({
  weatherList: weatherList.page,
  weatherSave: async ({ input, db, operator, fail, audit }) => {
    const values = {
      city_id: input.cityId,
      name: input.name,
      flat_fen: input.flatFen ?? null,
      rate_bp: input.rateBp ?? null,
      active_from: new Date(input.activeFrom),
      active_to: new Date(input.activeTo),
      enabled: input.enabled ?? true,
    }
    if ((values.flat_fen === null) === (values.rate_bp === null)) return fail('pricing.weatherAmount')
    if (values.active_to <= values.active_from) return fail('pricing.periodInvalid')
    if (!(await findCity(db, input.cityId))) return fail('pricing.cityOutOfScope')
    const before = input.ruleId ? ((await lockWeather(db, input.ruleId)) ?? fail('pricing.ruleNotFound')) : null
    if (before && before.version !== input.version)
      return fail('pricingRate.versionConflict', { current: await weatherNow(db, before.rule_id) })
    const saved = before
      ? await updateWeather(db, before.rule_id, values, operator.userId)
      : await insertWeather(db, operator.tenantId, values, operator.userId)
    audit({ object: 'weatherRule', objectId: saved.rule_id, before: before && weatherWords(before), after: weatherWords(values) })
    return { ruleId: saved.rule_id, version: saved.version }
  },
  weatherSwitch: async ({ input, db, operator, fail, audit }) => {
    const rule = (await lockWeather(db, input.ruleId)) ?? fail('pricing.ruleNotFound')
    const { enabled } = input
    const saved = await updateWeather(db, rule.rule_id, { enabled }, operator.userId)
    audit({ object: 'weatherRule', objectId: rule.rule_id, before: { enabled: rule.enabled }, after: { enabled } })
    return { ruleId: saved.rule_id, version: saved.version, enabled }
  },
  dynamicList: dynamicList.page,
  dynamicSave: async ({ input, db, operator, fail, audit }) => {
    const values = {
      city_id: input.cityId,
      name: input.name,
      week_mask: input.weekMask ?? 127,
      from_s: secondsOf(input.from),
      to_s: secondsOf(input.to),
      rate_bp: input.rateBp,
      max_fen: input.maxFen ?? null,
      enabled: input.enabled ?? true,
    }
    if (values.to_s <= values.from_s) return fail('pricing.periodInvalid')
    if (!(await findCity(db, input.cityId))) return fail('pricing.cityOutOfScope')
    const before = input.rateId ? ((await lockDynamic(db, input.rateId)) ?? fail('pricing.ruleNotFound')) : null
    if (before && before.version !== input.version)
      return fail('pricingRate.versionConflict', { current: await dynamicNow(db, before.rate_id) })
    const saved = before
      ? await updateDynamic(db, before.rate_id, values, operator.userId)
      : await insertDynamic(db, operator.tenantId, values, operator.userId)
    audit({ object: 'dynamicRate', objectId: saved.rate_id, before: before && dynamicWords(before), after: dynamicWords(values) })
    return { rateId: saved.rate_id, version: saved.version }
  },
})
