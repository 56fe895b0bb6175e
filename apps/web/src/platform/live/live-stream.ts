import { LIVE_PATH, type LiveTopic } from '@chauffeur/contract/operations/live'
import { readCookie } from '../session/cookies.ts'
import { emit, on } from '../browser/events.ts'
import { API_BASE, PLATFORM_ID } from '../http/http.ts'
import { pause } from './pause.ts'
import { sseReader } from './sse.ts'

export type LiveState = 'live' | 'polling' | 'offline'
interface Listener {
  event: (data: unknown) => void
  gap: () => void
}

const BACKOFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 300_000]
/** The server sends something at least every 15 s; silence for longer means the line is dead. */
const SILENCE_MS = 45_000
/** A stream that lasted so long works. */
const STEADY_MS = 10_000
/** Characters of an event that takes a while to read: after one the page first does what else there is to do. */
const BIG = 20_000

const listeners = new Map<LiveTopic, Set<Listener>>()
const stateListeners = new Set<() => void>()
let state: LiveState = 'polling'
let reachable = true
let running: { topics: string; abort: AbortController } | undefined
let lastEventId = ''
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Listens to a topic until the returned function is called. */
export function listenTo(topic: LiveTopic, listener: Listener): () => void {
  const set = listeners.get(topic) ?? new Set()
  listeners.set(topic, set.add(listener))
  // Who begins to listen needs the first frame, which holds every driver: an open stream has sent it to somebody else.
  if (topic === 'drivers' && running) running.topics = ''
  schedule(0)
  return () => {
    set.delete(listener)
    if (set.size === 0) listeners.delete(topic)
    schedule(500)
  }
}

export const liveState = (): LiveState => state
export function subscribeLiveState(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => {
    stateListeners.delete(listener)
  }
}

function schedule(ms: number): void {
  clearTimeout(timer)
  timer = setTimeout(settle, ms)
}

/** Brings the stream in line with what is listened to: opens, reopens with other topics, or closes. */
function settle(): void {
  const topics = [...listeners.keys()].sort().join(',')
  const wanted = topics !== '' && !document.hidden && readCookie('token') !== ''
  if (running && !wanted) {
    running.abort.abort()
    running = undefined
  }
  if (!wanted) return
  if (!running) return void run(topics)
  if (running.topics === topics) return
  // NOTE: other topics need their first frames, which an older event id would not bring. The stream before ends when the next one has begun: nothing falls between the two.
  lastEventId = ''
  const { abort } = running
  void run(topics, () => abort.abort())
}

/** `begun` is called when the stream is open, and when it cannot be opened. */
async function run(topics: string, begun: () => void = () => {}): Promise<void> {
  const abort = new AbortController()
  const own = { topics, abort }
  running = own
  let silence: ReturnType<typeof setTimeout> | undefined
  let missing = false
  const resetTimeout = () => {
    clearTimeout(silence)
    silence = setTimeout(() => abort.abort(), SILENCE_MS)
  }
  try {
    resetTimeout()
    const token = readCookie('token')
    const response = await fetch(`${API_BASE}${LIVE_PATH}?topics=${encodeURIComponent(topics)}&platformId=${PLATFORM_ID}`, {
      headers: { token, accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
      signal: abort.signal,
      cache: 'no-store',
    })
    missing = response.status === 404
    // A late answer to an older token says nothing of the session that has begun since.
    if ((await isSignedOut(response)) && token === readCookie('token')) emit('sessionEnded', { show: 'dialog' })
    if (!response.ok || !response.body || !(response.headers.get('content-type') ?? '').includes('text/event-stream'))
      throw new Error(`no stream: ${response.status}`)
    reachable = true
    setState('live')
    const openedAt = performance.now()
    for await (const message of sseReader(response.body)) {
      resetTimeout()
      begun()
      // Whatever opens the stream and closes it at once, as some proxies do, is asked more and more seldom.
      if (performance.now() - openedAt > STEADY_MS) failures = 0
      if (message.id) lastEventId = message.id
      deliver(message.event, message.data)
      if (message.data.length > BIG) await pause()
      if (abort.signal.aborted) throw new Error('stream ended')
    }
    throw new Error('stream ended')
  } catch {
    begun()
    if (running !== own) return
    running = undefined
    failures += 1
    // NOTE: a backend without streams answers 404; asking it every few seconds would only fill its log.
    if (missing) failures = BACKOFF_MS.length
    setState(reachable && navigator.onLine ? 'polling' : 'offline')
    const wait = BACKOFF_MS[Math.min(failures, missing ? 6 : 5) - 1] ?? 30_000
    schedule(wait * (0.7 + Math.random() * 0.6))
  } finally {
    clearTimeout(silence)
  }
}

/** Refusals come as JSON, with HTTP 200 as every answered call. */
async function isSignedOut(response: Response): Promise<boolean> {
  if (response.status === 401) return true
  if (!(response.headers.get('content-type') ?? '').includes('json')) return false
  const answer = (await response.json().catch(() => null)) as { code?: number } | null
  return answer?.code === 401
}

function deliver(event: string, text: string): void {
  if (event === 'gap') {
    for (const set of listeners.values()) for (const listener of [...set]) listener.gap()
    return
  }
  const set = listeners.get(event as LiveTopic)
  if (!set || text === '') return
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return
  }
  for (const listener of [...set]) listener.event(data)
}

function setState(next: LiveState): void {
  if (state === next) return
  state = next
  for (const listener of [...stateListeners]) listener()
}

/** Ends the stream, for example when the session ended. It starts again with the next token. */
export function stopLive(): void {
  lastEventId = ''
  running?.abort.abort()
  running = undefined
  clearTimeout(timer)
}

/** Looks again whether there should be a stream: after signing in, when the page is shown again. */
export const wakeLive = (): void => schedule(0)

document.addEventListener('visibilitychange', () => schedule(document.hidden ? 5_000 : 0))
window.addEventListener('online', () => {
  failures = 0
  // NOTE: a stream from before the gap may look open and be dead; the last event id loses nothing.
  running?.abort.abort()
  running = undefined
  schedule(0)
})
window.addEventListener('offline', () => setState('offline'))
on('reachable', ({ yes }) => {
  reachable = yes
  if (state !== 'live') setState(yes ? 'polling' : 'offline')
})
