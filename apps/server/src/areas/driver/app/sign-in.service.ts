import { DEMO_DRIVER_CODE, isDemoDriverPhone } from '@chauffeur/contract/demo'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { wordsNeeded } from '#areas/message/wording'
import type { TenantTx } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { writeOperationLog } from '#platform/http/operation-log'
import { type DriverSession, openSession } from '#platform/identity/session'
import { sendSignInCode, signInByCode } from '#platform/identity/sign-in-code'
import { endSession } from '#platform/identity/session-end'
import { sendSms } from '#platform/provider/sms'
import { findDriverByPhone } from './sign-in.queries.ts'

/** Sends a sign-in code to the driver of a telephone, in the language of the page that asks. */
export const sendCode = (
  platform: Platform,
  { tenantId, phone }: { tenantId: string; phone: string },
  { ip, language }: { ip: string; language: MessageLanguage },
) =>
  sendSignInCode(platform, 'DRIVER', { tenantId, phone, ip }, async (tx, { code, minutes, validS }) => {
    const driver = await findDriverByPhone(tx, tenantId, phone)
    if (!driver) return
    const place = { tenantId, cityId: driver.city_id, channelId: null }
    const words = await wordsNeeded(tx, place, 'DRIVER_CODE', { code, minutes }, language)
    const about = { event: 'DRIVER_CODE', cityId: driver.city_id } as const
    await sendSms(tx, platform.vault, { tenantId, phone, purpose: 'DRIVER_CODE', ...words, validS, about })
  })

type SignedIn = { token: string; driverId: string; driverNo: string; name: string; cityId: string }
/** What is refused is answered, not thrown. */
export const signInDriver = (
  platform: Platform,
  given: { tenantId: string; phone: string; code: string },
  from: { ip: string; userAgent: string; requestId: string },
) => {
  const { tenantId, phone, code } = given
  const known = platform.settings.demo && isDemoDriverPhone(phone) && code === DEMO_DRIVER_CODE
  return signInByCode(
    platform,
    'DRIVER',
    { ...given, ip: from.ip, known },
    async (tx): Promise<{ refusal: 'badCode' | 'accountDisabled' } | SignedIn> => {
      const driver = await findDriverByPhone(tx, tenantId, phone)
      if (!driver) return { refusal: 'badCode' }
      // With an order in hand the trip comes first.
      if (driver.wallet_frozen && driver.work_status === 'OFFLINE') return { refusal: 'accountDisabled' }
      const token = await openSession(tx, { tenantId, driverId: driver.driver_id, ip: from.ip, userAgent: from.userAgent })
      await writeOperationLog(tx, {
        tenantId,
        actor: { type: 'DRIVER', id: driver.driver_id, name: driver.name },
        ip: from.ip,
        call: 'dispatch.signIn',
        summary: '司机登录',
        input: { phone },
        audits: [],
        code: 0,
        requestId: from.requestId,
        durationMs: 0,
      })
      return { token, driverId: driver.driver_id, driverNo: driver.driver_no, name: driver.name, cityId: driver.city_id }
    },
  )
}

/** Ends the session of this phone, in the transaction that took the driver offline. */
export async function endOwnSession(tx: TenantTx, driver: DriverSession, { forgetSession }: Platform): Promise<void> {
  const ended = await endSession(tx, { sessionId: driver.sessionId }, 'SIGN_OUT')
  if (ended) forgetSession(ended.token_hash)
}
