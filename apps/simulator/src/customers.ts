import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { couponCalls } from '@chauffeur/contract/pricing/coupon'
import { cityCalls } from '@chauffeur/contract/operations/city'
import { liveServiceStatuses, SERVICE_STATUS, type ServiceStatus } from '@chauffeur/contract/order/model'
import { busiestWeight, hourWeight } from './city/city.ts'
import { type OrderPlan, planOrder, type Spot } from './customer-plan.ts'
import { stream } from './random.ts'
import { isRefusal, Refused, Unreachable } from './wire.ts'
import type { Tenant, World } from './world.ts'

/** Callers who are blacklisted, owe money or have an order are turned away; another one calls instead, so often. */
const callersTried = 6
/** While the server is away, a caller hangs up after so many tries. */
const tries = 5
const pollMs = { searching: 2000, underWay: 6000 }

/** Places orders by telephone for one tenant, at random times with the given rate, until the run stops. */
export async function runCustomers(world: World, tenant: Tenant, perMinute: number, byHour: boolean): Promise<void> {
  const { scheduler, stats } = world
  const random = stream(world.seed, 'arrivals', tenant.index)
  const offset = [...tenant.cities.values()][0]?.utcOffsetMinutes ?? 480
  const peak = byHour ? busiestWeight : 1
  let next = scheduler.now()
  for (let n = 1; ; n++) {
    next += random.gap(60_000 / (perMinute * peak))
    await scheduler.sleep(next - scheduler.now())
    // Thinning: calls come at the rate of the busiest hour, and quiet hours drop most of them.
    if (byHour && !random.chance(hourWeight(new Date(next), offset) / busiestWeight)) continue
    callIn(world, tenant, n).catch((error: unknown) => {
      if (scheduler.stopped()) return
      stats.count('notPlaced')
      stats.trouble(error)
    })
  }
}

/** One caller: the operator looks the number up, quotes, places, and keeps an eye on the order to its end. */
async function callIn(world: World, tenant: Tenant, n: number): Promise<void> {
  const cities = [...tenant.cities.values()]
  for (let attempt = 1; attempt <= callersTried; attempt++) {
    const plan = planOrder(world.seed, tenant.index, n, attempt, cities)
    if (!plan) return
    const { operator } = tenant
    const caller = await operator.ask(callCentreCalls.customerInfo, { phone: plan.phone }, { tries })
    if (caller.customer?.blacklisted || caller.liveOrders.length > 0 || caller.unpaid.count > 0) {
      world.stats.count('turnedAway')
      continue
    }
    try {
      const began = world.scheduler.now()
      const payer = caller.payers.find(({ refused }) => refused === null)
      const { orders } = await placeFor(tenant, plan, payer?.enterpriseId)
      world.stats.count('placed', orders.length)
      await Promise.all(orders.map(({ orderId }, index) => follow(world, tenant, orderId, began, index === 0 ? plan.cancel : null)))
      return
    } catch (error) {
      if (
        !isRefusal(
          error,
          'callCentre.orderInProgress',
          'callCentre.blacklisted',
          'callCentre.unpaidOrders',
          'pricing.rightUnusable',
          'pricing.couponUnusable',
        )
      )
        throw error
      world.stats.count('turnedAway')
    }
  }
}

/** Paid by the caller's enterprise; by the caller, where it does not pay for this trip. */
async function placeFor(tenant: Tenant, plan: OrderPlan, enterpriseId: string | undefined) {
  if (enterpriseId === undefined) return place(tenant, plan)
  try {
    return await place(tenant, plan, enterpriseId)
  } catch (error) {
    if (!(error instanceof Refused) || !error.error.startsWith('enterprise.')) throw error
    return place(tenant, plan)
  }
}

async function place({ operator }: Tenant, plan: OrderPlan, enterpriseId?: string) {
  const trip = {
    ...(enterpriseId && { enterpriseId }),
    cityId: plan.city.cityId,
    phone: plan.phone,
    pickupLat: plan.pickup.lat,
    pickupLng: plan.pickup.lng,
    pickupDatum: plan.pickup.datum,
    ...(plan.dropoff ? { dropoffLat: plan.dropoff.lat, dropoffLng: plan.dropoff.lng } : {}),
  }
  const addressOf = async (spot: Spot) => {
    if (spot.address) return spot.address
    const found = await operator.ask(cityCalls.reverseAddress, { lat: spot.lat, lng: spot.lng, datum: spot.datum }, { tries })
    return found.address || found.nearest?.name || plan.city.name
  }
  const pickupAddress = await addressOf(plan.pickup)
  const dropoffAddress = plan.dropoff ? await addressOf(plan.dropoff) : undefined
  const quoted = await operator.ask(callCentreCalls.estimate, trip, { tries })
  const chosen = enterpriseId === undefined && plan.driverCount === 1 ? await bestFor(operator, plan.phone, quoted.quoteId) : {}
  const { quoteId } =
    Object.keys(chosen).length > 0 ? await operator.ask(callCentreCalls.estimate, { ...trip, ...chosen }, { tries }) : quoted
  return operator.ask(
    callCentreCalls.place,
    {
      ...trip,
      ...chosen,
      quoteId,
      pickupAddress,
      dropoffAddress,
      driverCount: plan.driverCount,
      customerName: plan.name || undefined,
      carPlate: plan.carPlate || undefined,
      remark: plan.remark || undefined,
    },
    { tries },
  )
}

/** The right or coupon that the desk offers first, as an operator takes it. */
async function bestFor(
  operator: Tenant['operator'],
  phone: string,
  quoteId: string,
): Promise<{ rightGrantId?: string; couponId?: string }> {
  const { best } = await operator.ask(couponCalls.recommendCoupons, { phone, quoteId }, { tries })
  if (best === null) return {}
  return best.kind === 'RIGHT' ? { rightGrantId: best.rightGrantId } : { couponId: best.couponId }
}

/** Watches an order as the operator's screen does, cancels it when that is the plan, and counts how it ended. */
async function follow(world: World, tenant: Tenant, orderId: string, began: number, cancel: OrderPlan['cancel']): Promise<void> {
  const { scheduler, stats } = world
  stats.live(1)
  try {
    let toCancel = cancel
    let acceptedAt: number | null = null
    for (;;) {
      await scheduler.sleep(acceptedAt === null || toCancel ? pollMs.searching : pollMs.underWay)
      const { serviceStatus } = await tenant.operator.ask(callCentreCalls.orderStatus, { orderId })
      if (!liveServiceStatuses.includes(serviceStatus)) return finish(world, serviceStatus, began)
      if (serviceStatus >= SERVICE_STATUS.accepted) acceptedAt ??= scheduler.now()
      if (serviceStatus > SERVICE_STATUS.arrived) toCancel = null
      const since = toCancel?.when === 'accepted' ? acceptedAt : began
      if (toCancel && since !== null && scheduler.now() - since >= toCancel.afterS * 1000) {
        await cancelOrder(world, tenant, orderId, toCancel.reason)
        toCancel = null
      }
    }
  } catch (error) {
    // The order goes on without us; only this watcher ends.
    if (scheduler.stopped()) throw error
    if (error instanceof Refused || error instanceof Unreachable) stats.trouble(error)
    else throw error
  } finally {
    stats.live(-1)
  }
}

function finish({ stats, scheduler }: World, status: ServiceStatus, began: number) {
  if (status === SERVICE_STATUS.billFiled) {
    stats.count('filed')
    stats.filedAfter((scheduler.now() - began) / 1000)
  } else if (status === SERVICE_STATUS.dispatchFailed) stats.count('failed')
  else if (status === SERVICE_STATUS.customerCancelled) stats.count('customerCancelled')
  else if (status === SERVICE_STATUS.driverCancelled) stats.count('driverCancelled')
  else stats.count('otherEnd')
}

/** Asks for the judgement, tells the customer, and cancels with it; a judgement that no longer holds is asked for once more. */
async function cancelOrder(world: World, { operator }: Tenant, orderId: string, reason: string) {
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      const { quoteId } = await operator.ask(callCentreCalls.cancel, { orderId, reason, byCustomer: true })
      await world.scheduler.sleep(1500)
      if (quoteId) await operator.ask(callCentreCalls.cancel, { orderId, quoteId, reason, byCustomer: true })
      return
    } catch (error) {
      if (isRefusal(error, 'order.notCancellable')) return
      if (!isRefusal(error, 'order.cancelQuoteStale')) throw error
    }
  }
}
