import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { merchantOf, type NoticeDesk } from '../wechat-pay/index.ts'
import { wechatSettingsOf } from './channels.ts'
import { hear } from './payout.job.ts'

/** By whose keys news for a tenant's app is checked, and what becomes of it. News of a number that is not the tenant's moves nothing. */
export const wechatNoticeDesk = (platform: Platform): NoticeDesk => ({
  merchantOf: async (tenantId, appId) => {
    const paying = await wechatSettingsOf({ platform, tenantId, db: platform.db.reader(wholeTenant(tenantId)) })
    const merchant = paying?.appId === appId ? merchantOf(paying.settings) : null
    return merchant && !('faults' in merchant) ? merchant : null
  },
  heard: async (tenantId, { outNo, outcome }) => {
    await hear(platform, tenantId, outNo, outcome)
    platform.poke()
  },
})
