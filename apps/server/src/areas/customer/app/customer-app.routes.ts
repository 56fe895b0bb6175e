import { customerAppCalls } from '@chauffeur/contract/customer/app'
import { messageLanguage } from '@chauffeur/contract/kernel/language'
import { ownAgreementOf, sayOf, tokenHashOf } from '#areas/privacy/consent'
import { requestsOf } from '#areas/privacy/request'
import { languageOf } from '#areas/message/wording'
import { implement } from '#platform/http/implement'
import type { CustomerSession } from '#platform/identity/session'
import { endSession } from '#platform/identity/session-end'
import { consentsOf, insertConsent, listedCustomer, saveLanguage } from '../profile/index.ts'
import { askFor, ownData, ownRequestView, takeBack } from './privacy.service.ts'
import { sendCode, signInCustomer } from './sign-in.service.ts'

const MOST_REQUESTS = 50

const person = ({ customerId }: CustomerSession) => ({ kind: 'CUSTOMER', customerId }) as const
const by = ({ ip, userAgent }: { ip: string; userAgent: string }) => ({ ip, device: userAgent, channel: 'CUSTOMER_APP' }) as const

/** What customers do by themselves. A session sees the whole business, as a driver's does: each of these reads and writes the own rows alone. */
export const customerAppRoutes = implement(
  'customerApp',
  customerAppCalls,
)({
  sendCode: async ({ input, platform, request, fail }) => {
    const sent = await sendCode(platform, input, { ip: request.ip, language: languageOf(request) })
    return 'retryAfterS' in sent ? fail('customer.codeTooOften', sent) : sent
  },
  signIn: async ({ input, platform, request, fail }) => {
    const from = { ip: request.ip, userAgent: input.device ?? request.userAgent, requestId: request.id }
    const result = await signInCustomer(platform, input, from)
    return 'refusal' in result
      ? fail(`customer.${result.refusal}`, 'retryAfterS' in result ? { retryAfterS: result.retryAfterS } : undefined)
      : result
  },
  signOut: async ({ db, customer, platform }) => {
    const ended = await endSession(db, { sessionId: customer.sessionId }, 'SIGN_OUT')
    if (ended) platform.forgetSession(ended.token_hash)
    return {}
  },
  me: async ({ db, customer }) => {
    const row = (await listedCustomer(db, customer.customerId))!
    return {
      customerId: row.customer_id,
      name: row.name,
      phone: row.phone,
      gender: row.gender as 'UNKNOWN' | 'MALE' | 'FEMALE',
      language: messageLanguage.parse(row.language),
      birthday: row.birthday ?? '',
      plateNos: row.plate_nos,
    }
  },
  setLanguage: async ({ input: { language }, db, customer, audit }) => {
    const before = await saveLanguage(db, customer.customerId, language)
    if (before !== language) audit({ object: 'customer', objectId: customer.customerId, before: { language: before }, after: { language } })
    return { language }
  },
  agreement: ({ db, customer }) => ownAgreementOf(db, person(customer)),
  agree: async ({ input, db, customer, platform, request, audit, fail }) => {
    const said = { tenantId: customer.tenantId, who: person(customer), number: input.number, given: true }
    const own = await sayOf(db, said, by(request), fail)
    audit({ object: 'agreement', objectId: own.agreement!.agreementId, after: { number: input.number, agreed: true } })
    platform.forgetSession(await tokenHashOf(db, customer.sessionId))
    return own
  },
  decline: async ({ input, db, customer, platform, request, audit, fail }) => {
    const said = { tenantId: customer.tenantId, who: person(customer), number: input.number, given: false }
    const own = await sayOf(db, said, by(request), fail)
    audit({ object: 'agreement', objectId: own.agreement!.agreementId, after: { number: input.number, agreed: false } })
    platform.forgetSession(await tokenHashOf(db, customer.sessionId))
    return own
  },
  consents: async ({ db, customer }) => {
    const [said, own] = await Promise.all([consentsOf(db, customer.customerId), ownAgreementOf(db, person(customer))])
    const marketing = said.find(({ kind }) => kind === 'MARKETING')
    return { marketing: marketing ? { given: marketing.given, at: marketing.at.toISOString() } : null, agreement: own.said }
  },
  setMarketing: async ({ input, db, customer, audit }) => {
    const { tenantId, customerId } = customer
    await insertConsent(db, { tenantId, customerId, kind: 'MARKETING', given: input.given, source: '客户端' })
    audit({ object: 'customer', objectId: customerId, after: { consent: 'MARKETING', given: input.given } })
    return { given: input.given }
  },
  data: ({ db, customer, platform, request, fail }) => ownData(db, customer, { platform, requestId: request.id, fail }),
  requests: async ({ db, customer }) => ({ rows: (await requestsOf(db, customer.customerId, MOST_REQUESTS)).map(ownRequestView) }),
  ask: async ({ input, db, customer, request, audit, fail }) => {
    const asked = await askFor(db, customer, input, { requestId: request.id, fail })
    audit({ object: 'privacyRequest', objectId: asked.requestId, after: { kind: asked.kind, channel: 'API' } })
    return asked
  },
  takeBack: async ({ input, db, customer, request, audit, fail }) => {
    const back = await takeBack(db, customer, input.id, { requestId: request.id, fail })
    audit({ object: 'privacyRequest', objectId: input.id, after: { state: back.state } })
    return back
  },
})
