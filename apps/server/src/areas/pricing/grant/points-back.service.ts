import { type Account, credit, lockAccounts, putBack, recordOf, takenBy } from '#areas/customer/points'
import type { WholeTx } from '#platform/database/db'
import { dayInChina } from '#platform/values/local-clock'

interface Paid {
  /** Of whoever has the coupon. */
  account: Account
  taken: { recordId: string; customerId: string; delta: number }
}

/** The points that a coupon cost, with the account of whoever has it by now locked; undefined where it cost none. */
export async function lockPoints(
  tx: WholeTx,
  { couponId, customerId }: { couponId: string; customerId: string },
): Promise<Paid | undefined> {
  const taken = await recordOf(tx, 'REDEEMED', couponId)
  const account = (await lockAccounts(tx, [customerId])).get(customerId)
  return taken && account ? { taken, account } : undefined
}

/** A coupon that was paid with points is taken away: its points go back where they came from, with the ends that they had. */
export async function givePointsBack(
  tx: WholeTx,
  { account, taken }: Paid,
  { couponId, name, reason, by }: { couponId: string; name: string; reason: string; by: { userId: string; realName: string } },
): Promise<void> {
  const entry = { event: 'UNREDEEMED', ref: couponId, day: dayInChina(new Date()), about: name, reason, by } as const
  if (taken.customerId === account.customerId) return void (await putBack(tx, account, taken, entry))
  // Whoever paid was merged into another since, and their lots are closed.
  const last = (await takenBy(tx, taken.recordId)).at(-1)
  await credit(tx, account, -taken.delta, last?.expiresAt ?? null, { ...entry, cityId: last?.cityId ?? null })
}
