import { payoutSettingsOf } from '#areas/access/app'
import { merchantSettingsOf, noticePath, type WechatPay, wechatPayOf } from '../wechat-pay/index.ts'
import type { ChannelOwner } from './channels.ts'

/** The merchant of the environment belongs to no app. */
const NO_APP = '0'

/** With what a tenant pays through WeChat Pay: the merchant that the environment gives, else that of the app that is ready; null where there is none. */
export async function wechatSettingsOf({ platform, tenantId, db }: ChannelOwner) {
  const { wechatPay: installed, publicUrl } = platform.settings
  const given = installed && (installed.tenantId ?? tenantId) === tenantId ? { ...installed, appId: NO_APP } : null
  const paying = given ?? (await payoutSettingsOf(platform, db, 'WECHAT')).ready
  return (
    paying && {
      appId: paying.appId,
      settings: merchantSettingsOf(paying, publicUrl && `${publicUrl}${noticePath(tenantId, paying.appId)}`),
    }
  )
}

export async function wechatChannel(owner: ChannelOwner): Promise<WechatPay | null> {
  const paying = await wechatSettingsOf(owner)
  return paying && wechatPayOf(owner.platform.providers, owner.tenantId, paying.settings)
}
