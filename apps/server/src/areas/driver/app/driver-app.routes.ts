import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverClientCalls } from '@chauffeur/contract/driver/client'
import { languageOf } from '#areas/message/wording'
import { implement } from '#platform/http/implement'
import { fileBill } from '#areas/order/bill'
import { driverOfferView, driverOrderView } from '#areas/dispatch/offer'
import { checkBeforeDuty, checkBeforeOrder, checkStillOpen } from '#areas/qualification/check'
import { answersOf } from '#areas/dispatch/search'
import { acceptOffer, awaitOffers, declineOffer } from '#areas/dispatch/offer'
import { uploadOrderFile } from '#areas/order/evidence'
import { receiveFixes } from '../state/index.ts'
import { ownQueue } from '#areas/dispatch/team'
import { isDutyOpen } from '../state/index.ts'
import { driverState, goOffline, goOnline } from '#areas/qualification/duty'
import { wholeTenant } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import { driverAgreementRoutes } from './agreement.routes.ts'
import { checkApp, shownApp } from './app.service.ts'
import { endOwnSession, sendCode, signInDriver } from './sign-in.service.ts'
import { arrive, depart, endTrip, logCall } from './trip.service.ts'
import { cancelByDriver } from '#areas/order/cancel'

const ANSWER_DAYS = 7

const clientRoutes = implement(
  'dispatch',
  driverClientCalls,
)({
  app: ({ input, platform, request, fail }) => shownApp(platform, input.tenantId, request.client, fail),
})

const workRoutes = implement(
  'dispatch',
  dispatchCalls,
)({
  sendCode: async ({ input, platform, request, fail }) => {
    await checkApp(platform, input.tenantId, request.client, fail)
    const sent = await sendCode(platform, input, { ip: request.ip, language: languageOf(request) })
    return 'retryAfterS' in sent ? fail('driver.codeTooOften', sent) : sent
  },
  signIn: async ({ input, platform, request, fail }) => {
    await checkApp(platform, input.tenantId, request.client, fail)
    const result = await signInDriver(platform, input, {
      ip: request.ip,
      userAgent: input.device ?? request.userAgent,
      requestId: request.id,
    })
    return 'refusal' in result
      ? fail(`driver.${result.refusal}`, 'retryAfterS' in result ? { retryAfterS: result.retryAfterS } : undefined)
      : result
  },
  signOut: async ({ db, driver, platform, fail }) => {
    if (!(await goOffline(db, driver))) return fail('driver.onOrder')
    await endOwnSession(db, driver, platform)
    platform.wakeDispatch(driver.cityId)
    return {}
  },
  me: async ({ db, driver, platform, request }) => {
    const { driver: row, order } = await driverState(db, driver)
    return {
      driverId: row.driver_id,
      driverNo: row.driver_no,
      name: row.name,
      cityId: row.city_id,
      workStatus: row.work_status,
      order: order && (await driverOrderView(platform.db.reader(wholeTenant(driver.tenantId)), order, request.client)),
    }
  },
  goOnline: async ({ input, db, driver, platform, fail }) => {
    await checkBeforeDuty(platform, driver, fail)
    if (!(await isDutyOpen(db))) return fail('driver.dutyClosed')
    const workStatus = await goOnline(db, driver, fail)
    await checkStillOpen(db, driver, fail)
    const { lat, lng, ...rest } = input
    if (lat !== undefined && lng !== undefined) receiveFixes(platform, driver, [{ lat, lng, ...rest }])
    return { workStatus }
  },
  goOffline: async ({ db, driver, platform, fail }) => {
    if (!(await goOffline(db, driver))) return fail('driver.onOrder')
    platform.wakeDispatch(driver.cityId)
    return { workStatus: 'OFFLINE' }
  },
  positions: ({ input, driver, platform }) => receiveFixes(platform, driver, input.positions),
  offers: async ({ input, db, driver, platform, request, fail }) => {
    const offers = await awaitOffers(platform.db, db, driver, input.waitS ?? 0)
    // The app may have been switched off while the answer was held.
    await checkApp(platform, driver.tenantId, request.client, fail)
    return { offers: offers.map(driverOfferView) }
  },
  accept: async ({ input, db, driver, platform, request, audit, fail }) => {
    await checkBeforeOrder(platform, driver, input.id, fail)
    const order = await acceptOffer(db, input.id, driver, request.id, fail)
    audit({ object: 'order', objectId: order.order_id })
    return { order: await driverOrderView(whole(db), order, request.client) }
  },
  reject: async ({ input, db, driver, platform, fail }) => {
    const against = await declineOffer(db, input.id, driver, { reason: input.reason ?? '' })
    if (against) return fail(against)
    platform.wakeDispatch(driver.cityId)
    return {}
  },
  arrive: async ({ input, db, driver, platform, request, audit, fail }) => {
    const order = await arrive(db, { platform, driver, orderId: input.id, requestId: request.id, fail })
    audit({ object: 'order', objectId: input.id })
    return { order: await driverOrderView(whole(db), order, request.client) }
  },
  depart: async ({ input, db, driver, platform, request, audit, fail }) => {
    const order = await depart(db, { platform, driver, orderId: input.id, requestId: request.id, fail })
    audit({ object: 'order', objectId: input.id })
    return { order: await driverOrderView(whole(db), order, request.client) }
  },
  end: async ({ input, db, driver, platform, request, audit, fail }) => {
    const order = await endTrip(db, { platform, driver, orderId: input.id, requestId: request.id, fail }, input.reason ?? '')
    audit({ object: 'order', objectId: input.id })
    return { order: await driverOrderView(whole(db), order, request.client) }
  },
  file: async ({ input, db, driver, platform, request, audit, fail }) => {
    const step = { platform, driver, orderId: input.id, requestId: request.id, fail }
    const result = await fileBill(db, step, { extras: input.extras ?? [], cashCollected: input.cashCollected ?? false })
    audit({ object: 'order', objectId: input.id, after: { totalFen: result.totalFen } })
    return { order: await driverOrderView(whole(db), result.order, request.client), lines: result.lines, totalFen: result.totalFen }
  },
  uploadFile: async ({ input, db, driver, platform, request, audit, fail }) => {
    const step = { platform, driver, orderId: input.id, requestId: request.id, fail }
    const { id: _id, file, ...coming } = input
    const kept = await uploadOrderFile(db, step, { ...coming, bytes: file.bytes })
    audit({ object: 'order', objectId: input.id, after: { fileId: kept.fileId, kind: input.kind } })
    return kept
  },
  queue: ({ db, driver }) => ownQueue(db, driver),
  answers: async ({ db, driver }) => ({ days: ANSWER_DAYS, ...(await answersOf(db, driver.driverId, ANSWER_DAYS)) }),
  logCall: ({ input, db, driver, platform, request, fail }) =>
    logCall(db, { platform, driver, orderId: input.id, requestId: request.id, fail }),
  cancel: async ({ input, db, driver, platform, request, audit, fail }) => {
    await cancelByDriver(db, { platform, driver, orderId: input.id, requestId: request.id, fail }, input.reason)
    audit({ object: 'order', objectId: input.id })
    platform.wakeDispatch(driver.cityId)
    return {}
  },
})

export const driverAppRoutes = [...clientRoutes, ...workRoutes, ...driverAgreementRoutes]
