import { rateCalls } from '@chauffeur/contract/pricing/rate'
import type { TenantDb } from '#platform/database/db'
import { fen, flag, instant, percent, text } from '#platform/list/columns'
import { is } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { timeOf } from '../price/index.ts'
import { rateApplies } from './rate.rules.ts'

const weatherRules = (db: TenantDb) => db.selectFrom('weather_rules as w').innerJoin('cities', 'cities.city_id', 'w.city_id')
const weatherShown = (rows: ReturnType<typeof weatherRules>) =>
  rows
    .leftJoin('users', 'users.user_id', 'w.updated_by')
    .leftJoin('users as closer', 'closer.user_id', 'w.closed_by')
    .selectAll('w')
    .select(['cities.name as city_name', 'users.real_name as changed_by', 'closer.real_name as closed_by_name'])
const weatherView = (row: Awaited<ReturnType<ReturnType<typeof weatherShown>['executeTakeFirstOrThrow']>>) => ({
  ruleId: row.rule_id,
  cityId: row.city_id,
  cityName: row.city_name,
  name: row.name,
  flatFen: row.flat_fen,
  rateBp: row.rate_bp,
  activeFrom: row.active_from.toISOString(),
  activeTo: row.active_to.toISOString(),
  enabled: row.enabled,
  closedBy: row.closed_by_name ?? '',
  closedAt: row.closed_at?.toISOString() ?? null,
  inForce: row.enabled && row.active_from <= new Date() && row.active_to > new Date(),
  version: row.version,
  changedBy: row.changed_by ?? '',
  changedAt: row.updated_at.toISOString(),
})
/** A rule as it is now. */
export const weatherNow = async (db: TenantDb, ruleId: string) =>
  weatherView(await weatherShown(weatherRules(db)).where('w.rule_id', '=', ruleId).executeTakeFirstOrThrow())

export const weatherList = defineList(rateCalls.weatherList, {
  from: ({ db }) => weatherRules(db),
  filters: { cityId: is('w.city_id') },
  key: 'w.rule_id',
  order: [asc('w.city_id'), desc('w.active_from')],
  select: weatherShown,
  file: {
    module: import.meta.url,
    zh: '恶劣天气费规则',
    en: 'Bad-weather charges',
    columns: {
      cityName: text('城市', 'City'),
      name: text('名称', 'Name'),
      flatFen: fen('每单加价', 'An order'),
      rateBp: percent('倍率', 'Factor'),
      activeFrom: instant('开始', 'From'),
      activeTo: instant('结束', 'To'),
      enabled: flag('已启用', 'Enabled'),
      inForce: flag('生效中', 'In force'),
      changedBy: text('修改人', 'Changed by'),
      changedAt: instant('修改时间', 'Changed'),
    },
  },
  view: weatherView,
})

const dynamicRates = (db: TenantDb) => db.selectFrom('dynamic_rates as d').innerJoin('cities', 'cities.city_id', 'd.city_id')
const dynamicShown = (rows: ReturnType<typeof dynamicRates>) =>
  rows
    .leftJoin('users', 'users.user_id', 'd.updated_by')
    .selectAll('d')
    .select(['cities.name as city_name', 'cities.utc_offset_minutes', 'users.real_name as changed_by'])
const dynamicView = (row: Awaited<ReturnType<ReturnType<typeof dynamicShown>['executeTakeFirstOrThrow']>>) => ({
  rateId: row.rate_id,
  cityId: row.city_id,
  cityName: row.city_name,
  name: row.name,
  weekMask: row.week_mask,
  from: timeOf(row.from_s),
  to: timeOf(row.to_s),
  rateBp: row.rate_bp,
  maxFen: row.max_fen,
  enabled: row.enabled,
  inForce: row.enabled && rateApplies({ weekMask: row.week_mask, fromS: row.from_s, toS: row.to_s }, Date.now(), row.utc_offset_minutes),
  version: row.version,
  changedBy: row.changed_by ?? '',
  changedAt: row.updated_at.toISOString(),
})
/** A rate as it is now. */
export const dynamicNow = async (db: TenantDb, rateId: string) =>
  dynamicView(await dynamicShown(dynamicRates(db)).where('d.rate_id', '=', rateId).executeTakeFirstOrThrow())

export const dynamicList = defineList(rateCalls.dynamicList, {
  from: ({ db }) => dynamicRates(db),
  filters: { cityId: is('d.city_id') },
  key: 'd.rate_id',
  order: [asc('d.city_id'), asc('d.from_s')],
  select: dynamicShown,
  file: {
    module: import.meta.url,
    zh: '动态加价规则',
    en: 'Surge rules',
    columns: {
      cityName: text('城市', 'City'),
      name: text('名称', 'Name'),
      from: text('开始', 'From'),
      to: text('结束', 'To'),
      rateBp: percent('倍率', 'Factor'),
      maxFen: fen('加价上限', 'At most'),
      enabled: flag('已启用', 'Enabled'),
      inForce: flag('生效中', 'In force'),
      changedBy: text('修改人', 'Changed by'),
      changedAt: instant('修改时间', 'Changed'),
    },
  },
  view: dynamicView,
})
