import type { GuideStep } from '@chauffeur/contract/operations/home'
import { t } from '#platform/text/text.ts'

export interface StepWords {
  title: string
  /** Why it is wanted, and what happens without it. */
  why: string
  /** Where it is done. */
  to: { path: string; text: string; authority: string }
}

/** What each step is, and where it is done. */
export const stepWords = (): Record<GuideStep, StepWords> => ({
  BRAND: {
    title: t('品牌'),
    why: t('标志显示在登录页、侧栏和打印的单据上。'),
    to: { path: '/Sys/Tenant', text: t('上传标志'), authority: 'tenant.edit' },
  },
  CITY: {
    title: t('城市'),
    why: t('订单只在开通的城市、服务范围之内接。'),
    to: { path: '/yunYing/cities', text: t('管理城市'), authority: 'city.view' },
  },
  PRICES: {
    title: t('价格'),
    why: t('每个开通的城市都要有生效的计费模板：第一个城市带一份标准价，请改成您的；再加的城市可从已有城市复制。'),
    to: { path: '/priceTemplateInfo', text: t('核对价格'), authority: 'pricing.view' },
  },
  MAPS: {
    title: t('地图与地址'),
    why: t('接上高德、天地图或自建服务后，客服能查到任何地址；没有也能接单，地址照填写的记录。'),
    to: { path: '/Sys/MapServices', text: t('接入地图服务'), authority: 'map.service' },
  },
  MESSAGES: {
    title: t('短信'),
    why: t('验证码、邀请和订单通知由短信服务商发出：阿里云、腾讯云或 HTTP 网关。没有服务商时，邀请链接由您转交。'),
    to: { path: '/yunYing/smsServices', text: t('接入短信服务商'), authority: 'smsService.view' },
  },
  PEOPLE: {
    title: t('同事'),
    why: t('给客服、财务、运营各建一个账号，角色已经备好。'),
    to: { path: '/Sys/User', text: t('新建用户'), authority: 'user.edit' },
  },
  DRIVER: {
    title: t('第一位司机'),
    why: t('登记资料、资质合格的司机才能上线。'),
    to: { path: '/DriverAdd', text: t('新建司机'), authority: 'driver.edit' },
  },
  INVITATION: {
    title: t('邀请司机'),
    why: t('在司机详情里发送邀请：司机点开短信里的链接，就能在手机浏览器里上线接单。'),
    to: { path: '/yunYing/drivers', text: t('去司机列表'), authority: 'driver.view' },
  },
  ORDER: {
    title: t('第一单'),
    why: t('在接单台替客户下单，司机报单后这里就完成了。'),
    to: { path: '/CallCentre/Desk', text: t('去接单台'), authority: 'callCentre.view' },
  },
})

interface Standing {
  done: boolean
  skipped: boolean
}
/** How far it is: what was left out counts as dealt with. */
export const progressOf = (steps: readonly Standing[]) => ({
  dealt: steps.filter(({ done, skipped }) => done || skipped).length,
  all: steps.length,
})
/** The one to do next; none when all are dealt with. */
export const nextOf = <S extends Standing>(steps: readonly S[]): S | undefined => steps.find(({ done, skipped }) => !done && !skipped)
