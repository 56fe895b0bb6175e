import type { DialOf } from '@chauffeur/contract/call-centre/phone'
import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import { sendCall } from '../http/call.ts'
import { toast } from '../browser/events.ts'
import { requestId } from '../http/http.ts'
import { session } from '../session/session.ts'
import { t, tr } from '../text/text.ts'
import { alertText, type Outcome } from './acts.ts'
import { type PhoneCommand, type Desk, type DialWhom, startDesk } from './desk.ts'
import { idlePhone, phone, type PhoneState, phoneSwitchOn, usePhone, setPhoneSwitch, windowsChannel } from './state.ts'
import { workerTransport } from './transport.ts'

const LOCK = 'chauffeur.softphone'
const ANSWER_MS = 25_000
const me = requestId()

type Message =
  | { kind: 'state'; state: PhoneState; userId: string }
  | { kind: 'hello' | 'bye' | 'retry' | 'switched'; from: string }
  | { kind: 'deed'; id: string; deed: PhoneCommand }
  | { kind: 'outcome'; id: string; outcome: Outcome }

let channel: BroadcastChannel | null = null
let desk: Desk | null = null
let leave: (() => void) | null = null
let stopping = new AbortController()
/** Other windows that follow this one. */
const followers = new Set<string>()
const asked = new Map<string, (outcome: Outcome) => void>()
const callerListeners = new Set<(number: string) => void>()
const tellCaller = (number: string) => {
  for (const listener of callerListeners) listener(number)
}
/** Calls that have their window, so that caller id and event 505 of one call open one. */
const opened = new Set<string>()

/** The number of a caller, by caller id or event 505, in the window that talks to the telephone. */
export function onCaller(listener: (number: string) => void): () => void {
  callerListeners.add(listener)
  return () => void callerListeners.delete(listener)
}

/**
 * Takes part in using this machine's telephone until the returned function is called. Of all windows of this browser one holds
 * the lock and talks to the service; when it goes, the browser gives the lock to another, and that one goes on.
 */
export function joinPhone(): () => void {
  const windows = new BroadcastChannel(windowsChannel())
  channel = windows
  stopping = new AbortController()
  windows.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
  const goodbye = () => {
    desk?.stop(followers.size === 0)
    desk = null
    windows.postMessage({ kind: 'bye', from: me } satisfies Message)
  }
  window.addEventListener('pagehide', goodbye)
  usePhone.setState({ on: phoneSwitchOn(), device: navigator.locks ? 'elsewhere' : 'absent' })
  if (phoneSwitchOn()) lead()
  say({ kind: 'hello', from: me })
  return () => {
    window.removeEventListener('pagehide', goodbye)
    goodbye()
    stopping.abort()
    leave?.()
    leave = null
    windows.close()
    if (channel === windows) channel = null
    usePhone.setState(idlePhone)
  }
}

/** NOTE: without a secure context there are no locks, and browsers let no such page speak to loopback either. */
function lead(): void {
  navigator.locks
    ?.request(LOCK, { signal: stopping.signal }, () => {
      // Switched off while it waited.
      if (!phoneSwitchOn()) return
      const held = new Promise<void>((resolve) => (leave = resolve))
      desk = startDesk({
        transport: workerTransport(),
        userId: session().userId,
        get: phone,
        set: (part) => {
          usePhone.setState(part)
          say({ kind: 'state', state: phone(), userId: session().userId })
        },
        onCallerId: tellCaller,
        onCustomer: tellCaller,
      })
      say({ kind: 'hello', from: me })
      return held
    })
    .catch(() => undefined)
}

const say = (message: Message) => channel?.postMessage(message)

function hear(message: Message): void {
  switch (message.kind) {
    case 'state':
      // Another account's telephone is none of ours.
      if (!desk && message.userId === session().userId) usePhone.setState(message.state)
      return
    case 'hello':
      if (followers.has(message.from)) return
      followers.add(message.from)
      say(desk ? { kind: 'state', state: phone(), userId: session().userId } : { kind: 'hello', from: me })
      return
    case 'bye':
      followers.delete(message.from)
      return
    case 'retry':
      return desk?.retry()
    case 'switched':
      return applySwitch()
    case 'deed':
      void desk?.act(message.deed).then((outcome) => say({ kind: 'outcome', id: message.id, outcome }))
      return
    case 'outcome':
      asked.get(message.id)?.(message.outcome)
  }
}

/** Uses this machine's telephone, or leaves it alone. All windows follow. */
export function switchPhone(on: boolean): void {
  setPhoneSwitch(on)
  say({ kind: 'switched', from: me })
  applySwitch()
}
function applySwitch(): void {
  const on = phoneSwitchOn()
  if (on === phone().on) return
  usePhone.setState(on ? { on, device: 'connecting' } : { ...idlePhone })
  if (on) return lead()
  desk?.stop(true)
  desk = null
  leave?.()
  leave = null
}
export function retryPhone(): void {
  if (desk) desk.retry()
  else say({ kind: 'retry', from: me })
}

/** Does something with the telephone, wherever its window is, and says in an alert why it was not done. */
export async function commandPhone(deed: PhoneCommand): Promise<boolean> {
  const outcome = desk ? await desk.act(deed) : await askLeader(deed)
  if (!outcome.done) toast.error(outcome.alert ? tr(alertText[outcome.alert]) : (outcome.said ?? tr(alertText.commandFailed)))
  return outcome.done
}
function askLeader(deed: PhoneCommand): Promise<Outcome> {
  const id = requestId()
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle({ done: false, alert: 'network' }), ANSWER_MS)
    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      asked.delete(id)
      resolve(outcome)
    }
    asked.set(id, settle)
    say({ kind: 'deed', id, deed })
  })
}

/** Calls a number, or whoever stands behind one that is shown masked. */
export async function dial(whom: { number: string } | { of: DialOf; id: string }): Promise<void> {
  if (phone().calls.some(({ phase }) => phase !== 'over')) return toast.warning(t('正在通话，请先挂断'))
  await commandPhone({ do: 'dial', whom: await resolved(whom) })
}
async function resolved(whom: { number: string } | { of: DialOf; id: string }): Promise<DialWhom> {
  if ('number' in whom) return { digits: whom.number, shown: '', name: '' }
  const { number, shown, name } = await sendCall(phoneCalls.dial, whom)
  return { digits: number, shown, name }
}

/** The customer's screen in a window of its own; a browser that forbids it is asked again by a click of the operator. */
export function openCaller(number: string): void {
  const incoming = phone().calls.filter(({ phase, direction }) => phase !== 'over' && direction === 'IN')
  const ref = (incoming.find((call) => call.number === number) ?? incoming[0])?.ref
  if (ref && opened.has(ref)) return
  const address = `${location.pathname}${location.search}#/400/home?telPhone=${encodeURIComponent(number)}`
  const window = globalThis.open(address, `caller-${ref ?? number}`, 'popup,width=1360,height=860')
  if (window && ref) opened.add(ref)
  usePhone.setState({ blocked: window ? '' : number })
  if (desk) say({ kind: 'state', state: phone(), userId: session().userId })
}

/** The call under way with this number, for the order that comes out of it. */
export function callIdWith(number: string): string | undefined {
  const tail = (text: string) => text.replace(/\D/g, '').slice(-11)
  return phone().calls.find((call) => call.callId !== null && call.number !== '' && tail(call.number) === tail(number))?.callId ?? undefined
}
