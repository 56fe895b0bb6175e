import { agreementCalls, agreementRefusals } from './agreement.ts'
import { consentCalls, consentRefusals, driverConsentCalls, ownConsentCalls } from './consent.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  agreement: agreementCalls,
  consent: { ...consentCalls, ...ownConsentCalls, ...driverConsentCalls },
}
export const refusals = [agreementRefusals, consentRefusals]
