import { expect, test } from 'vitest'
import { addressWords, failureWords, typedPoint } from './map-service.view.ts'

test('a failure says what has to be done, or else what happened', () => {
  expect(failureWords({ why: 'REFUSED', reason: 'KEY_OTHER_USE' })).toContain('服务端')
  expect(failureWords({ why: 'TIMEOUT', reason: null })).toContain('超时')
})

test('two figures are a point in whichever order they were copied', () => {
  for (const text of ['30.27, 120.15', '120.15，30.27', ' 120.15 30.27 ']) expect(typedPoint(text)).toEqual({ lat: 30.27, lng: 120.15 })
  expect(typedPoint('武林广场 1 号')).toBeNull()
})

test('an address is told where it is another than everybody’s', () => {
  expect(addressWords({ provider: 'AMAP', url: 'https://restapi.amap.com' })).toBe('公共地址')
  expect(addressWords({ provider: 'OSRM', url: 'http://10.0.0.5:5000' })).toBe('http://10.0.0.5:5000')
})
