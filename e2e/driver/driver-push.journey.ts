import { expect, inject, test } from 'vitest'
import { driverIn } from '../harness/driver.ts'
import { barriers } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { visitors } from '../harness/visit.ts'

const visit = visitors()
const address = inject('address')

test('a closed driver page shows what is pushed to it, once, and a touch on it leads to what it is about', async ({ skip }) => {
  const driver = await driverIn(address, HANGZHOU.cityId, HANGZHOU.wulin)
  await driver.goHome()
  const { page, context, allow } = await visit('/login', { width: 390, height: 844 })
  // The browsers of journeys keep nothing, and such ones never subscribe.
  allow(/does not support the Push API in incognito mode/)
  await context.grantPermissions(['notifications'], { origin: address })
  // Chromium's headless shell shows no notices, whoever allows them: with a whole Chromium this journey runs.
  skip((await page.evaluate(() => Notification.permission)) !== 'granted', 'this browser shows no notices')
  const session = { tenantId: '1', brandName: '归航代驾', token: driver.token, name: driver.name, driverNo: driver.driverNo }
  await page.evaluate((kept) => localStorage.setItem('chauffeur.driver', kept), JSON.stringify(session))
  // Where notices are allowed the page lets its worker in by itself; subscribing there needs the vendor's network.
  await page.goto(`${address}/driver/`)
  await page.getByRole('button', { name: '上线接单' }).waitFor()
  const worker =
    context.serviceWorkers().find((one) => one.url().endsWith('/driver/notices.js')) ?? (await context.waitForEvent('serviceworker'))
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/driver/'))
      if (own) resolve(own.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const push = (told: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: address, registrationId, data: JSON.stringify(told) })
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
    })
  /** Touches the notice; gives which page the worker wants opened. A real touch lets it open one, and this does not. */
  const touch = () =>
    worker.evaluate(async () => {
      interface Worker {
        registration: ServiceWorkerRegistration
        clients: { openWindow: (url: string) => Promise<null> }
        NotificationEvent: new (type: string, of: object) => Event
        dispatchEvent: (event: Event) => boolean
      }
      const worker = globalThis as unknown as Worker
      let wanted = ''
      const opened = new Promise<void>((resolve) => {
        worker.clients.openWindow = (url) => {
          wanted = url
          resolve()
          return Promise.resolve(null)
        }
        setTimeout(resolve, 1_000)
      })
      const [notification] = await worker.registration.getNotifications()
      worker.dispatchEvent(new worker.NotificationEvent('notificationclick', { notification }))
      await opened
      return wanted
    })

  const told = { id: '901', event: 'APP_LEVEL_UP', title: '等级提升', text: '恭喜，您的等级由银牌司机升为金牌司机。' }
  await push(told)
  expect(await shown(), 'the page is looked at, and says it itself').toEqual([])

  await page.goto('about:blank')
  await push(told)
  await push(told)
  await expect.poll(shown).toEqual([{ title: told.title, body: told.text, tag: told.id }])
  const wanted = await touch()
  expect(wanted).toBe('./#told=901.APP_LEVEL_UP')
  expect(await shown()).toEqual([])
  await page.goto(new URL(wanted, `${address}/driver/`).href)
  await page.getByText('我的等级').waitFor()
  await page.getByRole('button', { name: '返回' }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  expect(await barriers(page)).toEqual([])

  // The page lives, and somebody touches a notice that came before.
  await page.getByRole('button', { name: '返回' }).click()
  await page.getByRole('button', { name: '上线接单' }).waitFor()
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return registration.showNotification('证件已过期', { tag: '902', data: { id: '902', event: 'APP_PAPER_OVER' } })
  })
  expect(await touch()).toBe('')
  await page.locator('header strong').getByText('消息', { exact: true }).waitFor()
})
