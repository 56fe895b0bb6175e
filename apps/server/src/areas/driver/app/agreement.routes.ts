import { driverConsentCalls } from '@chauffeur/contract/privacy/consent'
import { goOffline } from '#areas/qualification/duty'
import { ownAgreementOf, sayOf, tokenHashOf } from '#areas/privacy/consent'
import { wholeTenant } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import { implement } from '#platform/http/implement'
import type { DriverSession } from '#platform/identity/session'
import { endOwnSession } from './sign-in.service.ts'

const person = ({ driverId }: DriverSession) => ({ kind: 'DRIVER', driverId }) as const
const by = ({ ip, userAgent }: { ip: string; userAgent: string }) => ({ ip, device: userAgent, channel: 'DRIVER_APP' }) as const

export const driverAgreementRoutes = implement(
  'consent',
  driverConsentCalls,
)({
  agreement: ({ driver, platform }) => ownAgreementOf(platform.db.reader(wholeTenant(driver.tenantId)), person(driver)),
  agree: async ({ input, db, driver, platform, request, audit, fail }) => {
    const said = { tenantId: driver.tenantId, who: person(driver), number: input.number, given: true }
    const own = await sayOf(whole(db), said, by(request), fail)
    audit({ object: 'agreement', objectId: own.agreement!.agreementId, after: { number: input.number, agreed: true } })
    platform.forgetSession(await tokenHashOf(db, driver.sessionId))
    return own
  },
  decline: async ({ input, db, driver, platform, request, audit, fail }) => {
    if (!(await goOffline(db, driver))) return fail('driver.onOrder')
    const said = { tenantId: driver.tenantId, who: person(driver), number: input.number, given: false }
    const own = await sayOf(whole(db), said, by(request), fail)
    audit({ object: 'agreement', objectId: own.agreement!.agreementId, after: { number: input.number, agreed: false } })
    await endOwnSession(db, driver, platform)
    platform.wakeDispatch(driver.cityId)
    return {}
  },
})
