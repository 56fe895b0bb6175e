import type { AppRow, PayAccount, PayMissing, PayWay, TransferScene } from '@chauffeur/contract/access/app'
import { joined, t } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export type CertifyState = AppRow['certifyState']
export type Platform = AppRow['platform']

export const platformText: Record<Platform, string> = { IOS: 'iOS', ANDROID: 'Android', MP: '小程序', H5: '网页' }
export const certifyText: Record<CertifyState, string> = { 0: '未提交', 10: '待审核', 20: '已认证', 30: '未通过' }
export const certifyTone: Record<CertifyState, Tone> = { 0: 'off', 10: 'wait', 20: 'done', 30: 'lost' }
export const payWayText: Record<PayWay, string> = { WECHAT: '微信支付' }
export const payAccountText: Record<PayAccount, string> = { BASIC: '基本账户', OPERATION: '运营账户', FEES: '手续费账户' }
/** What is reported of a scene: WeChat Pay's words and the merchant's own. */
export const reportWords = (reports: TransferScene['reports']): string =>
  joined(reports.map(({ type, content }) => `${type}${t('：')}${content}`))
/** Fields of a way to pay, and what else it needs before money leaves through it. */
export const payMissingText: Record<PayMissing, string> = {
  merchantNo: '商户号',
  channelAppId: '微信 AppID',
  certSerial: '商户证书序列号',
  platformKeyId: '微信支付公钥 ID',
  platformKey: '微信支付公钥',
  baseUrl: '接口地址',
  secret: 'APIv3 密钥',
  signSecret: '商户私钥',
  WAY_OFF: '启用该支付方式',
  APP_DISABLED: '启用应用',
  NOT_CERTIFIED: '通过应用认证',
}

/** What identifies an app on its platform. */
export function identifierWords(platform: Platform): { label: string; example: string } {
  switch (platform) {
    case 'IOS':
      return { label: t('Bundle ID'), example: 'cn.example.daijia' }
    case 'ANDROID':
      return { label: t('应用包名'), example: 'cn.example.daijia' }
    case 'MP':
      return { label: t('小程序 AppID'), example: 'wx0123456789abcdef' }
    case 'H5':
      return { label: t('网址'), example: 'https://m.example.cn' }
  }
}

/** A stored secret as it may be shown: its last four characters. */
export function secretWords(last4: string): string {
  return last4 === '' ? t('未设置') : `••••••••${last4}`
}
