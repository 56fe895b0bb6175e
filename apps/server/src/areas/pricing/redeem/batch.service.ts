import type { redeemBatchCalls } from '@chauffeur/contract/pricing/redeem-batch'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { WriteContext } from '#platform/http/implement'
import { lockTemplate, mayKeep } from '../coupon/index.ts'
import { redeemBatchJob } from './batch.job.ts'
import { batchView } from './batch.list.ts'
import { codesOut, findBatch, insertBatch, lockBatch, type RedeemBatchDb, setLocked } from './batch.queries.ts'

type Calls = typeof redeemBatchCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]>

const askFor = ({ tx, operator, platform }: Pick<WriteContextOf<'make'>, 'tx' | 'operator' | 'platform'>, batch: RedeemBatchDb) =>
  platform.jobs.ask(tx, redeemBatchJob, {
    operator,
    tenantId: operator.tenantId,
    title: { zh: `兑换码 ${batch.batch_no}`, en: `Redeem codes ${batch.batch_no}` },
    input: { redeemBatchId: batch.redeem_batch_id },
    total: batch.codes,
  })

export async function makeBatch(input: ParsedInputOf<Calls['make']>, context: WriteContextOf<'make'>, now: Date) {
  const { tx, operator, scope, audit, fail } = context
  const { couponTemplateId, codes, remark = '' } = input
  // Two who make codes of a template wait for each other: both count those that are out.
  const template = (await lockTemplate(tx, couponTemplateId)) ?? fail('couponTemplate.notFound')
  if (!mayKeep(template, scope)) return fail('couponTemplate.beyondCities')
  const [validFrom, validTo] = [input.validFrom ? new Date(input.validFrom) : now, new Date(input.validTo)]
  if (validTo <= validFrom || validTo <= now) return fail('redeemBatch.periodOver')
  if (template.total_issue > 0) {
    const left = Math.max(0, template.total_issue - template.issued_count - (await codesOut(tx, couponTemplateId)))
    if (codes > left) return fail('redeemBatch.overStock', { left })
  }
  const { tenantId } = operator
  const redeemBatchId = await insertBatch(tx, { tenantId, couponTemplateId, codes, validFrom, validTo, remark, by: operator })
  const batch = (await findBatch(tx, redeemBatchId))!
  const jobId = await askFor(context, batch)
  audit({
    object: 'redeemBatch',
    objectId: redeemBatchId,
    after: { batchNo: batch.batch_no, templateName: template.name, codes, validFrom, validTo, remark },
  })
  return { redeemBatchId, jobId }
}

async function own({ tx, scope, fail }: WriteContextOf<'print'>, redeemBatchId: string): Promise<RedeemBatchDb> {
  const batch = (await lockBatch(tx, redeemBatchId)) ?? fail('redeemBatch.notFound')
  return mayKeep(batch, scope) ? batch : fail('couponTemplate.beyondCities')
}

export async function printBatch({ redeemBatchId }: ParsedInputOf<Calls['print']>, context: WriteContextOf<'print'>) {
  const batch = await own(context, redeemBatchId)
  const jobId = await askFor(context, batch)
  context.audit({ object: 'redeemBatch', objectId: redeemBatchId, after: { batchNo: batch.batch_no, jobId, codes: batch.codes } })
  return { jobId }
}

export async function lockCodes(input: ParsedInputOf<Calls['lock']>, context: WriteContextOf<'lock'>) {
  const { tx, operator, audit, fail } = context
  const { redeemBatchId, locked } = input
  const before = await own(context as WriteContextOf<'print'>, redeemBatchId)
  if (before.version !== input.version) return fail('redeemBatch.versionConflict', { current: batchView(before, context) })
  if (before.locked !== locked) {
    await setLocked(tx, redeemBatchId, operator.userId, locked)
    audit({ object: 'redeemBatch', objectId: redeemBatchId, before: { locked: !locked }, after: { batchNo: before.batch_no, locked } })
  }
  return batchView((await findBatch(tx, redeemBatchId))!, context)
}
