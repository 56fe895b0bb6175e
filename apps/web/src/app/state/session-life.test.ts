import { beforeEach, expect, test, vi } from 'vitest'
import { readCookie, writeCookie } from '#platform/session/cookies.ts'
import { on } from '#platform/browser/events.ts'
import { queryClient } from '#platform/http/query-client.ts'
import { readSaved, writeSaved } from '#platform/session/session-saved.ts'
import { forgetUser, session, setSession } from '#platform/session/session.ts'
import { chooseTheme, endSessionHere, loadProfile, restoreSession, saveSession } from './session-life.ts'

const tabs = [
  { key: '/', path: '/', title: '首页' },
  { key: '/Order/List', path: '/Order/List?status=180', title: '订单列表' },
]

beforeEach(() => {
  sessionStorage.clear()
  forgetUser()
  writeCookie('token', 'one')
  writeCookie('username', '张三@op')
})

test('a reload finds the session as it was left', () => {
  setSession({
    userId: '7',
    tenantId: '1',
    brandName: '安途代驾',
    deptType: 2,
    cooperationChannelId: '4',
    collapse: true,
    permissions: ['order.view'],
    tabs,
    frames: { '/frame/8': 'https://example.cn/' },
    navigation: [{ id: '1', name: '首页', url: '/', icon: '', children: [] }],
  })
  const before = session()
  saveSession()
  forgetUser()
  expect(session().tabs).toEqual([])
  restoreSession()
  const { tenantId, brandName, deptType, cooperationChannelId, collapse, permissions, navigation, frames, userId } = session()
  expect({ tenantId, brandName, deptType, cooperationChannelId, collapse, permissions, navigation, frames, userId }).toEqual({
    tenantId: '1',
    brandName: '安途代驾',
    deptType: 2,
    cooperationChannelId: '4',
    collapse: true,
    permissions: ['order.view'],
    navigation: before.navigation,
    frames: before.frames,
    userId: '7',
  })
  expect(session().tabs).toEqual(tabs)
  expect(session().username).toBe('张三@op')
})

test('another user finds nothing of what was fetched for the one before', () => {
  queryClient.setQueryData(['GET /djweb/customers/customer_list'], { rows: [{ phone: '138' }] })
  restoreSession()
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('a theme picked before the profile came is not painted over by it, and is saved', async () => {
  const me = { userId: '7', username: 'op', deptType: 1, locale: 'zh-CN', theme: 'dark', mustChangePassword: true }
  const { promise, resolve } = Promise.withResolvers<Response>()
  const answer = (data: unknown) => new Response(JSON.stringify({ code: 0, message: '', data }))
  const fetched = vi.fn((url: string) => (url.includes('getLoginUser') ? promise : Promise.resolve(answer({}))))
  vi.stubGlobal('fetch', fetched)
  const loading = loadProfile()
  chooseTheme('light')
  resolve(answer(me))
  await loading
  vi.unstubAllGlobals()
  expect([session().theme, document.documentElement.dataset.theme]).toEqual(['light', 'light'])
  expect(fetched.mock.calls.some(([url]) => url.includes('/api/session/preferences/save'))).toBe(true)
})

test('the token is not in session storage', () => {
  setSession({ userId: '7', token: 'one' })
  saveSession()
  expect(JSON.stringify(readSaved())).not.toContain('"one"')
})

test('nothing is saved before it is known who works here', () => {
  saveSession()
  expect(readSaved()).toBeNull()
})

test('a session that ran out is saved for the same user; one that was signed out is forgotten', () => {
  const ended = vi.fn()
  const stop = on('signedOut', ended)
  setSession({ userId: '7', tabs })
  endSessionHere(true)
  expect(readSaved()?.tabs).toEqual(tabs)
  endSessionHere(false)
  expect(session().userId).toBe('')
  expect(ended.mock.calls).toEqual([[{ keepWork: true }], [{ keepWork: false }]])
  stop()
})

test('broken storage content is nothing, not a crash', () => {
  sessionStorage.setItem('chauffeur.session', '{"userId":')
  expect(readSaved()).toBeNull()
  writeSaved({ userId: '7' })
  restoreSession()
  expect(session().tabs).toEqual([])
  expect(readCookie('token')).toBe('one')
})
