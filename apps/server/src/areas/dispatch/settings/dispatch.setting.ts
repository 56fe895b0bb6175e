import type { DispatchParams } from '@chauffeur/contract/dispatch/settings'
import type { ServiceType } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { defineSetting, type SettingRow } from '#platform/setting/setting'
import { json } from '#platform/setting/version-table'
import { versionFactsOf } from '#platform/setting/version'
import { windowText } from '#platform/values/local-clock'
import { dispatchDefaults } from './params.rules.ts'
import { overlaps, type SettingFor } from './settings.rules.ts'

export interface DispatchSetting extends SettingFor {
  cityId: string
  params: Partial<DispatchParams>
  enabled: boolean
  remark: string
}
export type DispatchSettingRow = SettingRow<DispatchSetting, { cityName: string; channelName: string | null }>

/** The parameters of a setting; what was not a parameter when it was made has its default. */
export const paramsOf = (row: Pick<DispatchSetting, 'params'>): DispatchParams => ({ ...dispatchDefaults, ...row.params })

const view = (row: DispatchSettingRow) => ({
  settingId: row.id,
  ...versionFactsOf(row),
  cityId: row.cityId,
  cityName: row.cityName,
  channelId: row.channelId,
  channelName: row.channelName,
  serviceType: row.serviceType as ServiceType | null,
  ...windowText(row.from, row.to),
  enabled: row.enabled,
  remark: row.remark,
  ...paramsOf(row),
})

export const dispatchSettings = defineSetting<DispatchSetting, { cityName: string; channelName: string | null }>()({
  object: 'dispatchSetting',
  table: 'dispatch_settings',
  key: 'setting_id',
  columns: {
    cityId: 'city_id',
    channelId: 'channel_id',
    serviceType: 'service_type',
    from: 'from_minute',
    to: 'to_minute',
    params: json('params'),
    enabled: 'enabled',
    remark: 'remark',
  },
  names: { cityName: sql`c.name`, channelName: sql`h.name` },
  joins: sql`join cities c on c.city_id = s.city_id left join channels h on h.tenant_id = s.tenant_id and h.channel_id = s.channel_id`,
  order: sql`c.pinyin, s.channel_id nulls first, s.service_type nulls first, s.from_minute nulls first, s.setting_id`,
  view,
  refusals: { notFound: 'dispatchSettings.notFound', conflict: 'dispatchSettings.versionConflict' },
  apart: {
    refusal: 'dispatchSettings.overlap',
    clash: (other, wanted) => other.enabled && wanted.enabled && other.cityId === wanted.cityId && overlaps(other, wanted),
  },
})

/** Of one city, or of all in sight. */
export const settingsOf = (db: TenantDb, cityId: string | null): Promise<DispatchSettingRow[]> =>
  dispatchSettings.present(db, cityId === null ? undefined : sql`p.city_id = ${cityId}::bigint`)

/** The enabled settings of a city, for the choice of one. */
export const settingsInForce = async (db: TenantDb, cityId: string): Promise<DispatchSettingRow[]> =>
  (await settingsOf(db, cityId)).filter(({ enabled }) => enabled)
