export { askForGaps, filledView, keptFills } from './gap-fill.service.ts'
export { addOrderFile, countOrderFiles, keepBands, type OrderPhotoRow, photos } from './order-file.queries.ts'
export { orderFileRoutes } from './order-file.routes.ts'
export {
  checkReceipts,
  keepReceipts,
  type KeptFile,
  openForPicture,
  originalContext,
  type Taken,
  uploadOrderFile,
} from './order-file.service.ts'
export type { Extra } from './receipt.rules.ts'
export { detourRound, measureDetours } from './detour.round.ts'
export { addTrackPoint, sealTrackOf, trackOf, tracksToSeal } from './track.queries.ts'
export { openTrack } from './track-code.rules.ts'
export { orderTrackRoutes } from './track.routes.ts'
export { trackDistance } from './track.rules.ts'
