import { describe, expect, test } from 'vitest'
import { hostsFrom, isAllowed } from './hosts.ts'

describe('hosts of a setting', () => {
  test('stand by commas, spaces or breaks, in small letters', () => {
    expect(hostsFrom({ HOSTS: ' Maps.Example.com, 10.0.0.5:8080\n[::1]:81 ' }, 'HOSTS')).toEqual([
      'maps.example.com',
      '10.0.0.5:8080',
      '[::1]:81',
    ])
    expect(hostsFrom({}, 'HOSTS')).toEqual([])
    expect(hostsFrom({ HOSTS: '' }, 'HOSTS')).toEqual([])
  })

  test.each(['https://maps.example.com', 'maps.example.com/path', 'user@maps.example.com', 'maps.example.com:port', '*'])(
    'a start is refused with %s among them, and says which setting it is',
    (host) => expect(() => hostsFrom({ HOSTS: `good.example.com,${host}` }, 'HOSTS')).toThrow(/^HOSTS holds /),
  )
})

describe('an address that a tenant enters', () => {
  const own = ['https://restapi.amap.com']
  const allowed = (url: string, ...hosts: string[]) => isAllowed(url, own, hosts)

  test('is the provider’s own, whatever its path', () => {
    expect(allowed('https://restapi.amap.com/v3/place')).toBe(true)
    expect(allowed('https://restapi.amap.com:443/')).toBe(true)
  })

  test('is not one that only looks like it', () => {
    expect(allowed('http://restapi.amap.com/')).toBe(false)
    expect(allowed('https://restapi.amap.com.evil.example/')).toBe(false)
    expect(allowed('https://restapi.amap.com@evil.example/')).toBe(false)
    expect(allowed('https://restapi.amap.com:8443/')).toBe(false)
  })

  test('is on a host that the installation lists: with a port on that alone, without one on any', () => {
    expect(allowed('http://10.0.0.5:8080/route', '10.0.0.5:8080')).toBe(true)
    expect(allowed('http://10.0.0.5:9090/route', '10.0.0.5:8080')).toBe(false)
    expect(allowed('http://10.0.0.5:9090/route', '10.0.0.5')).toBe(true)
    expect(allowed('http://169.254.169.254/latest/meta-data', '10.0.0.5')).toBe(false)
  })

  test('carries no name and secret, and is asked by nothing but http', () => {
    expect(allowed('https://user:secret@10.0.0.5/', '10.0.0.5')).toBe(false)
    expect(allowed('ftp://10.0.0.5/', '10.0.0.5')).toBe(false)
    expect(allowed('file:///etc/passwd', '')).toBe(false)
  })
})
