import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { call } from '@chauffeur/contract/kernel/call'
import { page, pageOf } from '@chauffeur/contract/kernel/fields'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { stubServer } from '#platform/browser/stub-browser.ts'
import { setSession } from '#platform/session/session.ts'
import { screenKeys } from '#platform/tab/screen-keys.ts'
import { stubLayout } from '#ui/table/stub-layout.ts'
import { defineList } from './define.list.tsx'
import { actionsOf } from './row-actions.tsx'

const row = z.object({ id: z.string(), no: z.string(), fen: z.number().nullable(), allowedActions: z.array(z.string()) })
const read = { method: 'GET', effect: 'read', access: 'signedIn', tolerant: true, summary: '列表' } as const
const list = call({
  ...read,
  path: '/things',
  input: page.extend({ state: z.string().optional(), keyword: z.string().optional() }),
  output: pageOf(row),
})
const counts = call({ ...read, path: '/counts', input: z.object({}), output: z.object({ late: z.number() }) })

const guarded = call({ ...read, path: '/guarded', access: { authority: 'user.edit' }, input: z.object({}), output: z.object({}) })
const done = vi.fn<(no: string) => Promise<void>>(async () => undefined)
const looked = vi.fn<(no: string) => void>()
const Things = defineList(list, ({ c, f }) => ({
  name: 'test.things',
  title: '东西',
  rowKey: ({ id }) => id,
  rowName: ({ no }) => no,
  tabs: {
    counts,
    tabs: [
      { key: 'all', label: '全部', values: {} },
      { key: 'late', label: '超时', values: { state: 'LATE' }, urgent: true },
    ],
  },
  filters: [
    f.keyword('编号'),
    f.word('state', '状态', { LATE: '超时', FINE: '正常' }, { more: true }),
    f.amount('fen', '金额', { more: true }),
  ],
  columns: [
    c.name('no', '编号', ({ no }) => no),
    c.money('fen', '金额', { sum: true }),
    c.text('hidden', '备注', () => '只在旁边', { optional: true }),
  ],
  actions: [
    { key: 'look', label: '查看', letter: 'V', can: () => true, run: ({ no }) => looked(no) },
    {
      key: 'close',
      label: '关掉',
      danger: true,
      confirm: { text: ({ no }) => `关掉 ${no}？`, send: ({ no }) => done(no), done: '关掉了' },
    },
    { key: 'secret', label: '秘密', may: guarded, run: () => undefined },
  ],
  open: ['look'],
  add: { may: guarded, path: '/add' },
  fills: '加进来的东西在这里。',
}))

const rows = ['A1', 'A2', 'A3'].map((no, at) => ({ id: String(at), no, fen: (at + 1) * 100, allowedActions: at === 1 ? [] : ['close'] }))
let asked: URLSearchParams[] = []
let answer = rows
beforeEach(() => {
  asked = []
  answer = rows
  setSession({ permissions: [] })
  stubServer((url) => {
    const data = (value: object) => Response.json({ code: 0, message: '', data: value })
    if (url.pathname === '/counts') return data({ late: 1200 })
    if (url.pathname !== '/things') return data({ value: null })
    asked.push(url.searchParams)
    return data({ rows: answer, total: 53, totalCapped: false, pageNo: Number(url.searchParams.get('pageNo')), pageSize: 10 })
  })
  stubLayout(1000)
})
afterEach(() => {
  cleanup()
  // A dialog on its way out still lies over the page.
  document.body.replaceChildren()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const Address = () => <output aria-label="address">{useLocation().search}</output>
const address = () => screen.getByLabelText('address').textContent
async function show(at = '/things', locked = false) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Things locked={locked} />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('A1')
}
const grid = () => screen.getByRole('grid', { name: '东西' })
/** NOTE: jsdom shows no popovers. */
const menu = () => screen.getByRole('menu', { hidden: true })

test('what cannot be done to a row is not offered, nor what the operator has no authority for', async () => {
  await show()
  await userEvent.hover(screen.getByText('A1'))
  expect(screen.getByRole('button', { name: '关掉 A1' })).toBeTruthy()
  await userEvent.hover(screen.getByText('A2'))
  expect(screen.getByRole('button', { name: '查看 A2' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '关掉 A2' })).toBeNull()
  expect(screen.queryByText('秘密')).toBeNull()
  expect(screen.queryByRole('button', { name: /新建/ })).toBeNull()
})

test('nothing is added to what is not this operator’s to change', async () => {
  setSession({ permissions: ['user.edit'] })
  await show()
  expect(screen.getByRole('button', { name: /新建/ })).toBeTruthy()
  cleanup()
  await show('/things', true)
  expect(screen.queryByRole('button', { name: /新建/ })).toBeNull()
})

test('from the search field the arrow leads into the rows, Enter opens, a letter acts, and the menu tells the keys', async () => {
  await show()
  await userEvent.keyboard('/{ArrowDown}')
  expect(document.activeElement).toBe(grid())
  await userEvent.keyboard('{ArrowDown}{Enter}v')
  expect(looked.mock.calls.map(([no]) => no)).toEqual(['A2', 'A2'])
  await userEvent.keyboard('{ArrowUp}{Shift>}{F10}{/Shift}')
  expect(
    within(menu())
      .getAllByRole('menuitem', { hidden: true })
      .map((one) => one.textContent),
  ).toEqual(['打开Enter', '查看V', '关掉', '在旁边查看P'])
  fireEvent.keyDown(menu(), { key: 'Escape' })
  expect(screen.queryByRole('menu', { hidden: true })).toBeNull()
  expect(document.activeElement).toBe(grid())
  expect(screenKeys().map(([keys]) => keys)).toEqual(['/', '↓', '↑+↓', 'Enter', 'P', 'Shift+F10', 'V'])
})

test('Tab leads through the row the keyboard is on, not through every row', async () => {
  await show()
  const stops = () => [...document.querySelectorAll<HTMLElement>('[data-row] button')].filter((one) => one.tabIndex === 0).length
  expect(stops()).toBe(0)
  await userEvent.keyboard('/{ArrowDown}')
  expect(stops()).toBe(3)
})

test('what ends something is asked once more, in words of its own, and said when it is done', async () => {
  await show()
  await userEvent.hover(screen.getByText('A3'))
  await act(async () => screen.getByRole('button', { name: '关掉 A3' }).click())
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('关掉 A3？')
  await userEvent.click(within(dialog).getByRole('button', { name: /关\s?掉/ }))
  await waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith('A3'))
})

test('a tab narrows the list, its count is of what the other filters find, and its filter stands in the tab alone', async () => {
  await show()
  const late = await screen.findByRole('button', { name: /^超时/ })
  await waitFor(() => expect(late.textContent).toBe('超时999+'))
  await userEvent.click(late)
  expect(address()).toBe('?state=LATE')
  expect(late.getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('combobox', { name: '状态' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '全部' }))
  expect(address()).toBe('')
})

test('a filter is called when it is wanted, with the keyboard in it', async () => {
  await show()
  expect(screen.queryByLabelText('金额最低（元）')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '+ 筛选' }))
  await userEvent.click(within(menu()).getByText('金额'))
  expect(document.activeElement).toBe(screen.getByLabelText('金额最低（元）'))
  await userEvent.keyboard('5{Enter}')
  await waitFor(() => expect(address()).toBe('?fenFrom=5'))
})

test('a screen reader hears how long the whole list is, and where on it the row stands', async () => {
  await show('/things?page=2')
  expect(grid().getAttribute('aria-rowcount')).toBe('54')
  expect(screen.getByText('A1').closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('12')
})

test('everything of a row is looked at beside the list, also what has no column, and the next row follows the keyboard', async () => {
  await show()
  await userEvent.keyboard('/{ArrowDown}')
  await act(async () => fireEvent.keyDown(grid(), { key: 'p' }))
  const beside = await screen.findByRole('complementary')
  await waitFor(() => expect(beside.textContent).toContain('A1'))
  expect(beside.textContent).toContain('只在旁边')
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(beside.querySelector('strong')?.textContent).toBe('A2'))
  await userEvent.keyboard('p')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

test('an empty list says what fills it', async () => {
  answer = []
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Things />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByText('加进来的东西在这里。')).toBeTruthy()
})

test('what was switched off is offered back with the version that the switching left', async () => {
  interface Thing {
    id: string
    version: number
    enabled: boolean
  }
  const input = z.object({ id: z.string(), version: z.number(), enabled: z.boolean() })
  const turn = call({ ...read, method: 'POST', effect: 'write', path: '/turn', input, output: z.object({ version: z.number() }) })
  const sent: unknown[] = []
  stubServer((_, init) => {
    sent.push(Object.fromEntries(new URLSearchParams(String(init?.body))))
    return Response.json({ code: 0, message: '', data: { version: 4 } })
  })
  const [enable, disable] = actionsOf<Thing>().onOff(turn, {
    input: ({ id, version }, enabled) => ({ id, version, enabled }),
    isOn: ({ enabled }) => enabled,
    off: () => '停用后不能再用。',
  })
  const row = { id: '1', version: 3, enabled: true }
  expect([enable?.can?.(row), disable?.can?.(row), enable?.danger, disable?.danger]).toEqual([false, true, false, true])
  const left = await disable!.confirm!.send(row)
  await disable!.confirm!.undo!(row, left as never)()
  expect(sent).toMatchObject([
    { id: '1', version: '3', enabled: 'false' },
    { id: '1', version: '4', enabled: 'true' },
  ])
})
