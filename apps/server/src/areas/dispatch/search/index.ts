export {
  answersOf,
  closeOffers,
  driversWithOffers,
  findOffer,
  findOpenOffer,
  lockOffer,
  type OfferOfBooking,
  offersOfBooking,
  offerToFree,
  type OpenOffer,
  openOffers,
  rejectOffer,
  winOffer,
} from './offer.queries.ts'
export {
  blockedBy,
  endSearch,
  findLiveSearch,
  lockDueSearch,
  lockSeekingOrders,
  lookAgainAt,
  lookAgainNow,
  newestSearch,
  recordRound,
  type SearchRow,
  turnsFrom,
  turnsJson,
  turnsOf,
  type TurnsRow,
} from './search.queries.ts'
export { endStateOf, EVERYBODY, isSeeking, nextLookAt, queueStatusOf, roundAt, type TurnsOf } from './search.rules.ts'
export { openSearch, releaseOrder, searchTimeoutS, settleBooking } from './search.service.ts'
