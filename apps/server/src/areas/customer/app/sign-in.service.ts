import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { wordsNeeded } from '#areas/message/wording'
import type { Platform } from '#platform/http/implement'
import { writeOperationLog } from '#platform/http/operation-log'
import { openSession } from '#platform/identity/session'
import { sendSignInCode, signInByCode } from '#platform/identity/sign-in-code'
import { sendSms } from '#platform/provider/sms'
import { findCustomerToSignIn } from './sign-in.queries.ts'

/** Sends a sign-in code to the customer of a telephone, in the language of the page that asks; no stranger is sent anything. */
export const sendCode = (
  platform: Platform,
  { tenantId, phone }: { tenantId: string; phone: string },
  { ip, language }: { ip: string; language: MessageLanguage },
) =>
  sendSignInCode(platform, 'CUSTOMER', { tenantId, phone, ip }, async (tx, { code, minutes, validS }) => {
    const customer = await findCustomerToSignIn(tx, tenantId, phone)
    if (!customer) return
    const place = { tenantId, cityId: customer.city_id, channelId: null }
    const words = await wordsNeeded(tx, place, 'CUSTOMER_CODE', { code, minutes }, language)
    const about = { event: 'CUSTOMER_CODE', cityId: customer.city_id } as const
    await sendSms(tx, platform.vault, { tenantId, phone, purpose: 'CUSTOMER_CODE', ...words, validS, about })
  })

type SignedIn = { token: string; customerId: string; name: string }
/** What is refused is answered, not thrown. */
export const signInCustomer = (
  platform: Platform,
  given: { tenantId: string; phone: string; code: string },
  from: { ip: string; userAgent: string; requestId: string },
) => {
  const { tenantId, phone } = given
  return signInByCode(platform, 'CUSTOMER', { ...given, ip: from.ip }, async (tx): Promise<{ refusal: 'badCode' } | SignedIn> => {
    const customer = await findCustomerToSignIn(tx, tenantId, phone)
    if (!customer) return { refusal: 'badCode' }
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
