import {
  orderFileKindText,
  type PhotoJudgement,
  type PhotoReason,
  photoReasonText,
  saidByClock,
} from '@chauffeur/contract/quality/photo-model'
import { insertRemark } from '#areas/driver/file'
import { noteExperience } from '#areas/driver/standing'
import { type OrderPhotoRow, photos } from '#areas/order/evidence'
import { tellDriver } from '#areas/message/inbox'
import { cityClock, wordIn } from '#areas/message/wording'
import { findCity } from '#areas/operations/city'
import { allJudged, type CaseRow, cases, claimEnds, holdCase, isAnothers, timer } from '../photo/index.ts'
import { photoRules } from '../rules/index.ts'
import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { Fail } from '#platform/http/implement'
import type { Vault } from '#platform/identity/vault'
import { type OperatorSession, operatorActor } from '#platform/identity/session'
import { isDriving, orderFacts, verdictsOf } from './review.queries.ts'

type Refusal =
  | 'photo.notFound'
  | 'photo.otherState'
  | 'photo.claimed'
  | 'photo.reasonMissing'
  | 'photo.noteMissing'
  | 'photo.replaced'
  | 'photo.noDriver'
export interface Judging {
  fileId: string
  verdict: PhotoJudgement
  reason: PhotoReason | undefined
  note: string
  version: number
}
interface By<F extends string> {
  operator: OperatorSession
  requestId: string
  fail: Fail<F>
}

/** Each verdict that counts has a reference of its own: a picture that is judged again gives back what it gave, or took, before. */
const refOf = (row: Pick<OrderPhotoRow, 'file_id'>, verdicts: number) => `photo/${row.file_id}/${verdicts}`
const COUNTS: Partial<Record<string, 'PHOTO_OK' | 'PHOTO_BAD'>> = { OK: 'PHOTO_OK', BAD: 'PHOTO_BAD' }

/** What a picture gives its driver or takes from them, from what was said of it to what is said now. Gives how many verdicts counted by now. */
async function countFor(tx: TenantTx, row: OrderPhotoRow, now: 'OK' | 'BAD' | 'RETAKE', about: string): Promise<number> {
  const of = { driverId: row.driver_id, about }
  if (COUNTS[row.verdict]) await noteExperience(tx, { ...of, event: 'PHOTO_REVISED', ref: refOf(row, row.verdicts) })
  const event = COUNTS[now]
  if (!event) return row.verdicts
  await noteExperience(tx, { ...of, event, ref: refOf(row, row.verdicts + 1) })
  return row.verdicts + 1
}

/** Until when it is to be taken again stands in the driver's message by the clock of the city. */
async function tellToRetake(
  tx: TenantTx,
  vault: Vault,
  row: OrderPhotoRow,
  order: { order_no: string; city_id: string },
  why: { reason: PhotoReason; note: string },
  until: Date,
) {
  const city = await findCity(tx, order.city_id)
  await tellDriver(whole(tx), vault, row.tenant_id, {
    driverId: row.driver_id,
    orderId: row.order_id,
    event: 'APP_PHOTO_RETAKE',
    values: (language) => ({
      orderTail: order.order_no.slice(-6),
      photo: wordIn(language, orderFileKindText[row.kind]),
      reason: [wordIn(language, photoReasonText[why.reason]), why.note].filter(Boolean).join(language === 'zh' ? '，' : ', '),
      until: cityClock(until, city?.utc_offset_minutes ?? 480, language),
    }),
  })
}

/** Says of a picture, which is still as it was seen, what a reviewer found. With the last one of an order its case is over. */
export async function judge(
  tx: TenantTx,
  { fileId, verdict, reason, note, version }: Judging,
  by: By<Refusal> & { vault: Vault },
): Promise<void> {
  const { operator, fail, requestId } = by
  const seen = await tx.selectFrom('order_files').select(['order_id', 'tenant_id']).where('file_id', '=', fileId).executeTakeFirst()
  if (!seen || operator.scope.channel !== '*') return fail('photo.notFound')
  // The case before the picture, as everywhere.
  const held = await holdCase(tx, { tenantId: seen.tenant_id, orderId: seen.order_id })
  if (isAnothers(held, operator.userId, Date.now())) return fail('photo.claimed', { name: held.claimed_by_name, until: held.claimed_until })
  const row = (await photos.lock(tx, fileId)) ?? fail('photo.notFound')
  if (row.verdict === 'RETAKEN') return fail('photo.replaced')
  if (row.version !== version) return fail('photo.otherState', { verdict: row.verdict, version: row.version })
  if (verdict !== 'OK' && (!reason || saidByClock.has(reason))) return fail('photo.reasonMissing')
  if (verdict !== 'OK' && reason === 'OTHER' && !note) return fail('photo.noteMissing')
  if (verdict === 'RETAKE' && !(await isDriving(tx, row.driver_id))) return fail('photo.noDriver')
  const order = (await orderFacts(tx, row.order_id)) ?? fail('photo.notFound')
  const { retakeHours } = await photoRules.contentFor(tx, order.city_id)
  const verdicts = await countFor(tx, row, verdict, order.order_no)
  const why = verdict === 'OK' ? null : reason!
  const whyWords = [why && photoReasonText[why], note].filter(Boolean).join('：')
  const retakeUntil = new Date(Date.now() + retakeHours * 3_600_000)
  const moved = await photos.move(tx, row, {
    event: verdict === 'OK' ? 'ok' : verdict === 'BAD' ? 'bad' : 'retake',
    actor: operatorActor(operator),
    requestId,
    reason: whyWords,
    set: {
      verdict_reason: why,
      verdict_note: note,
      verdicts,
      reviewed_by: operator.userId,
      reviewed_by_name: operator.realName,
      reviewed_at: new Date(),
      ...(verdict === 'RETAKE' && { retake_until: retakeUntil }),
    },
  })
  if (!moved) return fail('photo.otherState', { verdict: row.verdict, version: row.version })
  if (verdict === 'RETAKE') await tellToRetake(tx, by.vault, row, order, { reason: reason!, note }, retakeUntil)
  // Whoever uses an old picture for a new trip is marked for whoever looks at their file.
  if (verdict === 'BAD' && why === 'REUSED')
    await insertRemark(whole(tx), {
      tenantId: row.tenant_id,
      driverId: row.driver_id,
      type: 'WARN',
      text: ['订单照片使用旧照片', note].filter(Boolean).join('：'),
      order: { id: order.order_id, no: order.order_no },
      author: { id: operator.userId, name: operator.realName },
    })
  const open = held.state === 'WAITING' || held.state === 'IN_REVIEW'
  if (open && allJudged(await verdictsOf(tx, row.order_id)))
    await cases.move(tx, held, { event: 'finish', actor: operatorActor(operator), requestId })
  else if (held.state === 'WAITING') await claim(tx, held, by)
}

const claimOf = ({ userId, realName }: OperatorSession) => ({
  claimed_by: userId,
  claimed_by_name: realName,
  claimed_until: claimEnds(Date.now()),
})
/** Whoever has it keeps it for a quarter of an hour; one whose time is over is taken over. */
async function claim(tx: TenantTx, row: CaseRow, { operator, requestId }: Omit<By<never>, 'fail'>): Promise<CaseRow | null> {
  const detail = { actor: operatorActor(operator), requestId, set: claimOf(operator) }
  return row.state === 'IN_REVIEW' ? cases.note(tx, row, { event: 'claim', ...detail }) : cases.move(tx, row, { event: 'claim', ...detail })
}

export async function hold(
  tx: TenantTx,
  { orderId, action }: { orderId: string; action: 'CLAIM' | 'RELEASE' | 'SKIP' | 'QUEUE' },
  by: By<'photo.orderNotFound' | 'photo.claimed' | 'photo.notYours' | 'photo.otherState'>,
): Promise<void> {
  const { operator, requestId, fail } = by
  if (operator.scope.channel !== '*' || (await verdictsOf(tx, orderId)).length === 0) return fail('photo.orderNotFound')
  const order = (await orderFacts(tx, orderId)) ?? fail('photo.orderNotFound')
  const row = await holdCase(tx, { tenantId: operator.tenantId, orderId: order.order_id })
  if (isAnothers(row, operator.userId, Date.now())) return fail('photo.claimed', { name: row.claimed_by_name, until: row.claimed_until })
  const detail = { actor: operatorActor(operator), requestId }
  const moved = (done: CaseRow | null): void => void (done ?? fail('photo.otherState', { state: row.state, version: row.version }))
  if (action === 'CLAIM') return moved(await claim(tx, row, by))
  if (action === 'QUEUE')
    return moved(
      await cases.move(tx, row, { event: 'queue', ...detail, set: { why: [...new Set([...row.why, 'BY_HAND'])], turn_at: new Date() } }),
    )
  if (row.state !== 'IN_REVIEW' || row.claimed_by !== operator.userId) return fail('photo.notYours')
  const last = action === 'SKIP' ? { set: { turn_at: new Date() } } : {}
  return moved(await cases.move(tx, row, { event: 'release', ...detail, ...last }))
}

/** A picture that was not taken again in time is one that is not as it should be. */
export async function missRetake(tx: TenantTx, fileId: string): Promise<void> {
  const row = await photos.lock(tx, fileId)
  if (!row || row.verdict !== 'RETAKE' || !row.retake_until || row.retake_until > new Date()) return
  const order = await orderFacts(tx, row.order_id)
  const verdicts = await countFor(tx, row, 'BAD', order?.order_no ?? '')
  await photos.move(tx, row, { event: 'miss', actor: timer, set: { verdict_reason: 'RETAKE_MISSED', verdicts } })
}
