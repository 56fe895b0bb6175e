import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { messageEventText } from '@chauffeur/contract/message/event'
import type { messageTextCalls, MessageTextRow } from '@chauffeur/contract/message/text'
import { notifyUsers, notifyWhoMay } from '#areas/operations/notice'
import { findChannel } from '#areas/partner/channel'
import { textFaults, type TextProposed } from '../wording/index.ts'
import { whole } from '#platform/database/whole-tenant'
import type { WriteContext } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { operatorActor } from '#platform/identity/session'
import { mayKeep, textView } from './text.list.ts'
import { findText, hasCity, insertText, lockPlace, programText, textMoves, type TextRow, versionsAt } from './text.queries.ts'

type Calls = typeof messageTextCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]> & { request: { id: string; english: boolean } }
type Proposing = WriteContextOf<'remove'>

const placeOf = (row: TextRow) => ({ event: row.event, cityId: row.city_id, channelId: row.channel_id, language: row.language })
const strange = {
  cityId: { path: 'cityId', zh: '城市未开通或不在您的业务范围内', en: 'No such city within your scope' },
  channelId: { path: 'channelId', zh: '合作渠道不存在', en: 'No such partner channel' },
}

/** The next version of a place, for another person to approve. The caller holds the place. */
async function propose(context: Proposing, proposed: TextProposed, reason: string, versions: readonly TextRow[]): Promise<MessageTextRow> {
  const { tx, operator, request, audit, fail } = context
  const waiting = versions.find(({ state }) => state === 'WAITING')
  if (waiting) return fail('messageText.waiting', { current: textView(waiting, context) })
  const said = proposed.effect === 'SEND' ? proposed : { ...proposed, sign: '', body: '' }
  const faults = textFaults(said)
  if (faults.length > 0) return fail('messageText.invalid', fieldsOf(faults, request.english))
  // What is wider than the text that holds everywhere are the words of the program.
  const toProgram = said.effect === 'FOLLOW' && said.cityId === null && said.channelId === null
  const text = toProgram ? { ...said, body: await programText(tx, said.event) } : said
  const { tenantId } = operator
  const made = await insertText(tx, { ...text, tenantId, reason, by: operator, number: (versions[0]?.number ?? 0) + 1 })
  await textMoves.record(tx, made, 'propose', null, { actor: operatorActor(operator), reason, requestId: request.id })
  const holds = versions.find(({ state }) => state === 'IN_FORCE')
  audit({
    object: 'messageText',
    objectId: made.message_text_id,
    ...(holds && { before: { effect: holds.effect, sign: holds.sign, body: holds.body } }),
    after: { ...text, reason },
  })
  const approvers = { tenantId, authority: 'messageText.approve', cityIds: text.cityId ? [text.cityId] : [], except: [operator.userId] }
  await notifyWhoMay(tx, approvers, { kind: 'MESSAGE_TEXT_WAITING', subject: messageEventText[text.event] })
  return textView((await findText(tx, made.message_text_id))!, context)
}

export async function addText(input: ParsedInputOf<Calls['add']>, context: WriteContextOf<'add'>) {
  const { tx, operator, scope, request, fail } = context
  const { event, language = 'zh' } = input
  const place = { event, cityId: input.cityId ?? null, channelId: input.channelId ?? null, language }
  if (place.cityId !== null && !(await hasCity(tx, place.cityId)))
    return fail('messageText.invalid', fieldsOf([strange.cityId], request.english))
  if (place.channelId !== null && !(await findChannel(tx, place.channelId)))
    return fail('messageText.invalid', fieldsOf([strange.channelId], request.english))
  if (!mayKeep(place, scope)) return fail('messageText.beyond')
  await lockPlace(tx, operator.tenantId, place)
  const versions = await versionsAt(tx, place)
  const stands = versions.find(({ state, effect }) => state === 'IN_FORCE' && effect !== 'FOLLOW')
  if (stands) return fail('messageText.stands', { current: textView(stands, context) })
  const { effect, sign = '', body = '', reason } = input
  return propose(context as unknown as Proposing, { ...place, effect, sign, body }, reason, versions)
}

/** A version under its row lock and with its place, as whoever works on it saw it. */
async function toChange(context: WriteContextOf<'withdraw'>, { textId, version }: { textId: string; version: number }) {
  const { tx, operator, scope, fail } = context
  const seen = (await findText(tx, textId)) ?? fail('messageText.notFound')
  if (!mayKeep(placeOf(seen), scope)) return fail('messageText.beyond')
  await lockPlace(tx, operator.tenantId, placeOf(seen))
  const locked = (await textMoves.lock(tx, textId)) ?? fail('messageText.notFound')
  const row = (await findText(tx, textId))!
  if (row.version !== version) return fail('messageText.versionConflict', { current: textView(row, context) })
  return { row, locked }
}

type Next = {
  textId: string
  version: number
  effect: TextProposed['effect']
  sign?: string | undefined
  body?: string | undefined
  reason: string
}
/** Of what holds: the next version of its place. */
export async function changeText(input: Next, context: Proposing) {
  const { row } = await toChange(context as unknown as WriteContextOf<'withdraw'>, input)
  if (row.state !== 'IN_FORCE') return context.fail('messageText.wrongState')
  const { effect, sign = '', body = '', reason } = input
  return propose(context, { ...placeOf(row), effect, sign, body }, reason, await versionsAt(context.tx, placeOf(row)))
}

/** What was approved holds from the next message on. */
export async function decideText(input: ParsedInputOf<Calls['decide']>, context: WriteContextOf<'decide'>, now: Date) {
  const { tx, operator, request, audit, fail } = context
  const { row, locked } = await toChange(context as unknown as WriteContextOf<'withdraw'>, input)
  if (row.state !== 'WAITING') return fail('messageText.wrongState')
  if (input.event === 'approve') {
    if (row.created_by === operator.userId) return fail('messageText.ownProposal')
    // Proposed by an older program, perhaps, that knew other variables.
    const faults = textFaults({ ...placeOf(row), effect: row.effect, sign: row.sign, body: row.body })
    if (faults.length > 0) return fail('messageText.invalid', fieldsOf(faults, request.english))
  }
  const detail = { actor: operatorActor(operator), reason: input.note ?? '', requestId: request.id }
  const holds = (await versionsAt(tx, placeOf(row))).find(({ state }) => state === 'IN_FORCE')
  if (input.event === 'approve' && holds) {
    const old = (await textMoves.lock(tx, holds.message_text_id))!
    await textMoves.move(tx, old, { ...detail, event: 'replace', set: { replaced_at: now } })
  }
  const set = { decided_at: now, decided_by: operator.userId, decided_by_name: operator.realName, decision_note: input.note ?? '' }
  await textMoves.move(tx, locked, { ...detail, event: input.event, set })
  const decided = (await findText(tx, input.textId))!
  audit({
    object: 'messageText',
    objectId: input.textId,
    before: { state: row.state },
    after: { state: decided.state, note: input.note ?? '' },
  })
  const told = {
    kind: input.event === 'approve' ? 'MESSAGE_TEXT_APPROVED' : 'MESSAGE_TEXT_REJECTED',
    subject: messageEventText[row.event],
  } as const
  if (row.created_by && row.created_by !== operator.userId) await notifyUsers(whole(tx), row.tenant_id, [row.created_by], told)
  return textView(decided, context)
}

export async function withdrawText(input: ParsedInputOf<Calls['withdraw']>, context: WriteContextOf<'withdraw'>) {
  const { tx, operator, request, audit, fail } = context
  const { row, locked } = await toChange(context, input)
  const moved = await textMoves.move(tx, locked, { event: 'withdraw', actor: operatorActor(operator), requestId: request.id })
  if (!moved) return fail('messageText.wrongState')
  audit({ object: 'messageText', objectId: input.textId, before: { state: row.state }, after: { state: 'WITHDRAWN' } })
  return textView((await findText(tx, input.textId))!, context)
}
