import { expect, test } from 'vitest'
import { mapServicesFrom, mayBeAsked } from './installed.ts'

test('the environment names services of the installation: a key or an address is enough, in the order of the providers', () => {
  const { installed, hosts } = mapServicesFrom({
    AMAP_KEY: 'k',
    PHOTON_URL: 'http://10.0.0.5:2322',
    OSRM_URL: 'http://10.0.0.5:5000',
    BAIDU_KEY: '',
  })
  expect(installed.map(({ kind, provider, url }) => [kind, provider, url])).toEqual([
    ['ADDRESS', 'AMAP', 'https://restapi.amap.com'],
    ['ADDRESS', 'PHOTON', 'http://10.0.0.5:2322'],
    ['ROADS', 'AMAP', 'https://restapi.amap.com'],
    ['ROADS', 'OSRM', 'http://10.0.0.5:5000'],
  ])
  expect(hosts).toEqual([])
  expect(mapServicesFrom({})).toEqual({ installed: [], hosts: [] })
})

test('what is mistyped stops the start', () => {
  expect(() => mapServicesFrom({ OSRM_URL: '10.0.0.5:5000' })).toThrow('OSRM_URL')
  expect(() => mapServicesFrom({ MAP_SERVICE_HOSTS: 'http://10.0.0.5' })).toThrow('MAP_SERVICE_HOSTS')
})

test('a host that is named with its port is allowed on that port, one without on every port, and no other host', () => {
  const { hosts } = mapServicesFrom({ MAP_SERVICE_HOSTS: 'Maps.Inner:5000, 10.0.0.7' })
  const may = (url: string) => mayBeAsked(url, 'OSRM', hosts)
  expect(['http://maps.inner:5000/v1', 'http://10.0.0.7:8002', 'https://10.0.0.7'].map(may)).toEqual([true, true, true])
  expect(['http://maps.inner', 'http://10.0.0.70', 'http://10.0.0.7@evil.example', 'ftp://10.0.0.7'].map(may)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
