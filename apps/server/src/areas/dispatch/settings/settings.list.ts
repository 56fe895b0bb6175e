import { dispatchModeText, dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { type ServiceType, serviceTypeText } from '@chauffeur/contract/order/model'
import { flag, instant, metres, number, seconds, text, words } from '#platform/list/columns'
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
  file: {
    zh: '派单设置',
    en: 'Dispatch settings',
    columns: {
      cityName: text('城市', 'City'),
      channelName: text('渠道', 'Channel'),
      serviceType: words('业务类型', 'Service', serviceTypeText),
      from: text('开始', 'From'),
      to: text('结束', 'To'),
      mode: words('派单方式', 'Mode', dispatchModeText),
      minRadiusM: metres('起始半径', 'First radius'),
      maxRadiusM: metres('最大半径', 'Largest radius'),
      rounds: number('轮数', 'Rounds'),
      offerS: seconds('应答时间', 'To answer'),
      totalS: seconds('派单时长', 'Search'),
      enabled: flag('启用', 'On'),
      remark: text('备注', 'Remark'),
      changedBy: text('修改人', 'Changed by'),
      changedAt: instant('修改时间', 'Changed at'),
    },
  },
  view: settingView,
})
