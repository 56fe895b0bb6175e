import { createHash } from 'node:crypto'
import type { ProviderLog } from '#platform/provider/provider'
import { COMMISSION_SCENE, merchantOf, type MerchantSettings } from './merchant.ts'
import { type WechatPay, wechatPay } from './wechat-pay.service.ts'

/** What an app's payment settings hold of WeChat Pay, as they are opened for a payment. */
export interface AppPayment {
  merchantNo: string
  channelAppId: string
  certSerial: string
  privateKeyPem: string
  apiV3Key: string
  platformKeyId: string
  platformKeyPem: string
  baseUrl: string
}

/** The merchant of an app. Drivers are paid for their work, out of the account for that. */
export const merchantSettingsOf = (of: AppPayment, notifyUrl: string | null): MerchantSettings => ({
  mchId: of.merchantNo,
  appId: of.channelAppId,
  certificateSerial: of.certSerial,
  privateKey: of.privateKeyPem,
  apiV3Key: of.apiV3Key,
  platformKeys: [{ id: of.platformKeyId, pem: of.platformKeyPem }],
  baseUrl: of.baseUrl,
  account: 'OPERATION',
  scene: COMMISSION_SCENE,
  notifyUrl,
})

/**
 * One client for each tenant's merchant, however often it is asked for: that it is left alone after failures, and what it may be asked in a
 * second, holds for all who pay through it. Other settings make another; settings that are not right make none.
 */
export function wechatPays(log: ProviderLog): (tenantId: string, settings: MerchantSettings) => WechatPay | null {
  const made = new Map<string, { print: string; pay: WechatPay | null }>()
  return (tenantId, settings) => {
    const print = createHash('sha256').update(JSON.stringify(settings)).digest('base64')
    const present = made.get(tenantId)
    if (present?.print === print) return present.pay
    const merchant = merchantOf(settings)
    const pay = 'faults' in merchant ? null : wechatPay(merchant, log)
    made.set(tenantId, { print, pay })
    return pay
  }
}
