import { type MessageEvent, messageEvents, messageSamples, type MessageValues } from '@chauffeur/contract/message/event'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { type orderEditCalls, type OrderMessageKind, orderMessageKind } from '@chauffeur/contract/order/edit'
import { prepaymentSeen } from '#areas/finance/prepayment'
import { driverNumberFor } from '../privacy-number/index.ts'
import {
  type Actor,
  awaitsPrepayment,
  driverOf,
  dueFen,
  findOrder,
  lockOrder,
  noteOrder,
  orderDriverView,
  type OrderRowDb,
  prepayLapsed,
} from '../model/index.ts'
import { reminderHeld } from '#areas/message/limit'
import { cityClock, customerLanguage, type Say, wordsAt } from '#areas/message/wording'
import { PAY_STATUS } from '@chauffeur/contract/order/model'
import type { TenantDb, TenantTx, WholeDb } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { masked } from '#platform/identity/mask'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { wholeTenant } from '#platform/database/scope'
import { type Said, sendSms } from '#platform/provider/sms'
import { whole } from '#platform/database/whole-tenant'
import { insertMessage, messagesOf, offsetOfCity, orderOfNo, type SentMessage, secondsSinceSame, sentWithin } from './message.queries.ts'
import { type MessageFacts, messageOf, orderMessageEvents, prepayEvents } from './message.rules.ts'

/** The same words to the same customer within this are a second click. */
const AGAIN_S = 60
/** By operators for one order, and to one customer for all: more than is needed, fewer than would plague. Reminders that the clock sends do not count. */
const MOST_FOR_ORDER = 6
const MOST_FOR_CUSTOMER = 10
const HOUR_S = 3_600
/** An hour later nobody needs to read it. */
const VALID_S = 3_600
/** Drivers' telephones stand in a message to the customer, whatever the operator may see. */
const WHOLE = new Set(['phone.reveal'])

/** What is to be said of a prepayment as it stands. */
async function prepayOf(db: TenantDb, order: OrderRowDb): Promise<MessageFacts['prepay']> {
  if (order.prepay_fen === null) return null
  const until = order.prepay_until
  const lapsed = prepayLapsed(order)
  if (lapsed || awaitsPrepayment(order)) {
    const offset = await offsetOfCity(db, order.city_id)
    return {
      event: lapsed ? 'PREPAY_LAPSED' : 'PREPAY_DUE',
      fen: order.prepay_fen,
      until: (language) => cityClock(until!, offset, language),
    }
  }
  const made = await prepaymentSeen(db, order.order_id)
  if (made?.state === 'RETURNED') return { event: 'PREPAY_RETURNED', fen: made.returned_fen, until: () => '' }
  return made?.state === 'HELD' && order.pay_status === PAY_STATUS.none
    ? { event: 'PREPAY_RECEIVED', fen: made.amount_fen, until: () => '' }
    : null
}

async function factsOf(db: TenantDb, order: OrderRowDb, platform: Platform): Promise<MessageFacts> {
  const driver = order.driver_id ? await driverOf(db, order.driver_id) : undefined
  const seen = driver && orderDriverView(driver, order, platform, WHOLE)
  // Whoever sends it may be of a partner, who sees neither numbers nor settings.
  const business = platform.db.reader(wholeTenant(order.tenant_id))
  return {
    orderNo: order.order_no,
    serviceStatus: order.service_status,
    driver: seen ? { name: seen.name, driverNo: seen.driverNo, phone: await driverNumberFor(business, order, seen.phone) } : null,
    etaS: seen?.etaS ?? null,
    totalFen: order.total_fen,
    dueFen: dueFen(order),
    cancelFeeFen: order.cancel_fee_fen,
    prepay: await prepayOf(db, order),
  }
}

const placeOf = (order: OrderRowDb) => ({ tenantId: order.tenant_id, cityId: order.city_id, channelId: order.channel_id })
/** What is said of an order to whom its messages go. `everything`: a partner's people, who see no customers, say it in their language too. */
async function sayOf(db: TenantDb, order: OrderRowDb, everything: WholeDb, events: readonly MessageEvent[]): Promise<Say> {
  const { tenant_id: tenantId, contact_phone: phone, customer_id: customerId } = order
  const language = await customerLanguage(everything, { tenantId, phone, customerId })
  return wordsAt(db, placeOf(order), events, language)
}
interface Text extends Said {
  event: MessageEvent
}
/** The message of a kind as it would read; null where it would not be true, or is switched off where the order is. */
function textOf(say: Say, kind: OrderMessageKind, facts: MessageFacts, note = ''): Text | null {
  const said = messageOf(kind, facts, note)
  // Which case it is does not depend on the language.
  const text = said && say(said.event, (language) => messageOf(kind, facts, note, language)!.values)
  return text === null ? null : { event: said!.event, ...text }
}

/** A driver's telephone stands in the text: masked for operators who may not see it whole. */
const shown = (body: string, { authorities }: OperatorSession) => (authorities.has('phone.reveal') ? body : (masked(body) as string))

const view = (row: SentMessage, operator: OperatorSession) => ({
  messageId: row.message_id,
  kind: row.kind as OrderMessageKind,
  way: row.way as 'TEXT' | 'VOICE',
  body: shown(row.body, operator),
  state: operator.channelId !== null ? null : row.sent_at ? ('SENT' as const) : row.given_up ? ('FAILED' as const) : ('WAITING' as const),
  byName: operator.scope.channel !== '*' && row.created_by !== operator.userId ? '' : row.created_by_name,
  at: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
})

/** What could be sent to the customer now, and what was sent; null where the order is not in sight. */
export async function orderMessages(db: TenantDb, orderId: string, platform: Platform, operator: OperatorSession) {
  const order = await findOrder(db, orderId)
  if (!order) return null
  const [facts, sent, say] = await Promise.all([
    factsOf(db, order, platform),
    messagesOf(db, orderId),
    sayOf(db, order, platform.db.reader(wholeTenant(order.tenant_id)), orderMessageEvents),
  ])
  const drafts = orderMessageKind.options.flatMap((kind) => {
    const text = textOf(say, kind, facts)
    return text === null ? [] : [{ kind, body: shown(text.body, operator) }]
  })
  return { drafts, sent: sent.map((row) => view(row, operator)) }
}

/** Hands a text or voice message for the customer to the gateway, once a minute for the same words. */
export async function sendMessage(
  tx: TenantTx,
  { orderId, kind, way, body: custom }: { orderId: string; kind: OrderMessageKind; way: 'TEXT' | 'VOICE'; body: string },
  operator: OperatorSession,
  platform: Platform,
  requestId: string,
  fail: Fail<(typeof orderEditCalls.sendMessage.failures)[number]>,
) {
  const order = (await lockOrder(tx, orderId)) ?? fail('order.notFound')
  const [facts, say] = await Promise.all([factsOf(tx, order, platform), sayOf(tx, order, whole(tx), orderMessageEvents)])
  const text = textOf(say, kind, facts, custom)
  if (text === null) return fail('order.messageUnfit')
  const { body } = text
  const sinceS = await secondsSinceSame(tx, orderId, kind, body)
  if (sinceS !== null && sinceS < AGAIN_S) return fail('order.messageTooSoon', { retryAfterS: AGAIN_S - sinceS })
  // Also what other channels' operators sent: it is the same customer's telephone.
  const sent = await sentWithin(whole(tx), order, HOUR_S)
  const last = sent.filter((one) => one.orderId === orderId)[MOST_FOR_ORDER - 1] ?? sent[MOST_FOR_CUSTOMER - 1]
  if (last) return fail('order.messageTooMany', { retryAfterS: Math.max(1, HOUR_S - last.s) })
  const held = await heldBack(tx, platform, order, text.event)
  if (held) return fail(HELD[held.why], { retryAfterS: held.forS })
  const { made } = await hand(tx, platform, order, { kind, way, ...text }, operatorActor(operator), requestId)
  const { message_id, created_at } = made
  const row = {
    message_id,
    kind,
    way,
    body,
    created_at,
    created_by: operator.userId,
    created_by_name: operator.realName,
    sent_at: null,
    given_up: false,
  }
  return view(row, operator)
}

/** Why a message may not go to the customer of an order now, and for how long: of reminders alone. */
const heldBack = async (tx: TenantTx, { vault }: Platform, order: OrderRowDb, event: MessageEvent) =>
  messageEvents[event].reminds
    ? // A telephone is counted in the whole tenant, by what its city says.
      reminderHeld(whole(tx), { tenantId: order.tenant_id, cityId: order.city_id, phone: order.contact_phone }, vault, new Date())
    : null
const HELD = { QUIET: 'order.messageQuiet', CAPPED: 'order.messageCapped' } as const

/** Puts a message into the outbox and writes it down with the order, whose row the caller has locked. */
async function hand(
  tx: TenantTx,
  { vault }: Platform,
  order: OrderRowDb,
  { kind, way, event, body, template }: Text & { kind: OrderMessageKind; way: 'TEXT' | 'VOICE' },
  actor: Actor,
  requestId: string,
) {
  const sms = {
    tenantId: order.tenant_id,
    phone: order.contact_phone,
    purpose: way === 'VOICE' ? ('ORDER_VOICE' as const) : ('ORDER_TEXT' as const),
    body,
    template,
    validS: VALID_S,
    about: { event, cityId: order.city_id, orderId: order.order_id },
  }
  // The outbox is not a partner's to write.
  const smsId = await sendSms(whole(tx), vault, sms)
  const made = await insertMessage(tx, { tenantId: order.tenant_id, orderId: order.order_id, kind, way, body, smsId, by: actor })
  const noted = await noteOrder(tx, order, { event: 'message', actor, set: {}, payload: { kind, way }, requestId })
  return { made, noted }
}

/** Tells the customer of a locked order what is still to be paid; false where nothing is, or nothing is to be said of it there or now. */
export async function sendReminder(tx: TenantTx, order: OrderRowDb, platform: Platform, actor: Actor): Promise<boolean> {
  const [facts, say] = await Promise.all([factsOf(tx, order, platform), sayOf(tx, order, whole(tx), ['UNPAID_BILL', 'UNPAID_FEE'])])
  const text = textOf(say, 'UNPAID', facts)
  if (text === null || (await heldBack(tx, platform, order, text.event))) return false
  await hand(tx, platform, order, { kind: 'UNPAID', way: 'TEXT', ...text }, actor, '')
  return true
}

/** Tells the customer of a locked order how what is paid ahead stands, in the transaction that decides it. Gives the order as it is then. */
export async function tellPrepay(tx: TenantTx, order: OrderRowDb, platform: Platform, actor: Actor, requestId = ''): Promise<OrderRowDb> {
  const [facts, say] = await Promise.all([factsOf(tx, order, platform), sayOf(tx, order, whole(tx), prepayEvents)])
  const text = textOf(say, 'PREPAY', facts)
  if (text === null) return order
  return (await hand(tx, platform, order, { kind: 'PREPAY', way: 'TEXT', ...text }, actor, requestId)).noted
}

/**
 * What a message of an event would be said with of a real order, as the operator may see it: undefined where the order is not in sight, null
 * where it would not be sent of it as it stands.
 */
export async function orderMessageValues(
  db: TenantDb,
  { orderNo, event, language }: { orderNo: string; event: MessageEvent; language: MessageLanguage },
  platform: Platform,
  operator: OperatorSession,
): Promise<MessageValues | null | undefined> {
  const order = await orderOfNo(db, orderNo)
  if (!order) return undefined
  const facts = await factsOf(db, order, platform)
  const said = orderMessageKind.options
    .map((kind) => messageOf(kind, facts, messageSamples[language].note, language))
    .find((one) => one?.event === event)
  return said
    ? (Object.fromEntries(Object.entries(said.values).map(([name, value]) => [name, shown(value, operator)])) as MessageValues)
    : null
}
