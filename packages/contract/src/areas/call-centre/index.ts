import { deskCustomerCalls } from '../customer/card.ts'
import { couponCalls } from '../pricing/coupon.ts'
import { queueCalls, queueRefusals } from './booking-queue.ts'
import { callCentreCalls } from './desk.ts'
import { callCentreRefusals } from './desk-refusals.ts'
import { numberProviderCalls, numberProviderRefusals } from './number-provider.ts'
import { phoneCalls, phoneRefusals } from './phone.ts'
import { privacyNumberCalls, privacyNumberRefusals } from './privacy-number.ts'
import { deskTripCalls, tripRefusals } from './trip.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  'call-centre': { ...callCentreCalls, ...couponCalls, ...deskCustomerCalls, ...deskTripCalls, ...queueCalls },
  phone: phoneCalls,
  'number-provider': numberProviderCalls,
  'privacy-number': privacyNumberCalls,
}
export const refusals = [callCentreRefusals, tripRefusals, queueRefusals, phoneRefusals, numberProviderRefusals, privacyNumberRefusals]
