import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import type { ServiceType } from '@chauffeur/contract/order/model'
import { defineSmallList } from '#platform/list/list'
import { windowText } from '#platform/values/local-clock'
import { newestSettings, type SettingRow } from './settings.queries.ts'
import { paramsOf } from './settings.service.ts'

export const settingView = (row: SettingRow) => ({
  settingId: row.setting_id,
  version: row.version,
  cityId: row.city_id,
  cityName: row.city_name,
  channelId: row.channel_id,
  channelName: row.channel_name,
  serviceType: row.service_type as ServiceType | null,
  ...windowText(row.from_minute, row.to_minute),
  enabled: row.enabled,
  remark: row.remark,
  changedBy: row.created_by_name,
  changedAt: row.created_at.toISOString(),
  ...paramsOf(row),
})

export const settingList = defineSmallList(dispatchSettingsCalls.list, {
  all: ({ db, input }) => newestSettings(db, input.cityId ?? null),
  view: settingView,
})
