import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { origin, type Phone, startPhone } from './phone.ts'

// A page with jQuery's own JSONP, the way the vendor's transport file sends: type "post", dataType "jsonp", a poll that is opened
// again before its event is handled, and commands beside it.

let phone: Phone
beforeAll(async () => {
  phone = await startPhone({ simulate: true, speed: 100 })
})
afterAll(() => phone.stop())

const require = createRequire(import.meta.url)
const jquery = readFileSync(require.resolve('jquery/dist/jquery.js'), 'utf8')

const client = (url: string) => `
window.heard = []; window.errors = []; window.names = []
function poll() {
  $.ajax({ type: 'post', url: '${url}/msg/', data: { act: 'get' }, dataType: 'jsonp', timeout: 30000,
    beforeSend: function (xhr, settings) { names.push(/callback=([^&]+)/.exec(settings.url)[1]) },
    success: function (e) { poll(); if (e && e.e_type !== -1) heard.push(e.ch + ':' + e.e_type + ':' + e.e_data) },
    error: function (x, why) { errors.push(why) } })
}
window.command = function (act, para, done) {
  $.ajax({ type: 'post', url: '${url}/cmd/', data: { act: act, para: JSON.stringify(para) }, dataType: 'jsonp',
    success: function (answer) { done(answer) }, error: function (x, why) { errors.push(why) } })
}
poll()
`

function page(address: string) {
  const dom = new JSDOM('<!doctype html><html><head></head><body></body></html>', {
    url: address,
    runScripts: 'dangerously',
    resources: 'usable',
  })
  dom.window.eval(jquery)
  dom.window.eval(client(phone.url))
  const window = dom.window as unknown as {
    heard: string[]
    errors: string[]
    names: string[]
    command(act: string, para: object, done: (answer: { result: number | string; outbuf?: string }) => void): void
    close(): void
  }
  return {
    window,
    command: (act: string, para: object) =>
      new Promise<{ result: number | string; outbuf?: string }>((resolve) => window.command(act, para, resolve)),
  }
}

test('a jQuery page starts, dials and hears every event once, in order', async () => {
  const { window, command } = page(`${origin}/`)
  expect((await command('check_ver', { a: 1 })).result).toBe(0)
  expect((await command('QNV_DevInfo', { a: 0, b: 7 })).result).toBe(0)
  expect((await command('QNV_OpenDevice', { a: 0, b: 0 })).result).toBe(1)
  const burst = await Promise.all(Array.from({ length: 12 }, (_, i) => command('QNV_SetParam', { a: 0, b: 52, c: i })))
  expect(burst.every((one) => one.result === 1)).toBe(true)
  expect((await command('QNV_General', { a: 0, b: 1, c: 0, d: '10086' })).result).toBe(1)
  await expect
    .poll(() => window.heard, { timeout: 5_000 })
    .toEqual(['0:100:', '0:106:10086', '0:19:', '0:106:10086', '0:6:', '0:21:1', '0:16:'])
  await command('QNV_SetDevCtrl', { a: 0, b: 2, c: 0 })
  await expect.poll(() => window.heard.slice(-3)).toEqual(['0:100:', '0:27:', '0:36:'])
  expect(decodeURIComponent((await command('QNV_CallLog', { a: 0, b: 7 })).outbuf ?? '')).toBe('10086')
  // One and the same name for poll after poll: it must not be taken for an id of the request.
  expect(window.names.length).toBeGreaterThan(8)
  expect(new Set(window.names).size).toBeLessThan(window.names.length)
  expect(window.errors).toEqual([])
  window.close()
})

test('two pages both hear every event', async () => {
  const [one, two] = [page(`${origin}/`), page(`${origin}/#/400/home`)]
  await one.command('QNV_OpenDevice', { a: 0, b: 0 })
  await two.command('check_ver', { a: 1 })
  const from = [one, two].map(({ window }) => window.heard.length)
  await phone.sim('call', { number: '13800001234' })
  await expect.poll(() => one.window.heard.slice(from[0]).join(' ')).toContain('0:505:13800001234')
  await phone.sim('hangup')
  await expect.poll(() => one.window.heard.at(-1)).toBe('0:36:')
  await expect.poll(() => two.window.heard.slice(from[1])).toEqual(one.window.heard.slice(from[0]))
  one.window.close()
  two.window.close()
})

test('a page of another origin is told nothing', async () => {
  const { window } = page('http://evil.example/')
  await expect.poll(() => window.errors.length).toBeGreaterThan(0)
  expect(window.heard).toEqual([])
  window.close()
})
