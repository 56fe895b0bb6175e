import { driverPushCalls } from '@chauffeur/contract/message/inbox'
import { appHeaders } from '../platform/app-client.ts'
import { savedSession } from '../platform/session.ts'
import { inChinese } from '../platform/text.ts'
import { ask } from '../platform/wire.ts'
import { WORKER } from './system-notice.ts'

/**
 * Where the worker finds with what it says that this browser's address changed: that happens while no page is open, and a worker has neither
 * `localStorage` nor the page's memory. Of what both can read this is the simplest. It holds the token of the session, as `localStorage` does for
 * the page, and is gone with it: when the driver signs out, when the server says that the session is over, and when the worker hears so.
 */
const KEPT = 'chauffeur.push'

const supported = (): boolean => 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator
const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0))
const isFor = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const own = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0))
  return own.length === key.length && own.every((byte, n) => byte === key[n])
}

async function listen(token: string): Promise<void> {
  const { publicKey } = await ask(driverPushCalls.pushKey, {}, token)
  if (publicKey === null) return
  const key = bytesOf(publicKey)
  const { pushManager } = await navigator.serviceWorker.register(WORKER)
  const before = await pushManager.getSubscription()
  // Of another installation, or of this one before its secret was changed.
  if (before && !isFor(before, key)) await before.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const english = !inChinese
  await ask(driverPushCalls.listen, { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '', english }, token)
  const left = { path: driverPushCalls.listen.path, headers: { ...appHeaders(), token }, english }
  // Whoever signed out while the server answered left nothing.
  if (savedSession()?.token === token) await (await caches.open(KEPT)).put('session', new Response(JSON.stringify(left)))
}

/** This telephone shows notices while the page is closed, where the driver allowed it; where push does not work, messages stand in the app. */
export function listenForPushes(token: string): void {
  if (supported() && Notification.permission === 'granted') void listen(token).catch(() => undefined)
}

/** Whoever signed out is told no more on this telephone; the server has forgotten it with the session. */
export async function stopPushes(): Promise<void> {
  if ('caches' in window) await caches.delete(KEPT).catch(() => undefined)
  if (!supported()) return
  const worker = await navigator.serviceWorker.getRegistration(WORKER).catch(() => undefined)
  await worker?.pushManager
    .getSubscription()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined)
}
