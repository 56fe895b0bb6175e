export { type CaseRow, cases, holdCase, timer } from './case.queries.ts'
export { allJudged, claimEnds, isAnothers } from './case.rules.ts'
export { retakesOver } from './photo.queries.ts'
export { chooseOrders, endPhotoClaims, followComplaints, screenPhotos } from './screening.service.ts'
