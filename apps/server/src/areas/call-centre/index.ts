import { queueRoutes } from './booking-queue/index.ts'
import { cityRoutes, couponRoutes, deskRoutes, deskTripRoutes } from './desk/index.ts'
import { numberProviderRoutes } from './number-provider/index.ts'
import { phoneRoutes } from './phone/index.ts'
import { privacyNumberRoutes } from './privacy-number/index.ts'
import { orderSoundRoutes } from './recording/index.ts'

export { numberRounds, pushDesk, pushRoutes } from './privacy-number/index.ts'
export { softphoneRoutes, silentCalls } from './phone/index.ts'
export { soundDesk, soundRoutes, soundPurge } from './recording/index.ts'

export const callCentreRoutes = [
  ...queueRoutes,
  ...deskRoutes,
  ...cityRoutes,
  ...couponRoutes,
  ...deskTripRoutes,
  ...phoneRoutes,
  ...orderSoundRoutes,
  ...numberProviderRoutes,
  ...privacyNumberRoutes,
]
