import { type orderEditCalls, type OrderMessageKind, orderMessageKind } from '@chauffeur/contract/order/edit'
import { type Actor, driverOf, dueFen, findOrder, lockOrder, noteOrder, orderDriverView, type OrderRowDb } from '../model/index.ts'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { masked } from '#platform/identity/mask'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { sendSms } from '#platform/provider/sms'
import { whole } from '#platform/database/whole-tenant'
import { brandOf, insertMessage, messagesOf, type SentMessage, secondsSinceSame, sentWithin } from './message.queries.ts'
import { type MessageFacts, messageText } from './message.rules.ts'

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

async function factsOf(db: TenantDb, order: OrderRowDb, platform: Platform): Promise<MessageFacts> {
  const [brandName, driver] = await Promise.all([brandOf(db), order.driver_id ? driverOf(db, order.driver_id) : undefined])
  const seen = driver && orderDriverView(driver, order, platform, WHOLE)
  return {
    brandName,
    orderNo: order.order_no,
    serviceStatus: order.service_status,
    driver: seen ? { name: seen.name, driverNo: seen.driverNo, phone: seen.phone } : null,
    etaS: seen?.etaS ?? null,
    totalFen: order.total_fen,
    dueFen: dueFen(order),
    cancelFeeFen: order.cancel_fee_fen,
  }
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
  const [facts, sent] = await Promise.all([factsOf(db, order, platform), messagesOf(db, orderId)])
  const drafts = orderMessageKind.options.flatMap((kind) => {
    const body = messageText(kind, facts)
    return body === null ? [] : [{ kind, body: shown(body, operator) }]
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
  const body = messageText(kind, await factsOf(tx, order, platform), custom)
  if (body === null) return fail('order.messageUnfit')
  const sinceS = await secondsSinceSame(tx, orderId, kind, body)
  if (sinceS !== null && sinceS < AGAIN_S) return fail('order.messageTooSoon', { retryAfterS: AGAIN_S - sinceS })
  // Also what other channels' operators sent: it is the same customer's telephone.
  const sent = await sentWithin(whole(tx), order, HOUR_S)
  const last = sent.filter((one) => one.orderId === orderId)[MOST_FOR_ORDER - 1] ?? sent[MOST_FOR_CUSTOMER - 1]
  if (last) return fail('order.messageTooMany', { retryAfterS: Math.max(1, HOUR_S - last.s) })
  const { message_id, created_at } = await hand(tx, order, { kind, way, body }, operatorActor(operator), requestId)
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

/** Puts a message into the outbox and writes it down with the order, whose row the caller has locked. */
async function hand(
  tx: TenantTx,
  order: OrderRowDb,
  { kind, way, body }: { kind: OrderMessageKind; way: 'TEXT' | 'VOICE'; body: string },
  actor: Actor,
  requestId: string,
) {
  const sms = {
    tenantId: order.tenant_id,
    phone: order.contact_phone,
    purpose: way === 'VOICE' ? ('ORDER_VOICE' as const) : ('ORDER_TEXT' as const),
    body,
    validS: VALID_S,
  }
  // The outbox is not a partner's to write.
  const smsId = await sendSms(whole(tx), sms)
  const made = await insertMessage(tx, { tenantId: order.tenant_id, orderId: order.order_id, kind, way, body, smsId, by: actor })
  await noteOrder(tx, order, { event: 'message', actor, set: {}, payload: { kind, way }, requestId })
  return made
}

/** Tells the customer of a locked order what is still to be paid; false where nothing is. */
export async function sendReminder(tx: TenantTx, order: OrderRowDb, platform: Platform, actor: Actor): Promise<boolean> {
  const body = messageText('UNPAID', await factsOf(tx, order, platform))
  if (body === null) return false
  await hand(tx, order, { kind: 'UNPAID', way: 'TEXT', body }, actor, '')
  return true
}
