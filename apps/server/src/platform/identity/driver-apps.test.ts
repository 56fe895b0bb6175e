import { expect, test } from 'vitest'
import { appOf, type Business, type DriverApp, refusalOfClient } from './driver-apps.ts'

const app = (given: Partial<DriverApp>): DriverApp => ({
  appId: '7',
  name: '归航司机',
  logo: '',
  enabled: true,
  driverDefault: false,
  settings: {},
  ...given,
})
const business = (...apps: DriverApp[]): Business => ({ brandName: '归航', logo: '', apps })
const says = (appId: string, version = '') => ({ appId, version })
const against = (of: Business, appId: string, version = '') => refusalOfClient(of, says(appId, version))?.failure ?? null

test('a client that names no app is the default one, and of a business without a default none', () => {
  expect(appOf(business(app({}), app({ appId: '8', driverDefault: true })), says(''))).toMatchObject({ appId: '8' })
  expect(appOf(business(app({ enabled: false })), says(''))).toBeNull()
  expect(against(business(app({ enabled: false })), '')).toBeNull()
})

test('an app of nobody’s, or of another business, is refused', () => {
  expect(against(business(app({})), '9')).toBe('driver.appUnknown')
  expect(against(business(), '7')).toBe('driver.appUnknown')
})

test('a disabled app is refused whether it is named or the default', () => {
  const off = business(app({ enabled: false, driverDefault: true, settings: { servicePhone: '4008001234' } }))
  expect(refusalOfClient(off, says('7', '9.0'))).toMatchObject({ failure: 'driver.appDisabled', detail: { servicePhone: '4008001234' } })
  expect(against(off, '')).toBe('driver.appDisabled')
})

test.each([
  ['3.1.9', 'driver.appTooOld'],
  ['3.2', null],
  ['3.10', null],
  ['', 'driver.appTooOld'],
  ['neueste', 'driver.appTooOld'],
])('version "%s" of an app whose lowest is 3.2: %s', (version, refusal) => {
  expect(against(business(app({ settings: { minVersion: '3.2' } })), '7', version)).toBe(refusal)
})

test('a client from before there were apps says neither and goes on; one that says its version alone is measured', () => {
  const held = business(app({ driverDefault: true, settings: { minVersion: '3.2', downloadUrl: 'https://app.example/get' } }))
  expect(against(held, '')).toBeNull()
  expect(refusalOfClient(held, says('', '3.1'))).toMatchObject({
    failure: 'driver.appTooOld',
    detail: { minVersion: '3.2', downloadUrl: 'https://app.example/get' },
  })
})
