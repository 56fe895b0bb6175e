import { driverCalls } from '@chauffeur/contract/driver/list'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { type CityCheck, cityOpeningCalls, type CityState } from '@chauffeur/contract/operations/city-opening'
import { ownCityCalls } from '@chauffeur/contract/operations/city'
import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import type { Tone } from '#ui/show/tag.tsx'
import { instantOf, wallClockOf } from '#ui/show/time.view.ts'

/** Everything that names the cities of the business: what takes orders, and where. */
export const showsCities = [
  cityOpeningCalls.list,
  cityOpeningCalls.find,
  cityOpeningCalls.checklist,
  ownCityCalls.openCities,
  ownCityCalls.commonCities,
  callCentreCalls.openCities,
  driverCalls.openCities,
  citySwitchCalls.view,
]

export const cityStateTone: Record<CityState, Tone> = { OPEN: 'done', PAUSED: 'wait', CLOSED: 'off' }

/** When tonight is over: six in the morning by the clock of the city, the next that comes. */
export function endOfTonight(now: Date, offsetMinutes: number): string {
  const morning = instantOf(`${wallClockOf(now.toISOString(), offsetMinutes).slice(0, 10)}T06:00`, offsetMinutes)!
  return Date.parse(morning) > now.getTime() ? morning : new Date(Date.parse(morning) + 86_400_000).toISOString()
}

export const checkNameText: Record<CityCheck, string> = {
  AREA: '服务范围',
  PRICES: '生效的价格模板',
  DISPATCH: '派单设置',
  DRIVERS: '合格司机',
  ON_DUTY: '在岗司机',
  CANCEL_RULES: '取消判责规则',
  MESSAGES: '短信发送',
  ADDRESSES: '地址服务或地点库',
  TEAM: '派单车队',
}
/** What it means, and what holds while it is missing. */
export const checkMeansText: Record<CityCheck, string> = {
  AREA: '上车点在范围内才能报价和下单',
  PRICES: '没有价格就无法报价，不能开通',
  DISPATCH: '没有单独设置时，按默认参数派单',
  DRIVERS: '没有合格司机，订单只会派单失败',
  ON_DUTY: '现在没有司机上线，暂时没有人接单',
  CANCEL_RULES: '没有规则时，取消一律无责',
  MESSAGES: '没有短信服务商，司机收不到登录验证码',
  ADDRESSES: '两者都没有时，地址只能手输并在地图上点选',
  TEAM: '可选：专属客户、机场排队等',
}
/** Where it is mended; null where the row's own form, or the server's settings, do. */
export const checkPath: Record<CityCheck, string | null> = {
  AREA: null,
  PRICES: '/priceTemplateInfo',
  DISPATCH: '/Dispatch/Settings',
  DRIVERS: '/yunYing/drivers',
  ON_DUTY: '/yunYing/driverMap',
  CANCEL_RULES: '/Dispatch/CancelRules',
  MESSAGES: '/yunYing/smsServices',
  ADDRESSES: '/Sys/MapServices',
  TEAM: '/Dispatch/Teams',
}
