import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { CODE } from '@chauffeur/contract/kernel/envelope'
import { driverClaimAppCalls } from '@chauffeur/contract/qualification/claim-app'
import { orderUploadCalls } from '@chauffeur/contract/quality/upload'
import type { OrderFileKind } from '@chauffeur/contract/quality/photo-model'
import { createStore, del, set, values } from 'idb-keyval'
import { savedSession } from '../platform/session.ts'
import { ask, PICTURE_MS, Refused } from '../platform/wire.ts'
import { fitted, ONE_PIECE } from './shrink.ts'

/** A picture of an order, of what it shows; `replaces`: the one that is taken again. */
export interface OfOrder {
  orderId: string
  kind: OrderFileKind
  replaces?: string | undefined
}
/** A picture of what happened, for the insurer. */
export interface OfClaim {
  claimId: string
}
export const isOfClaim = <C extends OfClaim>(one: C | OfOrder): one is C => 'claimId' in one

interface Kept {
  key: string
  /** Whose it is: somebody else who signs in on this telephone sends none of it. */
  owner: string
  picture: Blob
  /** So many bytes are up. */
  received: number
  /** Why the company's server does not take it; empty while it is on its way. */
  refused: string
}
type PendingOfOrder = Kept & OfOrder & { sha256: string; takenAt: string; lat?: number; lng?: number; accuracyM?: number }
/** A picture that is not all up yet. It lies in the telephone until it is, so that neither a bad network nor a closed page loses it. */
export type Pending = PendingOfOrder | (Kept & OfClaim)
export interface UploadState {
  pending: readonly Pending[]
  /** Those that came up since the page was opened, by what they were. */
  done: readonly ((OfOrder | OfClaim) & { fileId: string })[]
  /** The network is away, or the server busy: it goes on by itself. */
  waits: boolean
}

const FIRST_PART = 64 * 1024
const LEAST_PART = 16 * 1024
/** A part that takes longer than that is too large for this network, one that takes less than half of it too small. */
const PART_MS = 4_000
const AGAIN_MS = [1_000, 2_000, 5_000, 10_000, 30_000]
/** A picture that does not arrive as it was sent is sent so many times. */
const RESTARTS = 3

const store = createStore('chauffeur-photos', 'pending')
/** NOTE: a private window may have no store, which is known only when it is used: pictures go up from memory then. */
const ifKept = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await work()
  } catch {
    return otherwise
  }
}

let state: UploadState = { pending: [], done: [], waits: false }
const listeners = new Set<() => void>()
const change = (next: Partial<UploadState>) => {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}
export const uploadState = (): UploadState => state
export function onUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const put = (one: Pending) => {
  change({
    pending: state.pending.some(({ key }) => key === one.key)
      ? state.pending.map((was) => (was.key === one.key ? one : was))
      : [...state.pending, one],
  })
  void ifKept(() => set(one.key, one, store), undefined)
}
const drop = (one: Pending) => {
  change({ pending: state.pending.filter(({ key }) => key !== one.key) })
  void ifKept(() => del(one.key, store), undefined)
}
/** The driver gives one up that the server does not take. */
export const forget = drop

const ownerNow = () => {
  const session = savedSession()
  return session ? `${session.tenantId}/${session.driverNo}` : ''
}

/** What was left the last time goes on. */
export async function resume(token: string): Promise<void> {
  const kept = await ifKept(() => values<Pending>(store), [])
  const owner = ownerNow()
  const own = kept.filter((one) => one.owner === owner && !state.pending.some(({ key }) => key === one.key))
  if (own.length > 0) change({ pending: [...state.pending, ...own] })
  pump(token)
}

/** Browsers keep digests from pages that came over plain http. */
const canDigest = typeof crypto !== 'undefined' && crypto.subtle !== undefined
const takenAtOf = ({ lastModified }: File) => new Date(Math.min(lastModified || Date.now(), Date.now())).toISOString()

/**
 * Takes a picture in: it goes up at once, or as soon as there is a network. The same picture of the same order or claim is one. Without a digest it
 * goes up in one piece, and fails where the network does.
 */
export function add(token: string, taken: File, of: OfOrder | OfClaim): Promise<void> {
  return isOfClaim(of) ? addToClaim(token, taken, of) : addToOrder(token, taken, of)
}

async function addToClaim(token: string, taken: File, { claimId }: OfClaim): Promise<void> {
  const picture = await fitted(taken, ONE_PIECE)
  if (!canDigest) {
    const fileId = await sendWhole(token, claimId, picture)
    return change({ done: [...state.done, { claimId, fileId }] })
  }
  put({ key: `claim ${claimId} ${await digestOf(picture)}`, owner: ownerNow(), claimId, picture, received: 0, refused: '' })
  pump(token)
}

async function addToOrder(token: string, taken: File, { orderId, kind, replaces }: OfOrder): Promise<void> {
  const picture = await fitted(taken)
  if (!canDigest) {
    const said = { id: orderId, kind, takenAt: takenAtOf(taken), ...(replaces && { replaces }) }
    const { fileId } = await ask(dispatchCalls.uploadFile, { ...said, file: picture as never }, token, PICTURE_MS)
    return change({ done: [...state.done, { orderId, kind, fileId }] })
  }
  const [sha256, place] = await Promise.all([digestOf(picture), placeNow()])
  put({
    key: `${orderId} ${kind} ${sha256}`,
    owner: ownerNow(),
    orderId,
    kind,
    picture,
    sha256,
    takenAt: takenAtOf(taken),
    ...place,
    ...(replaces && { replaces }),
    received: 0,
    refused: '',
  })
  pump(token)
}

/** A server that is busy, or first wants something else of the driver or of this page, takes the picture later. */
const LATER_CODES: ReadonlySet<number> = new Set([CODE.tooOften, CODE.fault, CODE.unavailable])
const FIRST: ReadonlySet<string> = new Set([
  'driver.mustAgree',
  'driver.faceRequired',
  'driver.appUnknown',
  'driver.appDisabled',
  'driver.appTooOld',
])
const isFinal = ({ error, code }: Refused) => !LATER_CODES.has(code) && !FIRST.has(error)

let running = false
/** Of whoever works here now: somebody may have signed in anew while it waits for a network. */
let tokenNow = ''
/** What goes up next: pictures of orders first, since trips wait for them. */
function nextOf(owner: string): Pending | undefined {
  const waiting = state.pending.filter((one) => one.refused === '' && one.owner === owner)
  return waiting.find((one) => !isOfClaim(one)) ?? waiting[0]
}

/** One picture after the other; while the network is away it is tried again and again, later each time, and at once when it comes back. */
function pump(newest: string): void {
  tokenNow = newest
  if (running) return
  running = true
  void (async () => {
    for (let misses = 0; ; ) {
      const next = nextOf(ownerNow())
      if (!next) break
      const token = tokenNow
      try {
        const fileId = isOfClaim(next) ? await sendWhole(token, next.claimId, next.picture) : await send(token, next)
        drop(next)
        const of = isOfClaim(next) ? { claimId: next.claimId } : { orderId: next.orderId, kind: next.kind }
        change({ done: [...state.done, { ...of, fileId }], waits: false })
        misses = 0
      } catch (error) {
        if (error instanceof Refused && error.error === 'signedOut') {
          if (token !== tokenNow) continue
          break
        }
        if (error instanceof Refused && isFinal(error)) {
          put({ ...(state.pending.find(({ key }) => key === next.key) ?? next), refused: error.message })
          continue
        }
        change({ waits: true })
        // A server that says when to come again is not asked before.
        const saidMs = error instanceof Refused ? error.retryAfterS * 1_000 : 0
        await networkBack(Math.max(saidMs, AGAIN_MS[Math.min(misses++, AGAIN_MS.length - 1)]!))
      }
    }
    change({ waits: false })
    running = false
  })()
}

/** Fulfils after a time, or as soon as the telephone says that it is on line. */
const networkBack = (ms: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    addEventListener('online', go)
  })

let partBytes = FIRST_PART
/** Sends what is not there yet. Gives the id of the picture. */
async function send(token: string, one: PendingOfOrder): Promise<string> {
  const { picture, orderId, kind, sha256, takenAt, lat, lng, accuracyM, replaces } = one
  const said = {
    takenAt,
    ...(lat !== undefined && lng !== undefined && { lat, lng, datum: 'WGS84' as const }),
    ...(accuracyM !== undefined && { accuracyM }),
    ...(replaces && { replaces }),
  }
  for (let begun = 0; begun < RESTARTS; begun++) {
    const upload = await ask(orderUploadCalls.begin, { id: orderId, kind, sha256, bytes: picture.size, ...said }, token)
    let { received, file } = upload
    while (file === null) {
      put({ ...one, received })
      const from = performance.now()
      try {
        const part = picture.slice(received, received + Math.min(partBytes, upload.partBytes))
        const answer = await ask(orderUploadCalls.part, { uploadId: upload.uploadId, offset: received, file: part as never }, token)
        if (answer.file === null && answer.received <= received) break
        received = answer.received
        file = answer.file
      } catch (error) {
        // Over, or begun anew elsewhere: how far it is, is asked again.
        if (error instanceof Refused && (error.error === 'driver.uploadUnknown' || error.error === 'driver.uploadGap')) break
        if (!(error instanceof Refused)) partBytes = Math.max(LEAST_PART, partBytes / 2)
        throw error
      }
      const tookMs = performance.now() - from
      if (tookMs > PART_MS) partBytes = Math.max(LEAST_PART, partBytes / 2)
      else if (tookMs < PART_MS / 2) partBytes = Math.min(upload.partBytes, partBytes * 2)
    }
    if (file) return file.fileId
  }
  throw new Error('The picture did not arrive as it was sent.')
}

/** Sends a picture of a claim: sent again it is the same one. */
async function sendWhole(token: string, driverClaimId: string, picture: Blob): Promise<string> {
  return (await ask(driverClaimAppCalls.addOwnPicture, { driverClaimId, file: picture as never }, token, PICTURE_MS)).fileId
}

async function digestOf(picture: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const PLACE_MS = 4_000
/** Where the telephone is, where it says so soon; cameras of browsers write no place into a picture. */
const placeNow = (): Promise<Pick<PendingOfOrder, 'lat' | 'lng' | 'accuracyM'>> =>
  new Promise((resolve) => {
    if (!navigator.geolocation) return resolve({})
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude, accuracyM: Math.min(100_000, Math.round(coords.accuracy)) }),
      () => resolve({}),
      { enableHighAccuracy: true, maximumAge: 30_000, timeout: PLACE_MS },
    )
  })
