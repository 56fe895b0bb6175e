import { describe, expect, it } from 'vitest'
import { baseMapOf, offlineConfig } from './provider.ts'

const config = (part: Partial<typeof offlineConfig>) => ({ ...offlineConfig, ...part })

describe('the base map a site gets', () => {
  it('by default asks no other machine for anything', () => {
    const { base, asWished } = baseMapOf(offlineConfig, 'dark')
    expect(asWished).toBe(true)
    expect(base.online).toBe(false)
    expect(JSON.stringify(base.style)).not.toMatch(/https?:|glyphs|sprite/)
  })

  it('carries the key of the map service in every tile address, whatever is in it', () => {
    const { base } = baseMapOf(config({ provider: 'tianditu', ak: 'a&b' }), 'light')
    expect(base.online).toBe(true)
    expect(JSON.stringify(base.style)).toContain('tk=a%26b')
  })

  it('falls back to our own ground, and says so, for a service it does not draw or a missing key', () => {
    for (const part of [{ provider: 'amap', ak: 'x' }, { provider: 'tianditu' }, { provider: 'style' }] as const) {
      const { base, asWished } = baseMapOf(config(part), 'dark')
      expect(asWished).toBe(false)
      expect(base.online).toBe(false)
    }
  })
})
