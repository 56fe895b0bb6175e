import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { DEMO_DRIVER_CODE, isDemoDriverPhone } from '@chauffeur/contract/demo'
import { wordsNeeded } from '#areas/message/wording'
import type { TenantTx } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { writeOperationLog } from '#platform/http/operation-log'
import { type DriverSession, openSession } from '#platform/identity/session'
import { sendSms } from '#platform/provider/sms'
import { CODE_RESEND_S, CODE_VALID_S, judgeCode, lockedUntil, type SentCode, sendWaitS } from '#platform/identity/sign-in-code.rules'
import { countWrong, endDriverSession, findDriverByPhone, isTenant, lockDriverCode, saveCode, spendCode } from './sign-in.queries.ts'

const hashOf = (tenantId: string, phone: string, code: string) => createHash('sha256').update(`${tenantId}/${phone}/${code}`).digest()
const sentOf = (row: Awaited<ReturnType<typeof lockDriverCode>>): SentCode | null =>
  row
    ? {
        sentAt: row.sent_at.getTime(),
        expiresAt: row.expires_at.getTime(),
        wrong: row.wrong,
        sentToday: row.sent_today,
        wrongToday: row.wrong_today,
        dayFrom: row.day_from.getTime(),
      }
    : null

/** Sends a sign-in code. The answer is the same for a telephone that belongs to no driver: nobody learns who drives for a tenant. */
export async function sendCode(
  { db, vault }: Platform,
  tenantId: string,
  phone: string,
): Promise<{ retryAfterS: number } | { expiresInS: number }> {
  return db.signingIn(async (tx) => {
    if (!(await isTenant(tx, tenantId))) return { expiresInS: CODE_VALID_S }
    const last = await lockDriverCode(tx, tenantId, phone)
    const retryAfterS = last ? sendWaitS(sentOf(last), last.now.getTime()) : 0
    if (retryAfterS > 0) return { retryAfterS }
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    if (!(await saveCode(tx, { tenantId, phone, hash: hashOf(tenantId, phone, code), validS: CODE_VALID_S, resendS: CODE_RESEND_S })))
      return { retryAfterS: CODE_RESEND_S }
    const driver = await findDriverByPhone(tx, tenantId, phone)
    if (driver)
      await sendSms(tx, vault, {
        tenantId,
        phone,
        purpose: 'DRIVER_CODE',
        ...(await wordsNeeded(tx, { tenantId, cityId: driver.city_id, channelId: null }, 'DRIVER_CODE', {
          code,
          minutes: String(CODE_VALID_S / 60),
        })),
        validS: CODE_VALID_S,
        about: { event: 'DRIVER_CODE', cityId: driver.city_id },
      })
    return { expiresInS: CODE_VALID_S }
  })
}

type SignedIn = { token: string; driverId: string; driverNo: string; name: string; cityId: string }

/** Wrong tries are counted for good: what is refused here is answered, not thrown. */
export async function signInDriver(
  { db, settings }: Platform,
  given: { tenantId: string; phone: string; code: string },
  from: { ip: string; userAgent: string; requestId: string },
): Promise<{ refusal: 'driver.badCode' | 'driver.accountDisabled' } | { refusal: 'driver.locked'; retryAfterS: number } | SignedIn> {
  const { tenantId, phone, code } = given
  return db.signingIn(async (tx) => {
    const last = await lockDriverCode(tx, tenantId, phone)
    const now = last?.now.getTime() ?? 0
    const sent = sentOf(last)
    const judged = judgeCode(sent, last !== undefined && timingSafeEqual(last.code_hash, hashOf(tenantId, phone, code)), now)
    if (judged === 'locked')
      return { refusal: 'driver.locked', retryAfterS: Math.max(1, Math.ceil((lockedUntil(sent!, now) - now) / 1000)) }
    if (judged === 'wrong' && !(settings.demo && isDemoDriverPhone(phone) && code === DEMO_DRIVER_CODE)) {
      if (last) await countWrong(tx, tenantId, phone)
      return { refusal: 'driver.badCode' }
    }
    const driver = await findDriverByPhone(tx, tenantId, phone)
    if (!driver) return { refusal: 'driver.badCode' }
    // With an order in hand the trip comes first.
    if (driver.wallet_frozen && driver.work_status === 'OFFLINE') return { refusal: 'driver.accountDisabled' }
    if (last) await spendCode(tx, tenantId, phone)
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
  })
}

/** Ends the session of this phone, in the transaction that took the driver offline. */
export async function endOwnSession(tx: TenantTx, driver: DriverSession, { forgetSession }: Platform): Promise<void> {
  const ended = await endDriverSession(tx, driver.sessionId)
  if (ended) forgetSession(ended.token_hash)
}
