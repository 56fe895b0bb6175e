import type { Providers } from '#platform/provider/providers'
import { merchantOf, type MerchantSettings } from './merchant.ts'
import { type WechatPay, wechatPay } from './wechat-pay.service.ts'

/** What an app's payment settings hold of WeChat Pay, as they are opened for a payment. */
export interface AppPayment extends Pick<MerchantSettings, 'scene' | 'account'> {
  merchantNo: string
  channelAppId: string
  certSerial: string
  privateKeyPem: string
  apiV3Key: string
  platformKeyId: string
  platformKeyPem: string
  baseUrl: string
}

/** The merchant of an app. */
export const merchantSettingsOf = (of: AppPayment, notifyUrl: string | null): MerchantSettings => ({
  mchId: of.merchantNo,
  appId: of.channelAppId,
  certificateSerial: of.certSerial,
  privateKey: of.privateKeyPem,
  apiV3Key: of.apiV3Key,
  platformKeys: [{ id: of.platformKeyId, pem: of.platformKeyPem }],
  baseUrl: of.baseUrl,
  account: of.account,
  scene: of.scene,
  notifyUrl,
})

/** The client of a tenant's merchant; none for settings that are not right. */
export const wechatPayOf = ({ tenants }: Providers, tenantId: string, settings: MerchantSettings): WechatPay | null =>
  tenants.of(tenantId, 'WECHAT', settings, (log) => {
    const merchant = merchantOf(settings)
    return 'faults' in merchant ? null : wechatPay(merchant, log)
  })
