import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import type { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { OutputOf } from '@chauffeur/contract/kernel/call'
import { liveServiceStatuses } from '@chauffeur/contract/order/model'
import { openBills, orderRowView, ordersWhere, phoneFor } from '#areas/order/model'
import { tenantCities } from '#areas/operations/city'
import { addressesOf, type CustomerRowDb, findCustomerByPhone } from './customer.queries.ts'
import { groupsOf, levelsOf } from '../standing/index.ts'
import { payersFor } from '../enterprise/index.ts'
import { tripOfQuote } from '#areas/pricing/quote'
import { usableDiscounts } from '#areas/pricing/discount'
import { attributionOf } from '#platform/values/attribution'
import type { TenantDb, WholeDb } from '#platform/database/db'
import { cancelsSince, notesOf } from './customer.queries.ts'
import { callerCity } from './caller-city.rules.ts'
import { userOf } from './discount.view.ts'

const DAY_MS = 86_400_000

interface Asker {
  authorities: ReadonlySet<string>
  english: boolean
  /** Sees the whole tenant: what an enterprise has left is one sum. */
  whole: WholeDb
}

/** Everything the desk shows of the person behind a telephone number; `customer` is null for somebody new. */
export async function customerCard(
  db: TenantDb,
  phone: string,
  { authorities, english, whole }: Asker,
  now: Date,
  quoteId?: string,
): Promise<OutputOf<typeof callCentreCalls.customerInfo>> {
  const [customer, attribution, cities] = await Promise.all([findCustomerByPhone(db, phone), attributionOf(phone), tenantCities(db)])
  const whereabouts = async (lastCityId: string | undefined) => {
    const where = callerCity(
      cities.map((row) => ({ cityId: row.city_id, name: row.name, open: row.open })),
      lastCityId,
      attribution,
    )
    const city = cities.find((row) => row.city_id === where?.cityId)
    const trip = city ? { cityId: city.city_id, departAt: now, utcOffsetMinutes: city.utc_offset_minutes } : null
    return {
      cityId: where?.cityId ?? null,
      cityFrom: where?.from ?? null,
      payers: await payersFor(db, whole, phone, trip, english ? 'en' : 'zh'),
    }
  }
  const nobody = {
    customer: null,
    levelName: '',
    liveOrders: [],
    lastOrders: [],
    lastAddresses: [],
    unpaid: { count: 0, totalFen: 0, orders: [] },
    coupons: [],
    rights: [],
    notes: [],
    groups: [],
    attribution,
  }
  if (!customer) return { ...nobody, ...(await whereabouts(undefined)) }
  const customerId = customer.customer_id
  const [live, last, unpaid, addresses, notes, cancels, discounts, groups, levels] = await Promise.all([
    ordersWhere(db, { customerId, statuses: liveServiceStatuses }, 10),
    ordersWhere(db, { customerId }, 5),
    openBills(db, customerId, 20),
    addressesOf(db, customerId),
    notesOf(db, customerId),
    cancelsSince(db, customerId, new Date(now.getTime() - DAY_MS)),
    discountsOf(db, customer, quoteId, now),
    groupsOf(db, customerId),
    levelsOf(db),
  ])
  return {
    ...nobody,
    ...(await whereabouts(last[0]?.city_id)),
    ...discounts,
    groups: groups.map(({ addedAt, until, ...group }) => ({
      ...group,
      addedAt: addedAt.toISOString(),
      until: until?.toISOString() ?? null,
    })),
    customer: cardView(customer, cancels, authorities, now),
    levelName: levels.find(({ level }) => level === customer.level)?.name ?? String(customer.level),
    liveOrders: live.map((row) => orderRowView(row, authorities)),
    lastOrders: last.map((row) => orderRowView(row, authorities)),
    lastAddresses: addresses.map((row) => ({
      address: row.address,
      lat: row.lat,
      lng: row.lng,
      datum: 'WGS84' as const,
      cityId: row.city_id,
      usedAt: row.created_at.toISOString(),
      use: row.use,
    })),
    unpaid: {
      count: unpaid.length,
      totalFen: unpaid.reduce((sum, row) => sum + row.due_fen, 0),
      orders: unpaid.map((row) => ({
        orderId: row.order_id,
        orderNo: row.order_no,
        payStatus: row.pay_status,
        totalFen: row.due_fen,
        filedAt: row.status_since.toISOString(),
        utcOffsetMinutes: row.utc_offset_minutes,
      })),
    },
    notes: notes.map((note) => ({ text: note.text, author: note.author_name, at: note.at.toISOString() })),
  }
}

/** Coupons and rights, best first; with a quote by what each takes off it. */
async function discountsOf(db: TenantDb, customer: CustomerRowDb, quoteId: string | undefined, now: Date) {
  const quote = quoteId ? await tripOfQuote(db, quoteId) : null
  return usableDiscounts(db, customer.customer_id, quote && { use: userOf(quote.trip, customer, now), priced: quote.priced })
}

export function cardView(row: CustomerRowDb, cancelCount24h: number, authorities: ReadonlySet<string>, now: Date) {
  return {
    customerId: row.customer_id,
    phone: phoneFor(authorities, row.phone),
    name: row.name,
    gender: row.gender,
    language: row.language as MessageLanguage,
    level: row.level,
    cityId: row.city_id,
    blacklisted: row.blacklisted_until !== null && row.blacklisted_until > now,
    blacklistReason: row.blacklist_reason,
    tags: row.tags,
    plateNos: row.plate_nos,
    orderCount: row.order_count,
    cancelCount24h,
    lastOrderAt: row.last_order_at?.toISOString() ?? null,
    remark: row.remark,
    version: row.version,
  }
}
