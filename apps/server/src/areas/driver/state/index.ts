export { driverFrames, type Duty, seenDriver } from './driver-frames.ts'
export {
  beginTry,
  countServed,
  findDriver,
  freeDriver,
  isDutyOpen,
  lockDriver,
  orderInHand,
  setOffline,
  setOnline,
  setWorkStatus,
  statesOf,
  undoTry,
} from './driver-state.queries.ts'
export { follow, hearOf, isPlausible, type Place, type Received, repeatsIn, takenAt, type Trace, type Traced } from './position.rules.ts'
export { flushPositions, loadPositions, receiveFixes, warmPositions } from './position.service.ts'
