/** Shows notices while the page is in the background; telephones let only a service worker do so. */
export const WORKER = 'notices.js'

const supported = (): boolean => 'Notification' in window && 'serviceWorker' in navigator

/** Whether the driver may be asked yet: not where the browser knows none, and not after they said no. */
export const mayAskForNotices = (): boolean => supported() && Notification.permission === 'default'

export async function askForNotices(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') await navigator.serviceWorker.register(WORKER)
}

/** Over the telephone's other apps, where the driver allowed it and does not look at the page anyway. */
export function showOutside(title: string, body: string, tag: string): void {
  if (!document.hidden || !supported() || Notification.permission !== 'granted') return
  navigator.serviceWorker
    .register(WORKER)
    .then((worker) => worker.showNotification(title, { body, tag }))
    .catch(() => undefined)
}
