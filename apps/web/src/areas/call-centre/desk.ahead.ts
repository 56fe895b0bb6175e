import { callCentreCalls } from '@chauffeur/contract/call-centre'
import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import type { Ahead } from '#platform/screen.ts'
import { telPhoneOf } from './tel-phone.ts'

/** A phone is ringing while this page opens: the caller and the cities are asked for at once. */
export const ahead: Ahead['ahead'] = (query, ask) => {
  const phone = normalPhone(telPhoneOf(query.get('telPhone')))
  ask(callCentreCalls.openCities, {})
  if (phone) ask(callCentreCalls.customerInfo, { phone })
}
