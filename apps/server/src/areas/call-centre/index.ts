import { queueRoutes } from './booking-queue/index.ts'
import { cityRoutes, couponRoutes, deskRoutes, deskTripRoutes } from './desk/index.ts'
import { phoneRoutes } from './phone/index.ts'
import { orderSoundRoutes } from './recording/index.ts'

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
]
