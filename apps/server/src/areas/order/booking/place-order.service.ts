import { DEPT_TYPE } from '@chauffeur/contract/access/session'
import type { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { Measured } from '@chauffeur/contract/kernel/road'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { Datum } from '@chauffeur/contract/kernel/fields'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { findCity, inServiceArea, standingOf, type TenantCity } from '#areas/operations/city'
import { serviceSwitch } from '@chauffeur/contract/operations/city-switch'
import { limitsOf, payerOf } from '#areas/customer/enterprise'
import { openSearch, searchTimeoutS } from '#areas/dispatch/search'
import { recordEvent } from '../model/index.ts'
import { type AskedTrip, type Estimate, estimateTrip, findQuote, linesView } from '#areas/pricing/quote'
import { type Chosen, discountFor, holdDiscount } from '#areas/pricing/discount'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { type LatLng, toWgs84 } from '#platform/values/geo'
import { type Orderer, ordererActor, userIdOf } from '#platform/identity/session'
import { whole } from '#platform/database/whole-tenant'
import { isDriverFree, hindrances, insertBookingWithOrders, lockCustomer, makeCustomer, rememberOnCustomer } from './booking.queries.ts'
import { channelHindrance, findChannel } from '#areas/partner/channel'
import { userOf } from '#areas/customer/card'
import { groupsOfPhone, type PriceGroupWhy, priceGroupOf, promisedTo } from '#areas/customer/standing'
import { bookTimeProblem, opensSearchAt, prepayUntil, sameTrip } from './booking.rules.ts'

type TripInput = ParsedInputOf<typeof callCentreCalls.estimate>
export type PlaceInput = ParsedInputOf<typeof callCentreCalls.place>

type CustomerGroups = Awaited<ReturnType<typeof groupsOfPhone>>
const OF_EVERY_ORDER = ['bookLater', 'weatherPrice', 'peakPrice', 'prePay'] as const
type Standing = Awaited<ReturnType<typeof standingOf<(typeof OF_EVERY_ORDER)[number]>>>

/** The trip in WGS84, the city it is in with its switches, and the groups of whoever orders; refused where it cannot be ordered. */
export async function tripOf(
  tx: TenantTx,
  input: TripInput,
  who: Orderer,
  now: Date,
  fail: Fail<
    | 'callCentre.cityClosed'
    | 'callCentre.deskOff'
    | 'callCentre.partnerOff'
    | 'callCentre.serviceOff'
    | 'callCentre.outsideCity'
    | 'channel.notFound'
    | 'channel.stopped'
    | 'channel.otherCity'
    | 'channel.otherService'
  >,
): Promise<{ trip: AskedTrip; city: TenantCity; groups: CustomerGroups } & Standing> {
  const channelId = channelOf(input, who)
  const serviceType = input.serviceType ?? 'TRIP'
  const byWhom = switchFor(who)
  const service = serviceSwitch[serviceType]
  const [city, { on, prepayWaitS }, channel, groups] = await Promise.all([
    findCity(tx, input.cityId),
    // All that an order asks of them, at once.
    standingOf(whole(tx), input.cityId, [byWhom, service, ...OF_EVERY_ORDER]),
    channelId ? findChannel(tx, channelId) : undefined,
    // A customer is one person for the whole tenant, whichever cities the operator sees.
    input.phone ? groupsOfPhone(whole(tx), input.phone, input.cityId) : [],
  ])
  if (!city?.open) return fail('callCentre.cityClosed')
  if (!on[byWhom]) return fail(byWhom === 'deskOrder' ? 'callCentre.deskOff' : 'callCentre.partnerOff')
  if (!on[service]) return fail('callCentre.serviceOff')
  const hindrance = channelId && channelHindrance(channel, { cityId: input.cityId, serviceType })
  if (hindrance) return fail(hindrance)
  const pickup = pointOf(input.pickupLat, input.pickupLng, input.pickupDatum)
  if (pickup && !inServiceArea(city, pickup)) return fail('callCentre.outsideCity')
  const dropoff = pointOf(input.dropoffLat, input.dropoffLng, input.pickupDatum)
  const trip = {
    cityId: city.city_id,
    channelId,
    enterpriseId: input.enterpriseId ?? null,
    groupIds: groups.filter(({ type }) => type === 'PRICE').map(({ groupId }) => groupId),
    serviceType,
    pickup,
    dropoff,
    departAt: input.departAt ? new Date(input.departAt) : now,
    utcOffsetMinutes: city.utc_offset_minutes,
  }
  return { trip, city, groups, on, prepayWaitS }
}

/** Through whom it comes; people and programs of a partner order for theirs alone. */
const channelOf = (input: { channelId?: string | undefined }, who: Orderer) => who.channelId ?? input.channelId ?? null
const sourceOf = (who: Orderer) => (who.kind === 'PARTNER' || who.deptType === DEPT_TYPE.partner ? 'PARTNER' : 'CALL_CENTRE')
/** Which switch of a city lets somebody order there at all. */
export const switchFor = (who: Orderer) => (sourceOf(who) === 'PARTNER' ? 'partnerOrder' : 'deskOrder')

const pointOf = (lat: number | undefined, lng: number | undefined, datum: Datum | undefined): LatLng | null =>
  lat === undefined || lng === undefined ? null : toWgs84({ lat, lng }, datum)

/** When and where an enterprise is asked to pay. */
export const paidTrip = ({ cityId, departAt, utcOffsetMinutes }: AskedTrip) => ({ cityId, departAt, utcOffsetMinutes })

interface PlacedBooking {
  bookingId: string
  bookingNo: string
  timeoutS: number
  orders: { orderId: string; orderNo: string; serviceStatus: 101 | 102; prepayDueFen: number | null; prepayUntil: string | null }[]
}

/**
 * Places a booking with its driver orders and opens the search, all in the caller's transaction. The customer's row is
 * locked first, so that two calls for one customer at the same moment cannot both find no order in progress.
 */
export async function placeOrder(
  tx: TenantTx,
  input: PlaceInput,
  who: Orderer,
  context: {
    platform: Pick<Platform, 'settings' | 'roads'>
    requestId: string
    now: Date
    /** By what a partner knows the booking, and all that it asked for. */
    partner?: { bookingId: string; asked: object }
    fail: Fail<(typeof callCentreCalls.place.failures)[number]>
  },
): Promise<PlacedBooking> {
  const { now, fail } = context
  const { settings, roads } = context.platform
  const bookTime = input.bookTime ? new Date(input.bookTime) : null
  if (bookTime && bookTimeProblem(bookTime, now)) return fail('callCentre.bookTimePast')
  const channelId = channelOf(input, who)
  // Asked in this order over one connection: whoever was put into a group while we waited for the lock is seen in it.
  const [known, { trip, city, groups, on, prepayWaitS }] = await Promise.all([
    lockCustomer(tx, input.phone),
    tripOf(tx, { ...input, departAt: input.bookTime }, who, now, fail),
  ])

  if (bookTime && !on.bookLater) return fail('callCentre.bookingOff')

  const customer =
    known ??
    (await makeCustomer(tx, {
      tenantId: who.tenantId,
      phone: input.phone,
      name: input.customerName ?? '',
      cityId: city.city_id,
      plate: input.carPlate ?? '',
      createdBy: userIdOf(who),
    }))
  if (customer.blacklisted_until && customer.blacklisted_until > now)
    return fail('callCentre.blacklisted', { reason: customer.blacklist_reason, until: customer.blacklisted_until.toISOString() })
  const turnedAway = groups.find(({ type }) => type === 'BLACK')
  if (turnedAway)
    return fail('callCentre.blacklisted', { reason: turnedAway.remark || turnedAway.name, until: turnedAway.until?.toISOString() })
  // A customer is one person for the whole tenant, whichever cities or channels the operator sees.
  const stops = await hindrances(whole(tx), customer.customer_id, settings.unpaidBlocksAfterS)
  if (stops.liveOrderId) return fail('callCentre.orderInProgress', { orderId: stops.liveOrderId })
  if (stops.unpaid > 0) return fail('callCentre.unpaidOrders', { count: stops.unpaid })
  if (input.driverId && !(await isDriverFree(tx, input.driverId, city.city_id))) return fail('callCentre.driverTaken')

  const payer = trip.enterpriseId ? await payerOf(tx, trip.enterpriseId, input.phone, paidTrip(trip), fail) : null
  const user = userOf(trip, customer, now)
  const chosen = await discountFor(tx, input, user, fail)
  const estimate = input.quoteId
    ? await quoted(tx, input.quoteId, trip, input, { bookTime, now, validS: settings.quoteValidS, fail })
    : ((await estimateTrip(
        tx,
        trip,
        // The customer is locked: what is not known already is estimated.
        { roads, tenantId: who.tenantId, withinMs: 0, on },
        { ...chosen, enterpriseLimitFen: payer?.limitFen },
      )) ?? fail('callCentre.cityClosed'))

  await rememberOnCustomer(tx, customer, { name: input.customerName ?? '', plate: input.carPlate ?? '' })
  const contactPhone = input.contactPhone ?? input.phone
  const common = {
    tenantId: who.tenantId,
    cityId: city.city_id,
    orgId: city.org_id,
    channelId,
    source: sourceOf(who),
    customerId: customer.customer_id,
    contactPhone,
    bookTime,
    remark: input.remark ?? '',
  }
  const count = input.driverCount ?? 1
  const booking = {
    ...common,
    callerPhone: input.phone,
    driverCount: count,
    agentId: userIdOf(who),
    agentName: who.kind === 'PARTNER' ? '' : who.realName,
    partner: context.partner ?? null,
    priceGroup: trip.groupIds.length > 0 ? await whyInGroup(tx, estimate, groups) : null,
    level: { level: customer.level, ...(await promisedTo(whole(tx), customer.level)) },
  }
  const paysAlone = payer === null && !input.rightGrantId
  const later = bookTime !== null && opensSearchAt(bookTime) > now
  const orders = await insertBookingWithOrders(tx, booking, {
    ...common,
    count,
    serviceStatus: later ? SERVICE_STATUS.created : SERVICE_STATUS.dispatchStart,
    dispatchStatus: later ? 'NONE' : 'SEARCHING',
    serviceType: trip.serviceType,
    customerName: input.customerName || customer.name,
    chosenDriverId: input.driverId ?? null,
    pickup: { address: input.pickupAddress, at: trip.pickup, pin: input.pickupPin, note: input.pickupNote ?? '' },
    dropoff: { address: input.dropoffAddress ?? '', at: trip.dropoff, pin: input.dropoffPin },
    datum: input.pickupDatum ?? 'WGS84',
    carPlate: input.carPlate ?? '',
    templateId: estimate.templateId,
    templateVersion: estimate.templateVersion,
    quoteId: input.quoteId ?? null,
    distanceM: estimate.distanceM,
    durationS: estimate.durationS,
    measured: estimate.measured,
    lines: linesView(estimate.priced.lines),
    couponId: input.couponId ?? null,
    rightGrantId: input.rightGrantId ?? null,
    payer:
      payer && trip.enterpriseId
        ? {
            enterpriseId: trip.enterpriseId,
            limitsFen: limitsOf(count, payer, estimate.priced.totalFen),
          }
        : null,
    surcharges: estimate,
    prepayUntil: paysAlone && on.prePay ? prepayUntil(bookTime, now, prepayWaitS ?? settings.prepayWaitS) : null,
    createdBy: userIdOf(who),
  })
  const first = orders[0]!
  await holdDiscount(tx, input, user, first.order_id, fail)
  const actor = ordererActor(who)
  for (const order of orders) await recordEvent(tx, order, 'place', null, { actor, requestId: context.requestId })
  const search = { tenantId: who.tenantId, bookingId: first.booking_id, cityId: city.city_id }
  const searches = orders.some(({ service_status }) => service_status === SERVICE_STATUS.dispatchStart)
  const timeoutS = searches ? await openSearch(tx, search) : await searchTimeoutS(tx, search, later ? opensSearchAt(bookTime) : now)
  return {
    bookingId: first.booking_id,
    bookingNo: first.booking_no,
    timeoutS,
    orders: orders.map((order) => ({
      orderId: order.order_id,
      orderNo: order.order_no,
      serviceStatus: order.service_status as 101 | 102,
      prepayDueFen: order.prepay_fen,
      prepayUntil: order.prepay_until?.toISOString() ?? null,
    })),
  }
}

/** How the customer is in the group whose price was taken: told on the bill, whatever becomes of the group. */
async function whyInGroup(tx: TenantTx, { templateId, templateVersion }: Estimate, groups: CustomerGroups): Promise<PriceGroupWhy | null> {
  const taken = await priceGroupOf(whole(tx), { template_id: templateId, template_version: templateVersion })
  const why = taken && groups.find(({ groupId }) => groupId === taken.groupId)
  return why ? { groupId: why.groupId, source: why.source, addedAt: why.addedAt.toISOString(), addedBy: why.addedBy } : null
}

async function quoted(
  tx: TenantTx,
  quoteId: string,
  trip: AskedTrip,
  chosen: Chosen,
  {
    fail,
    ...leaves
  }: { bookTime: Date | null; now: Date; validS: number; fail: Fail<'callCentre.quoteExpired' | 'callCentre.quoteMismatch'> },
): Promise<Estimate> {
  const quote = (await findQuote(tx, quoteId)) ?? fail('callCentre.quoteMismatch')
  if (quote.valid_until <= leaves.now) return fail('callCentre.quoteExpired')
  const kept = quote.trip as unknown as Omit<AskedTrip, 'departAt'> & Chosen & { departAt: string }
  const asked = { ...kept, departAt: new Date(kept.departAt) }
  if (!sameTrip(asked, trip, leaves) || asked.couponId !== chosen.couponId || asked.rightGrantId !== chosen.rightGrantId)
    return fail('callCentre.quoteMismatch')
  const { dynamicRateBp, dynamicMaxFen, weatherFen, weatherRateBp, fenceId } = quote.trip as unknown as Estimate
  return {
    dynamicRateBp,
    dynamicMaxFen,
    weatherFen,
    weatherRateBp,
    fenceId,
    templateId: quote.template_id,
    templateVersion: quote.template_version,
    distanceM: quote.distance_m,
    durationS: quote.duration_s,
    measured: quote.measured_by ? { by: quote.measured_by as Measured['by'], provider: quote.road_provider as Measured['provider'] } : null,
    priced: quote.priced as unknown as Estimate['priced'],
  }
}
