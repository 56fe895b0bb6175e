// Shows notices while the page is closed or in the background, and leads from one to what it is about. The page itself is not kept for later.
const KEPT = 'chauffeur.push'
const SIGNED_OUT = 401
const APPLE = /Apple/.test(self.navigator.vendor ?? '')

// The console is of the same origin, and its windows are among the clients: only the driver's page tells drivers anything.
const pages = async () => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.filter(({ url }) => url.startsWith(self.registration.scope))
}

async function show({ id, event, title, text }) {
  // A page that is looked at says it itself; Safari takes pushes away from whoever shows none.
  if (!APPLE && (await pages()).some(({ visibilityState }) => visibilityState === 'visible')) return
  // The page in the background shows the same under the same tag: one notice.
  await self.registration.showNotification(title, { body: text, tag: id, data: { id, event } })
}
self.addEventListener('push', (event) => {
  const told = event.data?.json()
  if (told) event.waitUntil(show(told))
})

async function lead(told) {
  const [page] = await pages()
  if (!page) return self.clients.openWindow(told ? `./#told=${told.id}.${told.event}` : './')
  if (told) page.postMessage({ told })
  await page.focus().catch(() => undefined)
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(lead(event.notification.data))
})

// The push service gave this browser another address: the server has to know it, with the session that the page left here for this.
async function renew(options) {
  const kept = await (await caches.open(KEPT)).match('session')
  if (!kept) return
  const { path, headers, english } = await kept.json()
  const now = await self.registration.pushManager.subscribe(options)
  const { endpoint, keys } = now.toJSON()
  const answer = await fetch(path, {
    method: 'POST',
    headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, ...keys, english }),
  })
  // The session is over: what it opened is kept no longer, and this browser listens for nobody.
  if ((await answer.json()).code === SIGNED_OUT) await Promise.all([caches.delete(KEPT), now.unsubscribe()])
}
self.addEventListener('pushsubscriptionchange', (event) => {
  const options = event.oldSubscription?.options ?? event.newSubscription?.options
  if (options) event.waitUntil(renew(options))
})
