import type { BroadcastRow } from '@chauffeur/contract/message/broadcast-model'
import type { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { notifyUsers } from '#areas/operations/notice'
import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { Platform } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { stopBroadcastMessages } from '#platform/provider/sms'
import { broadcastJob } from './broadcast.job.ts'
import { type BroadcastDb, setBroadcast } from './broadcast.queries.ts'
import { broadcastFaults } from './broadcast.rules.ts'
import {
  type ContextOf,
  counting,
  moveBroadcast,
  needCarrier,
  plainCount,
  textOf,
  toChange,
  viewNow,
  wantedOf,
} from './broadcast.service.ts'
import { dropRecipients, insertRecipients, leaveOutWaiting, settle } from './recipient.queries.ts'

type Calls = typeof broadcastCalls

/** Has it sent, from now on. It runs for the business: who approved it may be on holiday while it waits for quiet hours to end. */
export async function askToSend(
  tx: TenantTx,
  { jobs }: Pick<Platform, 'jobs'>,
  {
    tenant_id: tenantId,
    broadcast_id: broadcastId,
    name,
    recipients,
  }: Pick<BroadcastDb, 'tenant_id' | 'broadcast_id' | 'name' | 'recipients'>,
): Promise<void> {
  const jobId = await jobs.ask(tx, broadcastJob, {
    operator: null,
    tenantId,
    title: { zh: `营销群发 ${name}`, en: `Broadcast ${name}` },
    input: { broadcastId },
    total: recipients,
  })
  await setBroadcast(tx, broadcastId, { job_id: jobId, next_at: null })
}

/** Freezes who gets it, and has it sent at once or at its time; to no more people than whoever approves was shown. */
export async function approveBroadcast(input: ParsedInputOf<Calls['approve']>, context: ContextOf<'approve'>): Promise<BroadcastRow> {
  const { tx, operator, platform, request, fail } = context
  const { broadcastId, version, shown, note = '' } = input
  const { row } = await toChange(context, broadcastId, version)
  if (row.state !== 'WAITING') return fail('broadcast.wrongState')
  if (row.author_ids.includes(operator.userId)) return fail('broadcast.ownText')
  if (row.send_at && row.send_at <= new Date()) return fail('broadcast.timePast')
  // Submitted with a program that knew other rules, perhaps.
  const faults = broadcastFaults(row)
  if (faults.length > 0) return fail('broadcast.invalid', fieldsOf(faults, request.english))
  // Who was enabled when it was submitted may not be any more.
  await needCarrier(row, context)
  await dropRecipients(tx, broadcastId)
  let behind = 0
  const counted = await counting(tx, whole(tx), context, wantedOf(row), textOf(row), async (some) => {
    await insertRecipients(tx, { tenantId: operator.tenantId, broadcastId, whom: row.whom, behind }, some)
    behind += some.length
  })
  if (!counted) return fail('broadcast.tooMany')
  if (counted.recipients === 0) return fail('broadcast.nobody')
  if (counted.recipients > shown) return fail('broadcast.morePeople', { present: plainCount(counted) })
  const set = {
    approved: JSON.stringify(plainCount(counted)),
    recipients: counted.recipients,
    decided_at: new Date(),
    decided_by: operator.userId,
    decided_by_name: operator.realName,
    decision_note: note,
    next_at: row.send_at,
  }
  const approved = await moveBroadcast(context, input, 'approve', { reason: note, set })
  await notifyUsers(whole(tx), row.tenant_id, row.author_ids, { kind: 'BROADCAST_APPROVED', subject: row.name })
  if (row.send_at) return approved
  await askToSend(whole(tx), platform, { ...row, recipients: counted.recipients })
  return viewNow(tx, broadcastId, context)
}

export async function rejectBroadcast(input: ParsedInputOf<Calls['reject']>, context: ContextOf<'reject'>): Promise<BroadcastRow> {
  const { tx, operator } = context
  const { row } = await toChange(context, input.broadcastId, input.version)
  const set = { decided_at: new Date(), decided_by: operator.userId, decided_by_name: operator.realName, decision_note: input.note }
  const rejected = await moveBroadcast(context, input, 'reject', { reason: input.note, set })
  const others = row.author_ids.filter((id) => id !== operator.userId)
  await notifyUsers(whole(tx), row.tenant_id, others, { kind: 'BROADCAST_REJECTED', subject: row.name })
  return rejected
}

/** Nothing further leaves. Said twice it is so already. */
export async function stopBroadcast(
  { broadcastId, reason = '' }: ParsedInputOf<Calls['stop']>,
  context: ContextOf<'stop'>,
): Promise<BroadcastRow> {
  const { row } = await toChange(context as never, broadcastId, undefined)
  if (row.state === 'STOPPED') return viewNow(context.tx, broadcastId, context)
  const set = { stopped_by_name: context.operator.realName, stop_reason: reason, next_at: null, problem: '' }
  await moveBroadcast(context as never, { broadcastId }, 'stop', { reason, set })
  await stopBroadcastMessages(whole(context.tx), broadcastId)
  await settle(whole(context.tx), broadcastId)
  return viewNow(context.tx, broadcastId, context)
}

/** At once, or at its time where that is yet to come. */
export async function goOnBroadcast(input: ParsedInputOf<Calls['goOn']>, context: ContextOf<'goOn'>): Promise<BroadcastRow> {
  const { tx, platform, fail } = context
  const { row } = await toChange(context, input.broadcastId, input.version)
  if (row.state !== 'STOPPED') return fail('broadcast.wrongState')
  // Who could send it when it was stopped may be switched off since.
  await needCarrier(row, context)
  const later = row.send_at && row.send_at > new Date() ? row.send_at : null
  const gone = await moveBroadcast(context, input, 'goOn', { set: { next_at: later, stopped_by_name: '', stop_reason: '' } })
  if (later) return gone
  await askToSend(whole(tx), platform, row)
  return viewNow(tx, input.broadcastId, context)
}

/** For good: who is left gets nothing. */
export async function endBroadcast(input: ParsedInputOf<Calls['end']>, context: ContextOf<'end'>): Promise<BroadcastRow> {
  const { tx } = context
  const ended = await moveBroadcast(context, input, 'end', {
    reason: input.reason,
    set: { ended_at: new Date(), next_at: null, stop_reason: input.reason, stopped_by_name: context.operator.realName },
  })
  await leaveOutWaiting(whole(tx), ended.broadcastId)
  return viewNow(tx, ended.broadcastId, context)
}
