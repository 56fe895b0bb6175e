import { lookIn } from '#areas/driver/display'
import { switchesOf } from '#areas/operations/city'
import type { WholeDb } from '#platform/database/db'
import { boundNumber } from './between.queries.ts'

interface Between {
  /** Empty: none yet. They call the business then, never each other. */
  number: string
  recorded: boolean
}
type OfOrder = { order_id: string; city_id: string; created_at: Date }

/** What lies between the driver and the contact of an order; null where its city had them see each other's telephone when it was placed. */
export async function numberBetween(db: WholeDb, order: OfOrder): Promise<Between | null> {
  const { privacyNumber } = await switchesOf(db, order.city_id, ['privacyNumber'], order.created_at)
  if (!privacyNumber) return null
  const bound = await boundNumber(db, order.order_id)
  return { number: bound?.number ?? '', recorded: bound?.recorded ?? false }
}

/** What a customer is told to reach a driver by. Without a number between them it is the business's own, or words where it has none. */
export async function driverNumberFor(db: WholeDb, order: OfOrder, driverPhone: string): Promise<string> {
  const between = await numberBetween(db, order)
  if (!between) return driverPhone
  return between.number || (await lookIn(db, order.city_id, { appId: '', version: '' })).servicePhone || '请致电客服'
}
