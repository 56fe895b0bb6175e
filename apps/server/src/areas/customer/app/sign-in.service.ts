import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { wordsNeeded } from '#areas/message/wording'
import type { Platform } from '#platform/http/implement'
import { writeOperationLog } from '#platform/http/operation-log'
import { openSession } from '#platform/identity/session'
import { CODE_RESEND_S, CODE_VALID_S, judgeCode, lockedUntil, type SentCode, sendWaitS } from '#platform/identity/sign-in-code.rules'
import { sendSms } from '#platform/provider/sms'
import { countWrong, findCustomerToSignIn, isTenant, lockCustomerCode, saveCustomerCode, spendCode } from './sign-in.queries.ts'

const hashOf = (tenantId: string, phone: string, code: string) =>
  createHash('sha256').update(`customer/${tenantId}/${phone}/${code}`).digest()
const sentOf = (row: Awaited<ReturnType<typeof lockCustomerCode>>): SentCode | null =>
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

/** Sends a sign-in code. The answer is the same for a telephone of nobody: whether somebody is a customer is not found out, and no stranger is sent anything. */
export async function sendCode(
  { db, vault }: Platform,
  tenantId: string,
  phone: string,
): Promise<{ retryAfterS: number } | { expiresInS: number }> {
  return db.signingIn(async (tx) => {
    if (!(await isTenant(tx, tenantId))) return { expiresInS: CODE_VALID_S }
    const last = await lockCustomerCode(tx, tenantId, phone)
    const retryAfterS = last ? sendWaitS(sentOf(last), last.now.getTime()) : 0
    if (retryAfterS > 0) return { retryAfterS }
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const kept = { tenantId, phone, hash: hashOf(tenantId, phone, code), validS: CODE_VALID_S, resendS: CODE_RESEND_S }
    if (!(await saveCustomerCode(tx, kept))) return { retryAfterS: CODE_RESEND_S }
    const customer = await findCustomerToSignIn(tx, tenantId, phone)
    if (customer) {
      const place = { tenantId, cityId: customer.city_id, channelId: null }
      const minutes = String(CODE_VALID_S / 60)
      await sendSms(tx, vault, {
        tenantId,
        phone,
        purpose: 'CUSTOMER_CODE',
        ...(await wordsNeeded(tx, place, 'CUSTOMER_CODE', { code, minutes })),
        validS: CODE_VALID_S,
        about: { event: 'CUSTOMER_CODE', cityId: customer.city_id },
      })
    }
    return { expiresInS: CODE_VALID_S }
  })
}

/** Wrong tries are counted for good: what is refused here is answered, not thrown. */
export async function signInCustomer(
  { db }: Platform,
  given: { tenantId: string; phone: string; code: string },
  from: { ip: string; userAgent: string; requestId: string },
): Promise<
  | { refusal: 'customer.badCode' }
  | { refusal: 'customer.locked'; retryAfterS: number }
  | { token: string; customerId: string; name: string }
> {
  const { tenantId, phone, code } = given
  return db.signingIn(async (tx) => {
    const last = await lockCustomerCode(tx, tenantId, phone)
    const now = last?.now.getTime() ?? 0
    const sent = sentOf(last)
    const judged = judgeCode(sent, last !== undefined && timingSafeEqual(last.code_hash, hashOf(tenantId, phone, code)), now)
    if (judged === 'locked')
      return { refusal: 'customer.locked', retryAfterS: Math.max(1, Math.ceil((lockedUntil(sent!, now) - now) / 1000)) }
    if (judged === 'wrong') {
      if (last) await countWrong(tx, tenantId, phone)
      return { refusal: 'customer.badCode' }
    }
    const customer = await findCustomerToSignIn(tx, tenantId, phone)
    if (!customer) return { refusal: 'customer.badCode' }
    await spendCode(tx, tenantId, phone)
    const customerId = customer.customer_id
    const token = await openSession(tx, { tenantId, customerId, ip: from.ip, userAgent: from.userAgent })
    await writeOperationLog(tx, {
      tenantId,
      // By number: the log outlives the name.
      actor: { type: 'CUSTOMER', id: customerId, name: '' },
      ip: from.ip,
      call: 'customerApp.signIn',
      summary: '客户登录',
      input: { phone },
      audits: [],
      code: 0,
      requestId: from.requestId,
      durationMs: 0,
    })
    return { token, customerId, name: customer.name }
  })
}
