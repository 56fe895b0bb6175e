import { createHash } from 'node:crypto'
import { CLAIM_PICTURES, OPEN_CLAIMS, openClaimStates } from '@chauffeur/contract/qualification/claim'
import type { driverClaimAppCalls, OwnClaim } from '@chauffeur/contract/qualification/claim-app'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Audit, Fail, Platform } from '#platform/http/implement'
import { driverActor, type DriverSession } from '#platform/identity/session'
import {
  claimMoves,
  claimsOf,
  everInsured,
  insertClaim,
  isTheirs,
  orderDriven,
  type OwnClaimDb,
  ownOpen,
  policiesAt,
  sameFile,
} from './claim.queries.ts'
import { keepPicture, pictureIn } from './claim.service.ts'
import { claimFacts } from './claim.view.ts'

type Calls = typeof driverClaimAppCalls
type Refusals<C extends 'reportOwn' | 'addOwnPicture'> = NonNullable<Calls[C]['failures']>[number]
interface Context<F extends string> {
  db: TenantTx
  driver: DriverSession
  audit: (entry: Audit) => void
  fail: Fail<F>
}
const SHOWN = 50
const isOpen = ({ state }: { state: string }) => openClaimStates.some((open) => open === state)

const ownView = (row: OwnClaimDb): OwnClaim => {
  const facts = claimFacts(row)
  return { ...facts, reason: row.said ?? '', mayAddPicture: isOpen(row) && facts.pictures < CLAIM_PICTURES }
}

export async function ownClaims(db: TenantDb, driverId: string): Promise<{ insured: boolean; rows: OwnClaim[] }> {
  const [insured, rows] = await Promise.all([everInsured(db, driverId), claimsOf(db, driverId, SHOWN)])
  return { insured, rows: rows.map(ownView) }
}

/** What happened, as the driver says it: the company looks at it, and reports it to the insurer. */
export async function reportOwnClaim(
  { insuranceId, lossAt, amountFen, what, orderNo }: ParsedInputOf<Calls['reportOwn']>,
  { db, driver, audit, fail }: Context<Refusals<'reportOwn'>>,
  now: Date,
): Promise<OwnClaim> {
  const { driverId, tenantId, name } = driver
  const at = new Date(lossAt)
  if (at > now) return fail('driverClaim.lossInFuture')
  const order = orderNo ? ((await orderDriven(db, driverId, orderNo)) ?? fail('driverClaim.orderUnknown')) : null
  if (!(await isTheirs(db, driverId, insuranceId))) return fail('driverClaim.policyUnknown')
  const policies = await policiesAt(db, driverId, at)
  if (!policies.some((policy) => policy.insuranceId === insuranceId)) return fail('driverClaim.notCovered', { policies })
  if ((await ownOpen(db, driverId)) >= OPEN_CLAIMS) return fail('driverClaim.tooManyOpen')
  const claim = { tenantId, driverId, insuranceId, orderId: order?.order_id ?? null, lossAt: at, amountFen, what }
  const row = await insertClaim(db, { ...claim, by: { userId: null, name } })
  await claimMoves.record(db, row, 'report', null, { actor: driverActor(driver) })
  audit({ object: 'driverClaim', objectId: row.driver_claim_id, after: { amountFen, what, lossAt } })
  return ownView((await claimsOf(db, driverId, 1))[0]!)
}

export async function addOwnPicture(
  { driverClaimId, bytes }: { driverClaimId: string; bytes: Uint8Array },
  { files }: Pick<Platform, 'files'>,
  { db, driver, audit, fail }: Context<Refusals<'addOwnPicture'>>,
): Promise<{ fileId: string; pictures: number }> {
  const made = await pictureIn(bytes, driver.tenantId, files, fail)
  const row = await claimMoves.lock(db, driverClaimId)
  // Another driver's is not there.
  if (!row || row.driver_id !== driver.driverId) return fail('driverClaim.notFound')
  // Over a bad network it is sent again: it is the same one, also where the company has decided in between.
  const same = await sameFile(db, driverClaimId, createHash('sha256').update(made.jpeg).digest())
  if (!same && !isOpen(row)) return fail('driverClaim.wrongState', { state: row.state })
  const { fileId } = same ? { fileId: same.file_id } : await keepPicture(row, made.fileId, driverActor(driver), files, { db, audit, fail })
  const { pictures } = (await ownClaims(db, driver.driverId)).rows.find((one) => one.driverClaimId === driverClaimId) ?? { pictures: 0 }
  return { fileId, pictures }
}
