import { driverCalls } from '@chauffeur/contract/driver/list'
import { driverFileCalls, licenceClass } from '@chauffeur/contract/driver/file'
import { serviceType, serviceTypeText } from '@chauffeur/contract/order/model'
import { describePoint } from '#areas/call-centre/desk'
import { cityView, tenantCities } from '#areas/operations/city'
import { seenDriver } from '../state/index.ts'
import { implement } from '#platform/http/implement'
import { ageSOf, freshnessOf } from '#platform/live/positions'
import { addRemark, disableDriver, driverInfo, enableDriver, saveDriver } from './driver-file.service.ts'
import { LISTEN_RADIUS_M, MAX_AGE, MIN_AGE, MIN_DRIVING_YEARS } from './driver-file.rules.ts'
import { driverList, orgDriverList } from './driver.list.ts'
import { driversOnDuty, findDriver, findDrivers, organisationCities, organisationsOf, waitingOrders } from './driver.queries.ts'

const MOST_WAITING = 2_000

const ownRoutes = implement(
  'driver',
  driverCalls,
)({
  openCities: async ({ db }) => ({ rows: (await tenantCities(db)).map(cityView) }),
  list: driverList.page,
  find: async ({ input, db, scope }) => ({ rows: await findDrivers(db, input, scope) }),
  orgs: async ({ input, db }) => ({
    rows: (await organisationsOf(db, input.cityId)).map((row) => ({ orgId: row.dept_id, name: row.name, parentId: row.parent_id })),
  }),
  street: async ({ input, db, platform, operator: { tenantId }, fail }) => {
    const row = (await findDriver(db, input.driverId)) ?? fail('driver.notFound')
    const fix = row.work_status === 'OFFLINE' ? undefined : platform.positions.get(row.driver_id)
    if (!fix) return { place: null }
    const ageS = ageSOf(fix.receivedAt, Date.now())
    const { address } = await describePoint({ db, platform, tenantId }, fix)
    return { place: { lat: fix.lat, lng: fix.lng, datum: 'WGS84' as const, ageS, freshness: freshnessOf(ageS), address } }
  },
  orgOpenCities: async ({ db }) => {
    const [cities, some] = await Promise.all([tenantCities(db), organisationCities(db)])
    return { rows: cities.filter((city) => some.has(city.city_id)).map(cityView) }
  },
  orgList: orgDriverList.page,
  onDuty: async ({ db, platform }) => {
    const now = Date.now()
    const drivers = (await driversOnDuty(db)).flatMap((duty) => {
      const fix = platform.positions.get(duty.driverId)
      const driver = fix && seenDriver(duty, fix, now)
      return driver ? [driver] : []
    })
    return { drivers }
  },
  waiting: async ({ input, db }) => ({
    rows: (await waitingOrders(db, input.cityId, MOST_WAITING)).map((row) => ({
      orderId: row.order_id,
      orderNo: row.order_no,
      cityId: row.city_id,
      orgId: row.org_id,
      serviceStatus: row.service_status,
      lat: row.pickup_lat,
      lng: row.pickup_lng,
      pickupAddress: row.pickup_address,
      waitingSince: row.waiting_since.toISOString(),
      searchEndsAt: row.search_ends_at?.toISOString() ?? null,
    })),
  }),
})

const fileRoutes = implement(
  'driver',
  driverFileCalls,
)({
  info: async ({ input, db, operator, platform, fail }) =>
    (await driverInfo(db, input.driverId, operator, platform)) ?? fail('driver.notFound'),
  addModel: async ({ db }) => ({
    cities: (await tenantCities(db)).map((city) => ({ key: city.city_id, value: city.name })),
    licenceClasses: licenceClass.options.map((key) => ({ key, value: key })),
    serviceTypes: serviceType.options.map((key) => ({ key, value: serviceTypeText[key] })),
    listenRadiusM: LISTEN_RADIUS_M,
    minAge: MIN_AGE,
    maxAge: MAX_AGE,
    minDrivingYears: MIN_DRIVING_YEARS,
  }),
  save: async ({ input, db, operator, platform, request, fail, audit }) => {
    const saved = await saveDriver(db, input, { operator, platform, request, fail }, new Date())
    const { before, ...answer } = saved
    const { idCardNo: _, ...after } = input
    audit({ object: 'driver', objectId: saved.driverId, ...(before && { before }), after })
    return answer
  },
  remark: async ({ input, db, operator, fail, audit }) => {
    const added = await addRemark(db, input, operator, fail)
    audit({ object: 'driver', objectId: input.driverId, after: { type: input.type, text: input.text } })
    return added
  },
  disable: async ({ input, db, operator, platform, fail, audit }) => {
    const { driverId, reason, freezeWallet = true } = input
    const done = input.disable
      ? await disableDriver(db, { driverId, reason, freezeWallet }, operator, platform.vault, fail)
      : await enableDriver(db, driverId, operator, platform.vault, fail)
    audit({
      object: 'driver',
      objectId: driverId,
      before: done.before,
      after: { disabled: input.disable, reason, walletFrozen: done.walletFrozen },
    })
    platform.forgetSession()
    return { afterTrip: done.afterTrip, walletFrozen: done.walletFrozen }
  },
})

export const driverFileRoutes = [...ownRoutes, ...fileRoutes]
