import { CLAIM_PICTURES, type ClaimRow, type driverClaimCalls } from '@chauffeur/contract/qualification/claim'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { tellDriver } from '#areas/message/inbox'
import { driversByNo } from '#areas/driver/dated'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import { photoFrom } from '#platform/pictures/pictures'
import type { Audit, Fail, Platform } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { claimView } from './claim.view.ts'
import {
  type ClaimDbRow,
  claimMoves,
  filesOf,
  insertClaim,
  insertFile,
  isTheirs,
  listedClaim,
  orderDriven,
  policiesAt,
} from './claim.queries.ts'
import { lacking } from './claim.rules.ts'

type Calls = typeof driverClaimCalls
type Refusals<C extends 'covering' | 'report' | 'move' | 'addPicture'> = NonNullable<Calls[C]['failures']>[number]
interface Context<F extends string> {
  db: TenantTx
  operator: OperatorSession
  audit: (entry: Audit) => void
  fail: Fail<F>
}
const actorOf = ({ userId, realName }: OperatorSession) => ({ type: 'OPERATOR' as const, id: userId, name: realName })

/** The driver and the order that somebody named, and which policies held then. */
export async function coveringAt(
  db: TenantDb,
  { driverNo, orderNo, lossAt }: { driverNo: string; orderNo?: string | undefined; lossAt: string },
  fail: Fail<Refusals<'covering'>>,
) {
  const driver = (await driversByNo(db, [driverNo]))[0] ?? fail('driverClaim.driverUnknown')
  const order = orderNo ? ((await orderDriven(db, driver.driver_id, orderNo)) ?? fail('driverClaim.orderUnknown')) : null
  return { driver, orderId: order?.order_id ?? null, policies: await policiesAt(db, driver.driver_id, new Date(lossAt)) }
}

export async function reportClaim(
  input: ParsedInputOf<Calls['report']>,
  { db, operator, audit, fail }: Context<Refusals<'report'>>,
  now: Date,
): Promise<ClaimRow> {
  if (new Date(input.lossAt) > now) return fail('driverClaim.lossInFuture')
  const { driver, orderId, policies } = await coveringAt(db, input, fail)
  if (!(await isTheirs(db, driver.driver_id, input.insuranceId))) return fail('driverClaim.policyUnknown')
  if (!policies.some(({ insuranceId }) => insuranceId === input.insuranceId)) return fail('driverClaim.notCovered', { policies })
  const { insuranceId, amountFen, what } = input
  const claim = { insuranceId, amountFen, what, orderId, lossAt: new Date(input.lossAt), driverId: driver.driver_id }
  const row = await insertClaim(db, { ...claim, tenantId: operator.tenantId, by: { userId: operator.userId, name: operator.realName } })
  await claimMoves.record(db, row, 'report', null, { actor: actorOf(operator) })
  const saved = claimView((await listedClaim(db, row.driver_claim_id))!, operator)
  audit({
    object: 'driverClaim',
    objectId: row.driver_claim_id,
    after: { driverNo: input.driverNo, amountFen, what, lossAt: input.lossAt },
  })
  return saved
}

const TOLD = {
  file: 'APP_CLAIM_FILED',
  pay: 'APP_CLAIM_PAID',
  reject: 'APP_CLAIM_REFUSED',
  reopen: 'APP_CLAIM_REOPENED',
} as const
/** What the insurer said, written down, and told to the driver who reported it. */
export async function moveClaim(
  { driverClaimId, version, event, ...said }: ParsedInputOf<Calls['move']>,
  { db, operator, platform, audit, fail }: Context<Refusals<'move'>> & { platform: Pick<Platform, 'vault'> },
): Promise<ClaimRow> {
  const row = (await claimMoves.lock(db, driverClaimId)) ?? fail('driverClaim.notFound')
  const shown = async () => claimView((await listedClaim(db, driverClaimId))!, operator)
  if (row.version !== version) return fail('driverClaim.versionConflict', { current: await shown() })
  const missing = lacking(event, said)
  if (missing) return fail(missing)
  const set = {
    ...(event === 'file' && { report_no: said.reportNo ?? '' }),
    ...(event === 'pay' && { paid_fen: said.paidFen! }),
  }
  const moved = await claimMoves.move(db, row, { event, actor: actorOf(operator), reason: said.reason ?? '', set })
  if (!moved) return fail('driverClaim.wrongState', { state: row.state })
  audit({ object: 'driverClaim', objectId: driverClaimId, before: { state: row.state }, after: { state: moved.state, ...said } })
  const after = await shown()
  // What operators wrote down by themselves its driver may not know of.
  if (row.created_by === null) {
    const values = { policyNo: after.policyNo, amount: ((said.paidFen ?? 0) / 100).toFixed(2), reason: said.reason ?? '' }
    await tellDriver(whole(db), platform.vault, row.tenant_id, { driverId: row.driver_id, event: TOLD[event], values })
  }
  return after
}

/** Adds a picture of what happened, or of a paper. */
export async function addPicture(
  { driverClaimId, bytes }: { driverClaimId: string; bytes: Uint8Array },
  { files }: Pick<Platform, 'files'>,
  { db, operator, audit, fail }: Context<Refusals<'addPicture'>>,
): Promise<{ fileId: string }> {
  // Before any lock: it takes a while.
  const { fileId } = await pictureIn(bytes, operator.tenantId, files, fail)
  const row = (await claimMoves.lock(db, driverClaimId)) ?? fail('driverClaim.notFound')
  return keepPicture(row, fileId, actorOf(operator), files, { db, audit, fail })
}

/** The body of a picture, kept by nobody yet. */
export async function pictureIn(
  bytes: Uint8Array,
  tenantId: string,
  files: Platform['files'],
  fail: Fail<'driverClaim.badPicture'>,
): Promise<{ fileId: string; jpeg: Uint8Array }> {
  const { jpeg } = (await photoFrom(bytes)) ?? fail('driverClaim.badPicture')
  const { fileId } = await files.put({ tenantId, kind: 'CLAIM' }, jpeg)
  return { fileId, jpeg }
}
/** Adds it to a claim that is locked. */
export async function keepPicture(
  row: ClaimDbRow,
  fileId: string,
  actor: { type: 'OPERATOR' | 'DRIVER'; id: string; name: string },
  files: Platform['files'],
  { db, audit, fail }: Pick<Context<'driverClaim.tooManyPictures'>, 'db' | 'audit' | 'fail'>,
): Promise<{ fileId: string }> {
  const { driver_claim_id: driverClaimId, tenant_id: tenantId } = row
  const number = ((await filesOf(db, driverClaimId)).at(-1)?.number ?? 0) + 1
  if (number > CLAIM_PICTURES) return fail('driverClaim.tooManyPictures')
  await insertFile(db, { tenantId, driverClaimId, number, fileId, by: actor.name })
  await files.keep(db, fileId)
  await claimMoves.note(db, row, { event: 'picture', actor, set: {} })
  audit({ object: 'driverClaim', objectId: driverClaimId, after: { picture: number } })
  return { fileId }
}
