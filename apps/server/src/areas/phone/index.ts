export { tieCallToBooking } from './call.service.ts'
export { phoneRoutes } from './phone.routes.ts'
export { soundDesk, startSoundPurge } from './sound-desk.service.ts'
export { orderSoundRoutes } from './sound.routes.ts'
