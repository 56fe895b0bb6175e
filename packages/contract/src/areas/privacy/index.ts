import { agreementCalls, agreementRefusals } from './agreement.ts'
import { consentCalls, consentRefusals, driverConsentCalls, ownConsentCalls } from './consent.ts'

import { privacyRequestCalls, privacyRequestRefusals, privacyTermsCalls } from './request.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  agreement: agreementCalls,
  privacyRequest: { ...privacyRequestCalls, ...privacyTermsCalls },
  consent: { ...consentCalls, ...ownConsentCalls, ...driverConsentCalls },
}
export const refusals = [agreementRefusals, consentRefusals, privacyRequestRefusals]
