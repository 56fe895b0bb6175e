// The page itself is not kept for later: this only lets telephones show its notices, and a touch on one goes back to the page.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => pages[0]?.focus() ?? self.clients.openWindow('./')),
  )
})
