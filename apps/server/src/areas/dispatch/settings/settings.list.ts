import { dispatchModeText, dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import { flag, instant, metres, number, seconds, text, words } from '#platform/list/columns'
import { defineSmallList } from '#platform/list/list'
import { dispatchSettings, settingsOf } from './dispatch.setting.ts'

export const settingList = defineSmallList(dispatchSettingsCalls.list, {
  all: ({ db, input }) => settingsOf(db, input.cityId ?? null),
  file: {
    module: import.meta.url,
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
      enabled: flag('已启用', 'Enabled'),
      remark: text('备注', 'Remark'),
      changedBy: text('修改人', 'Changed by'),
      changedAt: instant('修改时间', 'Changed'),
    },
  },
  view: dispatchSettings.view,
})
