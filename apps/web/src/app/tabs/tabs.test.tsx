import { act, cleanup, fireEvent, render, renderHook, screen as page } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { useLocation } from 'react-router-dom'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Screen } from '#platform/tab/screen.ts'
import { session, setSession } from '#platform/session/session.ts'
import { dropAllTabStates } from '#platform/tab/tab-state.ts'
import { useTabActive, useTabAwake, useTabState } from '#platform/tab/tab.ts'
import { answerDiscard, useDiscardAsked, useUnsaved } from '#platform/tab/unsaved.ts'
import { setShell } from '../state/shell-state.ts'
import { closeAll, closeOthers, closeTab, refreshTab } from '../state/tab-actions.ts'
import { TabHost } from './tab-host.tsx'
import { keepWarm, WARM_TABS } from './warm.ts'

const made = vi.hoisted(() => ({ screens: [] as Screen[] }))
vi.mock('../root/screens.ts', () => made)

function Form() {
  const [draft, setDraft] = useTabState('draft', '')
  const [local, setLocal] = useState('')
  const { pathname, search } = useLocation()
  useUnsaved(() => local !== '')
  return (
    <section aria-label={pathname}>
      <input aria-label={`draft ${pathname}`} value={draft} onChange={(event) => setDraft(event.target.value)} />
      <input aria-label={`local ${pathname}`} value={local} onChange={(event) => setLocal(event.target.value)} />
      <output>{`${useTabActive() ? 'active' : 'hidden'} ${search}`}</output>
    </section>
  )
}
const Asks = () => <output aria-label="asks">{useTabAwake() ? 'yes' : 'no'}</output>
let broken = true
function Broken() {
  if (broken) throw new Error('boom')
  return <p>well again</p>
}
const title = (path: string) => ({ path, title: path, load: () => Promise.resolve({ default: Form }) })

beforeEach(() => {
  made.screens.splice(
    0,
    99,
    { path: '/asks', title: '/asks', load: () => Promise.resolve({ default: Asks }) },
    { path: '/broken', title: '/broken', load: () => Promise.resolve({ default: Broken }) },
    ...['/', '/a', '/b', ...Array.from({ length: 12 }, (_, n) => `/n${n}`)].map(title),
  )
  setSession({ tabs: [], frames: {}, permissions: [], navigation: [] })
  setShell({ menu: 'ready', reloads: {} })
  dropAllTabStates()
  broken = true
})
afterEach(cleanup)

const host = (path: string) => (
  <MemoryRouter>
    <TabHost activeKey={path.split('?')[0] ?? ''} activePath={path} activeTitle={path} running addressed />
  </MemoryRouter>
)
async function open(path: string) {
  const view = render(host(path))
  const show = async (next: string) => act(async () => view.rerender(host(next)))
  await show(path)
  return show
}
const field = (name: string) => page.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

test('coming back to a tab finds what was half typed, and the hidden one is out of reach of the keyboard', async () => {
  const show = await open('/a')
  type('local /a', 'half')
  await show('/b')
  expect(document.getElementById('pane-%2Fa')?.hasAttribute('inert')).toBe(true)
  expect(page.getByLabelText('/a').querySelector('output')).toHaveProperty('textContent', 'hidden ')
  await show('/a')
  expect(field('local /a').value).toBe('half')
  expect(page.getByLabelText('/a').querySelector('output')).toHaveProperty('textContent', 'active ')
})

test('a tab that comes back is painted before it asks for anything anew', async () => {
  const show = await open('/asks')
  const asks = () => page.getByLabelText('asks').textContent
  expect(asks()).toBe('yes')
  vi.useFakeTimers()
  try {
    const frame = () => act(() => vi.advanceTimersByTimeAsync(20))
    await show('/b')
    await frame()
    expect(asks()).toBe('no')
    await show('/asks')
    expect(asks()).toBe('no')
    await frame()
    expect(asks()).toBe('yes')
  } finally {
    vi.useRealTimers()
  }
})

test('a tab keeps its own address while another is shown', async () => {
  const show = await open('/a?status=180')
  await show('/b?city=1')
  expect(page.getByLabelText('/a').querySelector('output')).toHaveProperty('textContent', 'hidden ?status=180')
})

test('only the last ten tabs stay in the page, and a colder one comes back with its draft', async () => {
  const show = await open('/a')
  type('draft /a', 'kept')
  for (let n = 0; n < WARM_TABS; n++) await show(`/n${n}`)
  expect(page.queryByLabelText('/a')).toBeNull()
  expect(document.querySelectorAll('.tab-pane')).toHaveLength(WARM_TABS)
  await show('/a')
  expect(field('draft /a').value).toBe('kept')
})

test('an error in one tab leaves the others working, and it can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const show = await open('/a')
  type('local /a', 'fine')
  await show('/broken')
  expect(page.getByRole('alert').textContent).toContain('此页面出错了')
  await show('/a')
  expect(field('local /a').value).toBe('fine')
  await show('/broken')
  broken = false
  await act(async () => fireEvent.click(page.getByText('重试')))
  expect(page.getByText('well again')).toBeTruthy()
})

test('refreshing a tab starts only that one afresh', async () => {
  const show = await open('/a')
  type('draft /a', 'old')
  await show('/b')
  type('draft /b', 'stays')
  await show('/a')
  await act(async () => refreshTab('/a'))
  expect(field('draft /a').value).toBe('')
  expect(field('draft /b').value).toBe('stays')
})

test('closing leaves home open, closes others but one, and forgets what was typed', async () => {
  const show = await open('/a')
  type('draft /a', 'gone')
  await show('/b')
  await show('/n1')
  const keys = () => session().tabs.map((tab) => tab.key)
  expect(keys()).toEqual(['/', '/a', '/b', '/n1'])
  act(() => closeTab('/'))
  expect(keys()).toContain('/')
  act(() => closeOthers('/b'))
  expect(keys()).toEqual(['/', '/b'])
  await show('/a')
  expect(field('draft /a').value).toBe('')
  act(() => closeAll())
  expect(keys()).toEqual(['/'])
})

test('a screen without the authority says so instead of loading', async () => {
  made.screens.push({ ...title('/secret'), authority: 'secret.view' })
  const show = await open('/secret')
  expect(page.getByRole('alert').textContent).toContain('权限不足,无法访问此页面,请联系管理员')
  act(() => setSession({ permissions: ['secret.view'] }))
  await show('/secret')
  expect(page.getByLabelText('/secret')).toBeTruthy()
})

test('the warm set follows use, drops closed tabs and is capped', () => {
  expect(keepWarm(['b', 'a'], 'a', ['a', 'b'])).toEqual(['a', 'b'])
  expect(keepWarm(['b', 'a'], 'a', ['a'])).toEqual(['a'])
  expect(keepWarm(['b', 'a'], '', ['a', 'b'])).toEqual(['b', 'a'])
  expect(keepWarm(['1', '2', '3'], '4', ['1', '2', '3', '4'], undefined, 2)).toEqual(['4', '1'])
  expect(keepWarm(['1', '2', '3'], '4', ['1', '2', '3', '4'], (key) => key === '3', 2)).toEqual(['4', '1', '3'])
})

const asked = () => renderHook(useDiscardAsked).result.current
const answer = async (discard: boolean) => act(async () => answerDiscard(discard))

test('closing or refreshing tabs asks once for what is half typed in them, and leaves it where it is until that is answered', async () => {
  const show = await open('/a')
  type('local /a', 'half')
  await show('/b')
  const keys = () => session().tabs.map((tab) => tab.key)
  for (const lose of [() => closeTab('/a'), () => closeOthers('/b'), () => closeAll(), () => refreshTab('/a')]) {
    await act(async () => lose())
    expect(asked()).toBe(true)
    await answer(false)
    expect([keys(), field('local /a').value]).toEqual([['/', '/a', '/b'], 'half'])
  }
  await act(async () => closeTab('/b'))
  expect(asked()).toBe(false)
  await act(async () => closeTab('/a'))
  await answer(true)
  expect(keys()).toEqual(['/'])
})

test('the eleventh tab does not take a half-typed form out of the page', async () => {
  const show = await open('/a')
  type('local /a', 'half')
  for (let n = 0; n < WARM_TABS + 1; n++) await show(`/n${n}`)
  expect(field('local /a').value).toBe('half')
  expect(asked()).toBe(false)
  await show('/a')
  type('local /a', '')
  for (let n = 0; n < WARM_TABS; n++) await show(`/n${n}`)
  expect(page.queryByLabelText('/a')).toBeNull()
})
