export { purgeSounds, soundDesk, soundPurge } from './sound-desk.service.ts'
export { soundRoutes } from './sound-upload.http.ts'
export { orderSoundRoutes } from './sound.routes.ts'
export { cityKeepsNoSound, storeBody, storePrivacySound } from './sound.service.ts'
