import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { SHANGHAI } from '../../apps/server/demo/cities.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { screenshots, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
/** A day so many after today in Shanghai. */
const inDays = (days: number) => new Date(Date.now() + (8 + 24 * days) * 3_600_000).toISOString().slice(0, 10)

test('why a driver may or may not go on duty is read point by point by operator and driver', async () => {
  const driver = await driverIn(address, String(SHANGHAI), { lat: 31.2325, lng: 121.4692 })
  await driver.goHome()
  const { page, token } = await visit(`/yunYing/driverDetail?driverId=${driver.driverId}`, { as: 'admin', width: 1280, height: 800 })
  const panel = shownPane(page)
    .locator('.ui-panel')
    .filter({ has: page.getByRole('heading', { name: '上线条件' }) })
  await panel.getByText('可以上线').waitFor()
  const { driverId } = driver
  const known = await send(address, driverFileCalls.info, { driverId }, token)
  // A day more than is looked for, in case it becomes tomorrow meanwhile.
  const file = { name: known.name, cityId: known.cityId, orgId: known.orgId ?? undefined, serviceTypes: known.serviceTypes, verified: true }
  await send(
    address,
    driverFileCalls.save,
    {
      ...{ ...file, driverId, version: known.version, licenceClass: known.licenceClass!, licenceFirstIssue: known.licenceFirstIssue! },
      ...{ licenceExpire: inDays(6), listenRadiusM: known.listenRadiusM },
    },
    token,
  )
  await page.reload()
  const licence = panel.getByRole('row').filter({ hasText: '驾驶证' })
  await licence.getByText('即将到期').waitFor()
  await licence.getByText(/还剩 [56] 天/).waitFor()
  await settled(page)
  await panel.scrollIntoViewIfNeeded()
  await screenshot(page, 'driver-fitness')
  expect(await barriers(page)).toEqual([])

  const own = await visit('/login', { width: 390, height: 844 })
  const session = { tenantId: '1', brandName: '归航代驾', token: driver.token, name: driver.name, driverNo: driver.driverNo }
  await own.page.emulateMedia({ colorScheme: 'light' })
  await own.page.addInitScript(() => Object.defineProperty(navigator, 'language', { get: () => 'en-GB' }))
  await own.page.evaluate((kept) => localStorage.setItem('chauffeur.driver', kept), JSON.stringify(session))
  await own.page.goto(`${address}/driver/`)
  await own.page
    .getByRole('region', { name: 'Fit for duty' })
    .getByText(/Driving licence Valid until .*, [56] days left/)
    .waitFor()
  await own.page.screenshot({ path: join(screenshots, 'driver-page-fitness-en.png') })
  expect(await barriers(own.page)).toEqual([])
})
