import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { merchantOf, type NoticeDesk } from '../wechat-pay/index.ts'
import { findAttempt } from './attempt.queries.ts'
import { wechatSettingsOf } from './channels.ts'
import { hear } from './payout.job.ts'

/** By whose keys news for a tenant's app is checked, and what becomes of it. News of a number that is not the tenant's moves nothing. */
export const wechatNoticeDesk = (platform: Platform): NoticeDesk => ({
  merchantOf: async (tenantId, appId) => {
    const paying = await wechatSettingsOf({ platform, tenantId, db: platform.db.reader(wholeTenant(tenantId)) })
    const merchant = paying?.appId === appId ? merchantOf(paying.settings) : null
    return merchant && !('faults' in merchant) ? merchant : null
  },
  heard: async (tenantId, merchantNo, { outNo, outcome }) => {
    const attempt = await findAttempt(platform.db.reader(wholeTenant(tenantId)), outNo)
    // The word of a channel counts for what it was handed, and of a merchant for what went through it.
    if (attempt && (attempt.channel !== 'WECHAT' || attempt.sends === 0 || attempt.merchant_no !== merchantNo))
      return platform.reportFault('a notification was not believed', new Error(`${merchantNo} was never asked for payment ${outNo}.`))
    await hear(platform, tenantId, outNo, outcome)
    platform.poke()
  },
})
