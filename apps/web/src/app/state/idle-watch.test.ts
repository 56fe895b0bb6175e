import { afterEach, expect, test, vi } from 'vitest'
import { fetchArguments } from '#platform/http/http.ts'
import { idleWatch, watchIdle } from './idle-watch.ts'

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('on an exempt host work counts, although the browser was watched there once and its mark is old', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify({ idleExemptHosts: [location.hostname] }))),
  )
  localStorage.setItem('chauffeur.activity', String(Date.now() - 3_600_000))
  const asked = () => fetchArguments({ method: 'GET', path: '/a', effect: 'read' }, {}, 'token').init.headers
  expect(asked()).toHaveProperty('x-background')
  const stop = watchIdle()
  await vi.waitFor(() => expect(asked()).not.toHaveProperty('x-background'))
  expect(idleWatch()).toBeUndefined()
  stop()
})
