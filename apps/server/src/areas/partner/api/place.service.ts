import type { PartnerOrder, partnerCalls } from '@chauffeur/contract/partner/api'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { bookingOfPartner, lockPartnerNumber, ordersOfBooking, placeOrder } from '#areas/order/booking'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import type { PartnerSession } from '#platform/identity/partner'
import { findChannel } from '../channel/index.ts'
import { changedFields } from './api.rules.ts'
import { ownRightOnly } from './own-right.service.ts'
import { partnerOrderView } from './order.view.ts'
import { countOrder } from './quota.queries.ts'

type Calls = typeof partnerCalls
type Placing = Fail<Calls['place']['failures'][number]>
interface Context {
  partner: PartnerSession
  platform: Platform
  requestId: string
  english: boolean
  fail: Placing
}

/** Why the desk is refused says things about a customer that are none of the partner's: other channels' orders, what a colleague noted. */
const ABOUT_CUSTOMER = new Set(['callCentre.blacklisted', 'callCentre.orderInProgress', 'callCentre.unpaidOrders'])
const withoutCustomer =
  (fail: Placing): Placing =>
  (failure, detail) =>
    fail(failure, ABOUT_CUSTOMER.has(failure) ? undefined : detail)

const CHANGED = { zh: '与首次下单的内容不同', en: 'differs from what was ordered first' }

/**
 * One order for each number of the partner's, whoever sends how often: what was placed is answered as it stands, also after the channel was
 * stopped or its day used up.
 */
export async function placeForPartner(
  tx: TenantTx,
  input: ParsedInputOf<Calls['place']>,
  { partner, platform, requestId, english, fail }: Context,
): Promise<{ order: PartnerOrder; placed: boolean }> {
  const { partnerBookingId, ...asked } = input
  const { channelId, tenantId } = partner
  await lockPartnerNumber(tx, channelId, partnerBookingId)
  const answer = async (placed: boolean) => {
    const booking = await bookingOfPartner(tx, channelId, partnerBookingId)
    if (!booking) return null
    const orders = await ordersOfBooking(tx, booking.booking_id)
    return { booking, told: { order: await partnerOrderView(partnerBookingId, booking, orders, platform), placed } }
  }
  const earlier = await answer(false)
  if (earlier) {
    // An order that the desk placed, or whose customer was erased, has nothing to be held against.
    const changed = earlier.booking.partner_asked
      ? changedFields(earlier.booking.partner_asked as Record<string, unknown>, asOf(asked))
      : []
    const fields = changed.map((path) => ({ path, message: CHANGED[english ? 'en' : 'zh'] }))
    return changed.length > 0 ? fail('partner.otherContent', { fields }) : earlier.told
  }
  const context = { platform, requestId, now: new Date(), partner: { bookingId: partnerBookingId, asked }, fail: withoutCustomer(fail) }
  await ownRightOnly(tx, channelId, asked.rightGrantId, fail)
  await placeOrder(tx, asked, partner, context)
  const channel = await findChannel(tx, channelId)
  const ordersPerDay = channel?.orders_per_day ?? null
  if (!(await countOrder(tx, tenantId, channelId, ordersPerDay))) return fail('partner.quotaUsed', { ordersPerDay })
  return (await answer(true))!.told
}
/** As the database gives it back. */
const asOf = (asked: object) => JSON.parse(JSON.stringify(asked)) as Record<string, unknown>
