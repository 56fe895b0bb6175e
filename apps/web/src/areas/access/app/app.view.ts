import type { AppRow } from '@chauffeur/contract/access/app'
import { t } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export type CertifyState = AppRow['certifyState']
export type Platform = AppRow['platform']
export type PayWay = 'WECHAT' | 'ALIPAY' | 'UNIONPAY'

export const platformText: Record<Platform, string> = { IOS: 'iOS', ANDROID: 'Android', MP: '小程序', H5: '网页' }
export const certifyText: Record<CertifyState, string> = { 0: '未提交', 10: '待审核', 20: '已认证', 30: '未通过' }
export const certifyTone: Record<CertifyState, Tone> = { 0: 'off', 10: 'wait', 20: 'done', 30: 'lost' }
export const payWayText: Record<PayWay, string> = { WECHAT: '微信支付', ALIPAY: '支付宝', UNIONPAY: '云闪付' }

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

/** Compares versions such as 3.10.2 number by number; null where one of them is no version. */
export function compareVersions(one: string, other: string): number | null {
  const parts = (text: string) => (/^\d+(\.\d+)*$/.test(text) ? text.split('.').map(Number) : null)
  const a = parts(one)
  const b = parts(other)
  if (!a || !b) return null
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}
