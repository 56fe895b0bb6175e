import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test, vi } from 'vitest'

/** The worker as a browser runs it, by itself: it shares no module with the page. */
const program = await readFile(join(import.meta.dirname, '../../public/notices.js'), 'utf8')
const SCOPE = 'https://example.com/driver/'

interface Page {
  url: string
  visibilityState: 'visible' | 'hidden'
  postMessage: (said: unknown) => void
  focus: () => Promise<void>
}
type Waiting = { waitUntil: (work: Promise<unknown>) => void }
const heard = new Map<string, (event: object) => void>()
const opened: string[] = []
const shown: string[] = []
const kept = new Map<string, object>()
const asked: { path: string; headers: Record<string, string> }[] = []
let pages: Page[] = []
let answer = { code: 0 }
const unsubscribe = vi.fn(async () => true)

const page = (url: string, visibilityState: Page['visibilityState'] = 'visible'): Page => ({
  url,
  visibilityState,
  postMessage: vi.fn<(said: unknown) => void>(),
  focus: vi.fn(async () => undefined),
})
/** Hands the worker an event, and waits for what it does. */
async function happens(name: string, of: object): Promise<void> {
  const work: Promise<unknown>[] = []
  const event: Waiting = { ...of, waitUntil: (one) => void work.push(one) }
  heard.get(name)!(event)
  await Promise.all(work)
}
const pushed = () => happens('push', { data: { json: () => ({ id: '7', event: 'APP_LEVEL_UP', title: '等级提升', text: '恭喜' }) } })
const touched = () => happens('notificationclick', { notification: { close: () => undefined, data: { id: '7', event: 'APP_LEVEL_UP' } } })

beforeEach(() => {
  for (const list of [opened, shown, asked]) list.length = 0
  kept.clear()
  unsubscribe.mockClear()
  answer = { code: 0 }
  const self = {
    navigator: { vendor: 'Google Inc.' },
    addEventListener: (name: string, listener: (event: object) => void) => void heard.set(name, listener),
    clients: { matchAll: async () => pages, openWindow: async (url: string) => void opened.push(url) },
    registration: {
      scope: SCOPE,
      showNotification: async (title: string) => void shown.push(title),
      pushManager: {
        subscribe: async () => ({
          toJSON: () => ({ endpoint: 'https://push.example/new', keys: { p256dh: 'a', auth: 'b' } }),
          unsubscribe,
        }),
      },
    },
  }
  const caches = {
    open: async (name: string) => ({ match: async () => kept.has(name) && { json: async () => kept.get(name) } }),
    delete: async (name: string) => kept.delete(name),
  }
  const fetch = async (path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ path, headers })
    return { json: async () => answer }
  }
  runInNewContext(program, { self, caches, fetch })
})

test('a console that is looked at in the same browser hides no notice from the driver', async () => {
  pages = [page('https://example.com/#/orders'), page('https://example.com/')]
  await pushed()
  expect(shown).toEqual(['等级提升'])
  pages = [...pages, page(`${SCOPE}?app=3`, 'hidden')]
  await pushed()
  expect(shown).toHaveLength(2)
  pages = [...pages, page(SCOPE)]
  await pushed()
  expect(shown, 'the driver’s page says it itself').toHaveLength(2)
})

test('a touch on a notice leads to the driver’s page, and opens one beside a console', async () => {
  const console = page('https://example.com/#/orders')
  const own = page(`${SCOPE}#top`, 'hidden')
  pages = [console, own]
  await touched()
  expect(own.postMessage).toHaveBeenCalledWith({ told: { id: '7', event: 'APP_LEVEL_UP' } })
  expect(own.focus).toHaveBeenCalled()
  expect(console.postMessage).not.toHaveBeenCalled()
  expect(console.focus).not.toHaveBeenCalled()
  pages = [console]
  await touched()
  expect(opened).toEqual(['./#told=7.APP_LEVEL_UP'])
})

test('a changed address is said with the session that was left, which is kept no longer once it is over', async () => {
  const changed = () => happens('pushsubscriptionchange', { oldSubscription: { options: {} } })
  await changed()
  expect(asked).toEqual([])
  kept.set('chauffeur.push', { path: '/driver/v1/push/listen', headers: { token: 't1' }, english: false })
  await changed()
  expect(asked).toMatchObject([{ path: '/driver/v1/push/listen', headers: { token: 't1' } }])
  expect([kept.size, unsubscribe.mock.calls.length]).toEqual([1, 0])
  answer = { code: 401 }
  await changed()
  expect([kept.size, unsubscribe.mock.calls.length]).toEqual([0, 1])
})
