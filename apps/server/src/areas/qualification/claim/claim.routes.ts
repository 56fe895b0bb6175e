import { driverClaimCalls } from '@chauffeur/contract/qualification/claim'
import { driverClaimAppCalls } from '@chauffeur/contract/qualification/claim-app'
import { implement } from '#platform/http/implement'
import { claimList } from './claim.list.ts'
import { eventsOf, filesOf, listedClaim, policiesAt } from './claim.queries.ts'
import { addPicture, coveringAt, moveClaim, reportClaim } from './claim.service.ts'
import { claimView } from './claim.view.ts'
import { addOwnPicture, ownClaims, reportOwnClaim } from './own-claim.service.ts'

const operatorRoutes = implement(
  'driver-claim',
  driverClaimCalls,
)({
  claims: claimList.page,
  claim: async ({ input: { driverClaimId }, db, operator, fail }) => {
    const row = (await listedClaim(db, driverClaimId)) ?? fail('driverClaim.notFound')
    const [events, files] = await Promise.all([eventsOf(db, driverClaimId), filesOf(db, driverClaimId)])
    return {
      ...claimView(row, operator),
      events: events.map(({ seq, event, at, actor_name, reason }) => ({
        ...{ seq, event: event as 'report', at: at.toISOString() },
        ...{ by: actor_name, reason },
      })),
      files: files.map(({ file_id, added_at, added_by_name }) => ({ fileId: file_id, at: added_at.toISOString(), by: added_by_name })),
    }
  },
  covering: async ({ input, db, fail }) => {
    const { driver, policies } = await coveringAt(db, input, fail)
    return { driverId: driver.driver_id, driverName: driver.name, policies }
  },
  report: ({ input, ...context }) => reportClaim(input, context, new Date()),
  move: ({ input, ...context }) => moveClaim(input, context),
  addPicture: ({ input: { driverClaimId, file }, platform, ...context }) =>
    addPicture({ driverClaimId, bytes: file.bytes }, platform, context),
  picture: async ({ input: { driverClaimId, number: wanted }, db, platform, fail }) => {
    if (!(await listedClaim(db, driverClaimId))) return fail('driverClaim.notFound')
    const { file_id } = (await filesOf(db, driverClaimId)).find(({ number }) => number === wanted) ?? fail('driverClaim.noPicture')
    const file = (await platform.files.find(db, file_id)) ?? fail('driverClaim.noPicture')
    return { dataUrl: `data:image/jpeg;base64,${(await platform.files.readAll(file)).toString('base64')}` }
  },
})

const driverRoutes = implement(
  'driver-claim',
  driverClaimAppCalls,
)({
  ownClaims: ({ db, driver }) => ownClaims(db, driver.driverId),
  ownCovering: async ({ input, db, driver }) => ({ policies: await policiesAt(db, driver.driverId, new Date(input.lossAt)) }),
  reportOwn: ({ input, ...context }) => reportOwnClaim(input, context, new Date()),
  addOwnPicture: ({ input: { driverClaimId, file }, platform, ...context }) =>
    addOwnPicture({ driverClaimId, bytes: file.bytes }, platform, context),
})

export const driverClaimRoutes = [...operatorRoutes, ...driverRoutes]
