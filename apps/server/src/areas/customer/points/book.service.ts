import type { WholeTx } from '#platform/database/db'
import { localDay } from '#platform/values/local-clock'
import { type Account, type Entry, insertLot, insertRecord, lotsOf, moveLots, openLots, recordOf, takenBy } from './book.queries.ts'
import { openOf, returned, takeOldest } from './lots.rules.ts'

/** Gives points that end at an instant (null: never); what is owed is settled first. False where that was written before. */
export async function credit(tx: WholeTx, account: Account, points: number, expiresAt: Date | null, entry: Entry): Promise<boolean> {
  const open = openOf(points, account.balance)
  const recordId = await insertRecord(tx, account, points, entry)
  if (recordId === null) return false
  await insertLot(tx, account, recordId, { points, open, cityId: entry.cityId ?? null, expiresAt })
  return true
}

/** Takes points, those that end first; where there are too few they are owed, which the caller has to want. False where that was written before. */
export async function debit(tx: WholeTx, account: Account, points: number, entry: Entry): Promise<boolean> {
  const { takes } = takeOldest(await openLots(tx, account.customerId), points)
  const recordId = await insertRecord(tx, account, -points, entry)
  if (recordId === null) return false
  await moveLots(tx, account, recordId, takes)
  return true
}

/** Puts back what a record took, into the lots it came from; those whose time is over meanwhile end with the next round. */
export async function putBack(tx: WholeTx, account: Account, taken: { recordId: string; delta: number }, entry: Entry): Promise<boolean> {
  const points = -taken.delta
  const open = openOf(points, account.balance)
  const back = returned(await takenBy(tx, taken.recordId), open)
  const recordId = await insertRecord(tx, account, points, entry)
  if (recordId === null) return false
  await moveLots(tx, account, recordId, back, true)
  return true
}

/** Ends what is over; whoever counts on a balance does so first. */
export async function endOver(tx: WholeTx, account: Account, now: Date): Promise<number> {
  let ended = 0
  for (const { lotId, cityId, remaining, expiresAt, utcOffsetMinutes } of await openLots(tx, account.customerId)) {
    if (expiresAt === null || expiresAt > now) break
    const day = localDay(expiresAt, utcOffsetMinutes)
    const recordId = await insertRecord(tx, account, -remaining, { event: 'EXPIRED', ref: `${lotId}:${account.version}`, cityId, day })
    if (recordId !== null) await moveLots(tx, account, recordId, [{ lotId, points: remaining }])
    ended += remaining
  }
  return ended
}

/** What one customer has, or owes, becomes another's: two who are one person. `ref` names the merge. */
export async function moveBalance(tx: WholeTx, from: Account, to: Account, ref: string, day: string): Promise<void> {
  const points = from.balance
  if (points === 0) return
  if (points < 0) {
    await credit(tx, from, -points, null, { event: 'MERGED_OUT', ref, day })
    await debit(tx, to, -points, { event: 'MERGED_IN', ref, day })
    return
  }
  const lots = await openLots(tx, from.customerId)
  await debit(tx, from, points, { event: 'MERGED_OUT', ref, day })
  await bringIn(tx, to, points, lots, { event: 'MERGED_IN', ref, day })
}

/** Points with the ends and cities they had with somebody else; what is owed is settled with those that end first. */
async function bringIn(
  tx: WholeTx,
  to: Account,
  points: number,
  lots: readonly { remaining: number; cityId: string | null; expiresAt: Date | null }[],
  entry: Entry,
) {
  let owed = points - openOf(points, to.balance)
  const recordId = await insertRecord(tx, to, points, entry)
  if (recordId === null) return
  for (const { remaining, cityId, expiresAt } of lots) {
    if (remaining === 0) continue
    const settled = Math.min(owed, remaining)
    owed -= settled
    await insertLot(tx, to, recordId, { points: remaining, open: remaining - settled, cityId, expiresAt })
  }
}

/** Two again: what is left of what came in goes back; what was spent of it meanwhile stays spent, and what was owed is owed again. */
export async function moveBalanceBack(tx: WholeTx, kept: Account, gone: Account, mergeRef: string, day: string): Promise<void> {
  const came = await recordOf(tx, 'MERGED_IN', mergeRef)
  if (!came) return
  const ref = `${mergeRef}:undone`
  if (came.delta < 0) {
    const last = (await takenBy(tx, came.recordId)).at(-1)
    await credit(tx, kept, -came.delta, last?.expiresAt ?? null, { event: 'MERGED_IN', ref, day, cityId: last?.cityId ?? null })
    await debit(tx, gone, -came.delta, { event: 'MERGED_OUT', ref, day })
    return
  }
  const lots = (await lotsOf(tx, came.recordId)).filter(({ remaining }) => remaining > 0)
  const points = lots.reduce((sum, { remaining }) => sum + remaining, 0)
  if (points === 0) return
  const recordId = await insertRecord(tx, kept, -points, { event: 'MERGED_OUT', ref, day })
  if (recordId === null) return
  await moveLots(
    tx,
    kept,
    recordId,
    lots.map(({ lotId, remaining }) => ({ lotId, points: remaining })),
  )
  await bringIn(tx, gone, points, lots, { event: 'MERGED_IN', ref, day })
}

/** A person is forgotten, and their points with them: nobody could spend them. */
export async function forfeit(tx: WholeTx, account: Account, day: string): Promise<void> {
  const entry: Entry = { event: 'ERASED', ref: account.customerId, day }
  if (account.balance > 0) await debit(tx, account, account.balance, entry)
  else if (account.balance < 0) await credit(tx, account, -account.balance, null, entry)
}
