import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import { sendCall } from '../http/call.ts'
import { requestId } from '../http/http.ts'
import { type Outcome, type PhoneActs, phoneActs } from './acts.ts'
import { type Client, startClient } from './client.ts'
import { DEVICE, EVENT } from './codes.ts'
import { openJournal } from './journal.ts'
import { afterEvent, isLogOf, type LineCall, withDeviceLog } from './line.ts'
import { reporter } from './reporter.ts'
import { openStatusSocket, type StatusSocket } from './socket.ts'
import { autoRecord, type CallOfDesk, type PhoneState } from './state.ts'
import { sendWithoutAnswer, type Transport } from './transport.ts'
import { commandQuery, digitsOf, type PhoneEvent } from './wire.ts'

const LOG_LENGTH = 300
/** A line that ends without saying that it is free is taken for free after this long. */
const FREE_AFTER_MS = 6_000
/** The server takes a desk that is silent for ten minutes for lost. */
const NEWS_EVERY_MS = 120_000
/** How often it is written down that a call still goes on, should this window be gone when it ends. */
const ALIVE_EVERY_MS = 15_000
/** What stays of a call that is over, for its wrap-up. */
const KEEP_OVER_MS = 120_000

export interface DialWhom {
  digits: string
  /** As this operator may see it. */
  shown: string
  name: string
}
export interface DeskOptions {
  transport: Transport
  socket?: () => StatusSocket
  /** Whose calls they are. */
  userId: string
  get: () => PhoneState
  set: (part: Partial<PhoneState>) => void
  /** A caller's number: to whoever registered for it. */
  onCallerId: (number: string) => void
  /** The number of an event 505, which asks for the customer's screen. */
  onCustomer: (number: string) => void
}

/** The window that talks to the service: turns events into the state that all windows show, and tells the server of calls. */
export function startDesk(options: DeskOptions) {
  const { get } = options
  const journal = openJournal(options.userId)
  /** Calls that are not wholly told yet: under way, or over and waiting for the telephone's own log. */
  const unreported = new Set<string>()
  const set = (part: Partial<PhoneState>) => {
    options.set(part)
    if (part.calls) journal.keep({ calls: [...part.calls.filter(({ ref }) => unreported.has(ref)), ...left] })
  }
  let acts: PhoneActs
  let socket: StatusSocket | null = null
  let seq = get().log.at(-1)?.seq ?? 0
  const uploads = new Map<number, string>()
  const dialled = new Map<number, DialWhom>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  /** What the window before this one was at, however it went, until there is a line to ask what has become of it. */
  let left = journal.left.calls.filter(({ ref }) => get().calls.every((call) => call.ref !== ref))
  const reports = reporter((ref, told) => patch(ref, told), journal)

  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  const callOn = (ch: number) => get().calls.find((call) => call.ch === ch && call.phase !== 'over') ?? null
  const byRef = (ref: string) => get().calls.find((call) => call.ref === ref)
  const patch = (ref: string, part: Partial<CallOfDesk>) =>
    set({ calls: get().calls.map((call) => (call.ref === ref ? { ...call, ...part } : call)) })

  const client: Client = startClient(options.transport, {
    state: (device, driver) => {
      set({ device, driver })
      if (device !== 'ready') return
      socket?.close()
      socket = (options.socket ?? openStatusSocket)()
      acts = phoneActs(client, socket)
      void settle()
    },
    info: (info) => set({ info }),
    event: (event) => {
      set({ log: [...get().log, { ...event, atMs: Date.now(), seq: ++seq }].slice(-LOG_LENGTH) })
      follow(event)
    },
  })
  acts = phoneActs(client, { send: async () => 'gone', close: () => undefined })

  function follow(event: PhoneEvent, atMs = Date.now()) {
    const before = callOn(event.ch) ?? latestOver(event.ch)
    const next = afterEvent(before, event, atMs, () => `desk-${requestId()}`)
    if (next && next !== before) take(before, next)
    const number = digitsOf(event.data)
    if (event.code === EVENT.callerId && number !== '') options.onCallerId(number)
    if (event.code === EVENT.customer && number !== '') options.onCustomer(number)
    if (event.code === EVENT.lineFree) void lineFree(event.ch)
    if (event.code === EVENT.uploadDone || event.code === EVENT.uploadFailed) uploads.delete(event.handle)
  }
  /** A call that just ended on a channel still takes a late number. */
  const latestOver = (ch: number) => get().calls.findLast((call) => call.ch === ch && unreported.has(call.ref)) ?? null

  function take(before: CallOfDesk | null, next: LineCall) {
    const known = before?.ref === next.ref ? before : null
    if (!known) {
      const whom = next.direction === 'OUT' ? dialled.get(next.ch) : undefined
      dialled.delete(next.ch)
      const call: CallOfDesk = {
        ...next,
        number: next.number || (whom?.digits ?? ''),
        callId: null,
        shown: whom?.shown ?? '',
        name: whom?.name ?? '',
        customerId: null,
        filed: false,
        muted: false,
        recording: null,
        recorded: false,
      }
      unreported.add(call.ref)
      set({ calls: [call, ...get().calls.filter(({ ref, phase }) => phase !== 'over' || unreported.has(ref))] })
    } else patch(next.ref, next)
    const call = byRef(next.ref)
    if (!call) return
    const changed =
      !known || known.number !== call.number || known.answeredMs !== call.answeredMs || (known.endedMs === null) !== (call.endedMs === null)
    if (changed && call.phase !== 'over') reports.tell(call)
    if (call.answeredMs !== null && known?.answeredMs !== call.answeredMs && autoRecord()) void record(call.ch, true).catch(() => undefined)
    if (call.phase === 'over' && known?.phase !== 'over') {
      later(FREE_AFTER_MS, () => void finish(call.ref))
      if (call.recording !== null) void keep(call).catch(() => undefined)
    }
  }

  /** The line says that it is idle: the telephone's own log of the call is complete now. */
  async function lineFree(ch: number) {
    const call = get().calls.find((one) => one.ch === ch && unreported.has(one.ref))
    if (call) await finish(call.ref)
  }
  async function finish(ref: string) {
    if (!unreported.delete(ref)) return
    const call = byRef(ref)
    if (!call) return
    const told = await acts.takeCallLog(call.ch).catch(() => null)
    const log = told && isLogOf(call, told) ? told : null
    const next = log ? withDeviceLog(call, log) : call
    patch(ref, next)
    reports.tell({ ...next, recordFile: log?.recordFile ?? '' })
    later(KEEP_OVER_MS, () => set({ calls: get().calls.filter((one) => one.ref !== ref), blocked: '' }))
  }

  async function record(ch: number, on: boolean): Promise<Outcome> {
    const call = callOn(ch)
    if (!call || (call.recording !== null) === on) return { done: true }
    if (!on) {
      await keep(call)
      return { done: true }
    }
    const outcome = await acts.startRecording(ch, recordFileOf(call, new Date()))
    if (outcome.done && outcome.value !== undefined) patch(call.ref, { recording: outcome.value, recorded: true })
    return outcome
  }
  /** Ends the recording of a call, and has the service send it to the call's sound records. */
  async function keep({ ref, ch, recording }: CallOfDesk) {
    if (recording === null) return
    patch(ref, { recording: null })
    const file = await acts.stopRecording(ch, recording)
    const callId = await reports.idOf(ref)
    if (file === '' || callId === null) return
    const { path } = await sendCall(phoneCalls.uploadAddress, { callId }, { silent: true })
    const handle = await acts.upload(new URL(path, location.href).href, file)
    if (handle > 0) uploads.set(handle, ref)
  }

  /** After a reload, or when the service comes back: calls of which the end was not heard are over when their line is free. */
  async function settle() {
    const back = new Set(left.map(({ ref }) => ref))
    const calls = [...get().calls, ...left]
    left = []
    if (back.size > 0) set({ calls })
    for (const { ref, ch, phase } of calls) {
      if (phase === 'over') {
        later(FREE_AFTER_MS, () => void finish(ref))
        continue
      }
      if (!(await acts.isFree(ch).catch(() => false))) continue
      follow({ ch, code: EVENT.lineFree, handle: 0, result: 0, data: '' }, back.has(ref) ? journal.left.writtenMs : Date.now())
    }
  }
  for (const { ref } of journal.left.calls) unreported.add(ref)
  for (const { ref, phase } of get().calls) if (phase !== 'over') unreported.add(ref)

  const underWay = () => get().calls.filter(({ phase }) => phase !== 'over')
  const news = setInterval(() => get().device === 'ready' && underWay().forEach(reports.tell), NEWS_EVERY_MS)
  const alive = setInterval(() => underWay().length > 0 && journal.keep(), ALIVE_EVERY_MS)

  return {
    retry: () => client.retry(),
    act: async (deed: PhoneCommand): Promise<Outcome> => {
      if (get().device !== 'ready') return { done: false, alert: 'notReady' }
      try {
        return await run(deed)
      } catch {
        return { done: false, alert: 'network' }
      }
    },
    /** `last`: no other window follows. A device with a call on it stays open: closing it would cut the call off. */
    stop: (last: boolean) => {
      for (const timer of timers) clearTimeout(timer)
      clearInterval(news)
      clearInterval(alive)
      const talking = underWay().length > 0
      if (talking) journal.keep()
      if (last && get().device === 'ready' && !talking) sendWithoutAnswer(commandQuery('QNV_CloseDevice', { a: DEVICE.all, b: 0 }))
      socket?.close()
      reports.stop()
      client.stop()
    },
  }

  function run(deed: PhoneCommand): Promise<Outcome> {
    const ch = deed.ch ?? 0
    switch (deed.do) {
      case 'dial':
        dialled.set(ch, deed.whom)
        return acts.dial(ch, digitsOf(deed.whom.digits))
      case 'answer':
        return acts.answer(ch)
      case 'hangUp':
        return acts.hangUp(ch)
      case 'redial':
        return acts.redial(ch)
      case 'refuse':
        return acts.refuse(ch)
      case 'flash':
        return acts.flash(ch)
      case 'digits':
        return acts.sendDigits(ch, digitsOf(deed.digits))
      case 'mute':
        return mute(ch, deed.on)
      case 'record':
        return record(ch, deed.on)
      case 'ringPower':
        return acts.ringPower(ch, deed.on)
      case 'deleteRecording':
        return acts.deleteRecording(ch)
    }
  }
  async function mute(ch: number, on: boolean): Promise<Outcome> {
    const outcome = await acts.mute(ch, on)
    const call = callOn(ch)
    if (outcome.done && call) patch(call.ref, { muted: on })
    return outcome
  }
}

/** Without the number in its name: the file lies on the operator's machine. */
function recordFileOf(call: LineCall, at: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const stamp = [at.getFullYear(), at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('')
  return `d:\\phoneRecord\\${stamp}-${call.ref.slice(-8)}.wav`
}

/** What an operator can do, from any window. */
export type PhoneCommand = { ch?: number } & (
  | { do: 'dial'; whom: DialWhom }
  | { do: 'answer' | 'hangUp' | 'redial' | 'refuse' | 'flash' | 'deleteRecording' }
  | { do: 'digits'; digits: string }
  | { do: 'mute' | 'record' | 'ringPower'; on: boolean }
)
export type Desk = ReturnType<typeof startDesk>
