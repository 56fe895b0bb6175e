import { randomUUID } from 'node:crypto'
import type { SmsLane, SmsReason } from '@chauffeur/contract/message/sending'
import type { Platform } from '../http/implement.ts'
import { openSms, sealPhone } from '../provider/sms.ts'
import { ProviderFailed } from '../provider/request.ts'
import {
  type Attempt,
  attemptDeclined,
  attemptTaken,
  attemptUnsure,
  beginAttempt,
  claim,
  type Claimed,
  giveUp,
  putOff,
  takeQuota,
  templateCodeOf,
  type Whose,
} from './attempt.queries.ts'
import { ANSWER_MS } from './lanes.ts'
import { firstAskS } from './ask.rules.ts'
import { type Lanes, lanesOf } from './order.ts'
import type { SmsService } from './services.ts'
import { isForGood, isUnsure, type Outgoing, reasonOf, type TemplateCode } from './wire/transport.ts'

/** A process has so many messages in hand at most; with half of them gone it takes further ones, so that no turn of a provider is lost. */
const IN_HAND = 50
const TAKES_FROM = IN_HAND / 2

/**
 * Empties a lane of the outbox through the providers of each business, in the order that holds for it now. An attempt that was not answered is
 * asked about before anybody else gets the message, but for codes: they are worth nothing a minute later, and the same code twice does no harm.
 * What nobody took is tried again, later each time, until it is worth nothing. Texts are in no log, and nowhere any more once they went out or
 * are worth nothing: codes and invitations open doors.
 */
export async function sendWaiting(platform: Platform, lane: SmsLane, stopping?: AbortSignal): Promise<number> {
  const own = await sendOf(platform, lane, 'OWN', stopping)
  return platform.sms.installed ? own + (await sendOf(platform, lane, 'INSTALLED', stopping)) : own
}

async function sendOf(platform: Platform, lane: SmsLane, whose: Whose, stopping?: AbortSignal): Promise<number> {
  const orders = lanesOf(platform, lane)
  const faults: unknown[] = []
  const inHand = new Set<Promise<unknown>>()
  let [sent, untaken] = [0, 0]
  const begin = (message: Claimed) => {
    const done = sendOne(platform, orders, message, lane)
      .then(
        (taken) => (taken ? sent++ : untaken++),
        (fault: unknown) => faults.push(fault),
      )
      .finally(() => inHand.delete(done))
    inHand.add(done)
  }
  // Of a gateway that failed one message finds out whether it is back; the others are not claimed for nothing.
  const most = () => (whose === 'INSTALLED' && platform.sms.installed?.asking[lane].isShut() ? 1 : IN_HAND)
  let dry = false
  // Further ones while they take what they are given.
  while (untaken === 0 && faults.length === 0 && !stopping?.aborted) {
    const room = most() - inHand.size
    if (inHand.size === 0 || (!dry && room >= TAKES_FROM)) {
      const rows = await claim(platform.db, lane, whose, room, randomUUID())
      if (rows.length === 0 && inHand.size === 0) break
      for (const message of rows) begin(message)
      dry = rows.length < room
    } else await Promise.race(inHand)
  }
  await Promise.all(inHand)
  if (faults.length > 0) throw faults[0]
  return sent
}

/** Null of what was sealed under another `APP_SECRET`, or emptied meanwhile: nobody can send it, and it holds up no other. */
function open({ vault }: Platform, message: Claimed): ReturnType<typeof openSms> | null {
  if (message.sealed === null) return message.phone === '' ? null : { phone: message.phone, body: message.body }
  try {
    return openSms(vault, message.tenant_id, message.sealed)
  } catch {
    return null
  }
}

type Opened = NonNullable<ReturnType<typeof open>>
type How = 'TAKEN' | 'OVER' | { reason: SmsReason; code: string; unsure: boolean; began: boolean }

async function sendOne(platform: Platform, orders: Lanes, message: Claimed, lane: SmsLane): Promise<boolean> {
  const { db, vault } = platform
  const opened = open(platform, message)
  if (!opened) {
    await giveUp(db, message, { reason: 'SEALED', code: 'SEALED' })
    return false
  }
  const { tenant_id: tenantId } = message
  if (message.going !== null) {
    // Whoever had it died between handing it over and writing down what became of it.
    const phoneSealed = sealPhone(vault, tenantId, opened.phone)
    const attempt = { ...message, number: message.going }
    await attemptUnsure(db, attempt, { reason: 'NO_ANSWER', code: '' }, meanwhile(message, lane), {
      phoneSealed,
      askInS: firstAskS('UNSURE'),
    })
    if (lane !== 'codes') return false
  }
  let last: { reason: SmsReason; code: string } = { reason: 'NO_SERVICE', code: '' }
  for (const service of await orders.of(tenantId)) {
    const how = await sendBy(platform, service, message, opened, lane)
    if (how === 'TAKEN') return true
    if (how === 'OVER') return false
    if (how.unsure && lane !== 'codes') return false
    last = how
    if (isForGood(how.reason)) {
      await giveUp(db, message, how)
      return false
    }
  }
  await putOff(db, message, last)
  return false
}

/** What a provider has been asked to carry may be on its way: a code goes by the next all the same. */
const meanwhile = ({ once }: Claimed, lane: SmsLane) => (lane === 'codes' ? 'GOES_ON' : once ? 'ENDS' : 'WAITS')

/** Whether a provider can be handed a message at all, before it is asked: its template, or why not. */
async function fitting(
  { db }: Platform,
  { serviceId, transport, dailyQuota }: SmsService,
  { tenant_id: tenantId, purpose, text_ref: ref }: Claimed,
  { codes }: Opened,
): Promise<{ template: TemplateCode | null } | SmsReason> {
  if (purpose === 'ORDER_VOICE' && transport.provider !== 'GATEWAY') return 'NO_VOICE'
  const template =
    transport.needsTemplate && serviceId !== null && ref !== ''
      ? (codes?.[serviceId] ?? (await templateCodeOf(db, tenantId, serviceId, ref)))
      : null
  if (transport.needsTemplate && !template) return 'NO_CODE'
  if (dailyQuota !== null && serviceId !== null && !(await takeQuota(db, tenantId, serviceId, dailyQuota))) return 'QUOTA'
  return { template }
}

async function sendBy(platform: Platform, service: SmsService, message: Claimed, opened: Opened, lane: SmsLane): Promise<How> {
  const { db, vault } = platform
  const { serviceId, provider, transport, priceX100 } = service
  const { tenant_id: tenantId, sms_id: smsId, purpose, segments } = message
  const fit = await fitting(platform, service, message, opened)
  if (typeof fit === 'string') return { reason: fit, code: '', unsure: false, began: false }
  await service.turn(lane)

  const phoneSealed = sealPhone(vault, tenantId, opened.phone)
  let attempt: Attempt | null = null
  let fault: unknown
  const handed = async (): Promise<{ bizId: string } | 'OVER'> => {
    try {
      attempt ??= await beginAttempt(db, message, { serviceId, provider }, lane)
    } catch (error) {
      // The database's, not the provider's.
      fault = error
    }
    if (!attempt) return 'OVER'
    const outgoing: Outgoing = {
      outId: `${tenantId}-${smsId}-${attempt.number}`,
      messageId: `${tenantId}-${smsId}`,
      purpose,
      phone: opened.phone,
      body: opened.body,
      values: opened.values ?? {},
      template: fit.template,
    }
    return transport.send(outgoing, ANSWER_MS)
  }
  try {
    const answer = await service.asking[lane].run(handed)
    if (fault) throw fault
    if (answer === 'OVER') return 'OVER'
    await attemptTaken(db, attempt!, {
      bizId: answer.bizId,
      segments,
      priceX100,
      phoneSealed: transport.ask ? phoneSealed : null,
      askInS: firstAskS(transport.ask ? 'TAKEN' : null),
    })
    return 'TAKEN'
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error
    const word = { reason: reasonOf(error), code: (error.reason === undefined ? error.message : (error.code ?? '')).slice(0, 200) }
    // It was left alone: nothing went out.
    if (!attempt) return { ...word, unsure: false, began: false }
    const unsure = isUnsure(error)
    if (unsure)
      await attemptUnsure(db, attempt, word, meanwhile(message, lane), { phoneSealed, askInS: firstAskS(transport.ask ? 'UNSURE' : null) })
    else await attemptDeclined(db, attempt, word)
    return { ...word, unsure, began: true }
  }
}
