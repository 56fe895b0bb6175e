import { driverCalls } from '@chauffeur/contract/driver/list'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { type CityCheck, cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import { ownCityCalls } from '@chauffeur/contract/operations/city'

/** Everything that names the cities of the business: what takes orders, and where. */
export const showsCities = [
  cityOpeningCalls.list,
  cityOpeningCalls.find,
  cityOpeningCalls.checklist,
  ownCityCalls.openCities,
  ownCityCalls.commonCities,
  callCentreCalls.openCities,
  driverCalls.openCities,
]

interface CheckWords {
  name: string
  /** What it means, and what holds while it is missing. */
  means: string
  /** Where it is mended; null where the server's settings say it. */
  path: string | null
}
export const checkWords: Record<CityCheck, CheckWords> = {
  AREA: { name: '服务范围', means: '上车点在范围内才能报价和下单', path: null },
  PRICES: { name: '生效的价格模板', means: '没有价格就无法报价，不能开通', path: '/priceTemplateInfo' },
  DISPATCH: { name: '派单设置', means: '没有单独设置时，按默认参数派单', path: '/Dispatch/Settings' },
  DRIVERS: { name: '合格司机', means: '没有合格司机，订单只会派单失败', path: '/yunYing/drivers' },
  ON_DUTY: { name: '在岗司机', means: '现在没有司机上线，暂时没有人接单', path: '/yunYing/driverMap' },
  CANCEL_RULES: { name: '取消判责规则', means: '没有规则时，取消一律无责', path: '/Dispatch/CancelRules' },
  MESSAGES: { name: '短信网关', means: '没有短信，司机收不到登录验证码（服务器设置 SMS_GATEWAY_URL）', path: null },
  ADDRESSES: { name: '地址服务或地点库', means: '两者都没有时，地址只能手输并在地图上点选', path: '/Sys/MapServices' },
  TEAM: { name: '派单车队', means: '可选：专属客户、机场排队等', path: '/Dispatch/Teams' },
}
