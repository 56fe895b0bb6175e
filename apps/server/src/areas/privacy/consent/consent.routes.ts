import { consentCalls, ownConsentCalls } from '@chauffeur/contract/privacy/consent'
import { wholeTenant } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import { implement } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { consentList } from './consent.list.ts'
import { tokenHashOf } from './consent.queries.ts'
import { ownAgreementOf, sayOf } from './consent.service.ts'
import { endSession } from '#platform/identity/session-end'

const person = ({ userId }: OperatorSession) => ({ kind: 'EMPLOYEE', userId }) as const
const by = ({ ip, userAgent }: { ip: string; userAgent: string }) => ({ ip, device: userAgent, channel: 'CONSOLE' }) as const

const listRoutes = implement('consent', consentCalls)({ list: consentList.page })

const ownRoutes = implement(
  'consent',
  ownConsentCalls,
)({
  own: ({ operator, platform }) => ownAgreementOf(platform.db.reader(wholeTenant(operator.tenantId)), person(operator)),
  agree: async ({ input, db, operator, platform, request, audit, fail }) => {
    const said = { tenantId: operator.tenantId, who: person(operator), number: input.number, given: true }
    const own = await sayOf(whole(db), said, by(request), fail)
    audit({ object: 'agreement', objectId: own.agreement!.agreementId, after: { number: input.number, agreed: true } })
    platform.forgetSession(await tokenHashOf(whole(db), operator.sessionId))
    return own
  },
  decline: async ({ input, db, operator, platform, request, audit, fail }) => {
    const said = { tenantId: operator.tenantId, who: person(operator), number: input.number, given: false }
    const own = await sayOf(whole(db), said, by(request), fail)
    audit({ object: 'agreement', objectId: own.agreement!.agreementId, after: { number: input.number, agreed: false } })
    const ended = await endSession(db, operator, 'SIGN_OUT')
    if (ended) platform.forgetSession(ended.token_hash)
    return {}
  },
})

export const consentRoutes = [...listRoutes, ...ownRoutes]
