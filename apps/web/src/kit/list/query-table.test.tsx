import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { call } from '@chauffeur/contract/kernel/call'
import { page, pageOf } from '@chauffeur/contract/kernel/fields'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { stubServer } from '#platform/browser/stub-browser.ts'
import { stubLayout } from '#ui/table/stub-layout.ts'
import { QueryTable } from './query-table.tsx'
import type { Column, Filter, ShownFilter } from './query-table.view.ts'

const row = z.object({ id: z.string(), name: z.string() })
type Row = z.infer<typeof row>
const things = call({
  method: 'GET',
  path: '/things',
  effect: 'read',
  access: 'signedIn',
  tolerant: true,
  summary: '列表',
  input: page.extend({ keyword: z.string().optional(), ip: z.string().optional() }),
  output: pageOf(row),
})
const columns: Column<Row>[] = [{ key: 'name', title: '名称', width: 200, sortable: true, cell: ({ name }) => name }]
const filters: Filter[] = [
  { kind: 'text', key: 'keyword', label: '关键字' },
  { kind: 'text', key: 'ip', label: '地址' },
  { kind: 'amount', key: 'totalFen', label: '金额' },
  { kind: 'select', key: 'state', label: '状态', options: [{ key: 'ON', value: '启用' }] },
]
const rowKey = ({ id }: Row) => id

let asked: URLSearchParams[] = []
let answer: (params: URLSearchParams) => Response | Promise<Response>
const done = (rows: Row[], total = rows.length) =>
  Response.json({ code: 0, message: '', data: { rows, total, totalCapped: false, pageNo: 1, pageSize: 20 } })
const refusal = (code: number, message: string) => Response.json({ code, error: 'x', message, data: {} })

beforeEach(() => {
  asked = []
  answer = () =>
    done([
      { id: '1', name: '甲' },
      { id: '2', name: '乙' },
    ])
  stubServer((url) => {
    if (url.pathname !== '/things') return Response.json({ code: 0, message: '', data: { value: null } })
    asked.push(url.searchParams)
    return answer(url.searchParams)
  })
  stubLayout(1000)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Address() {
  return <output aria-label="address">{useLocation().search}</output>
}

let shown: ShownFilter
const onFilter = (filter: ShownFilter) => {
  shown = filter
}
function show(at = '/list') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <QueryTable name="test.things" label="列表" call={things} columns={columns} filters={filters} rowKey={rowKey} onFilter={onFilter} />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const address = () => screen.getByLabelText('address').textContent
const last = () => Object.fromEntries(asked.at(-1) ?? [])

test('what is typed goes to the address and to the server, after a pause', async () => {
  show('/list?page=3')
  await screen.findByText('甲')
  expect(last()).toMatchObject({ pageNo: '3', pageSize: '10' })
  await userEvent.type(screen.getByLabelText('关键字'), '138')
  await waitFor(() => expect(address()).toBe('?keyword=138'))
  await waitFor(() => expect(last()).toMatchObject({ keyword: '138', pageNo: '1' }))
  expect(asked.filter((params) => params.get('keyword')).map((params) => params.get('keyword'))).toEqual(['138'])
})

test('the slash key goes to the filter, but not while something is being typed', async () => {
  show()
  await screen.findByText('甲')
  await userEvent.keyboard('/')
  const filter = screen.getByLabelText<HTMLInputElement>('关键字')
  expect(document.activeElement).toBe(filter)
  await userEvent.keyboard('a/b')
  expect(filter.value).toBe('a/b')
})

test('a header press asks the server for that order and keeps it in the address', async () => {
  show()
  await screen.findByText('甲')
  await userEvent.click(screen.getByRole('button', { name: '名称' }))
  await waitFor(() => expect(last()).toMatchObject({ sortBy: 'name', sortOrder: 'desc' }))
  expect(address()).toBe('?sort=name.desc')
})

test('a list that cannot be loaded says why and can be asked again', async () => {
  answer = () => refusal(500, '服务繁忙')
  show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('服务繁忙')
  answer = () => done([{ id: '9', name: '后来' }])
  await userEvent.click(within(alert).getByRole('button', { name: /重\s?试/ }))
  expect(await screen.findByText('后来')).toBeTruthy()
})

test('a list that may not be seen says so and offers no retry', async () => {
  answer = () => refusal(403, '没有该功能的权限')
  show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('没有权限查看')
  expect(within(alert).queryByRole('button')).toBeNull()
})

test('filters that match nothing can be cleared from where the rows would be', async () => {
  answer = (params) => (params.get('keyword') ? done([]) : done([{ id: '1', name: '甲' }]))
  show('/list?keyword=zzz')
  expect(await screen.findByText('没有符合条件的记录')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '清空筛选' }))
  expect(await screen.findByText('甲')).toBeTruthy()
  expect(address()).toBe('')
})

test('a page beyond the end goes to the last one', async () => {
  answer = (params) => (params.get('pageNo') === '2' ? done([{ id: '21', name: '末行' }], 21) : done([], 21))
  show('/list?page=9')
  expect(await screen.findByText('末行')).toBeTruthy()
  expect(address()).toBe('?page=2')
})

test('two filters typed within the pause both hold, and so does a choice made meanwhile', async () => {
  show()
  await screen.findByText('甲')
  fireEvent.change(screen.getByLabelText('关键字'), { target: { value: '王' } })
  fireEvent.change(screen.getByLabelText('地址'), { target: { value: '10.0' } })
  await userEvent.click(screen.getByLabelText('状态'))
  await userEvent.click(await screen.findByTitle('启用'))
  await waitFor(() => expect(Object.fromEntries(new URLSearchParams(address()!))).toEqual({ keyword: '王', ip: '10.0', state: 'ON' }))
  await waitFor(() => expect(last()).toMatchObject({ keyword: '王', ip: '10.0', state: 'ON' }))
  await waitFor(() => expect(shown).toEqual({ input: { keyword: '王', ip: '10.0', state: 'ON' }, ready: true }))
})

test('an amount that cannot be read is said so at its field, and the list stays as it was', async () => {
  show('/list?totalFenFrom=50')
  await screen.findByText('甲')
  await waitFor(() => expect(shown.ready).toBe(true))
  const field = screen.getByLabelText<HTMLInputElement>('金额最低（元）')
  fireEvent.change(field, { target: { value: '100元' } })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toBe('不是金额，未按此筛选')
  expect(shown.ready).toBe(false)
  await userEvent.type(field, '{Enter}')
  expect([address(), field.value, shown.ready]).toEqual(['?totalFenFrom=50', '100元', false])
  fireEvent.change(field, { target: { value: '100' } })
  await userEvent.type(field, '{Enter}')
  await waitFor(() => expect(shown).toEqual({ input: { totalFenFrom: 10_000 }, ready: true }))
})

test('an address with a filter that cannot be read says so and is nothing to work upon as a whole', async () => {
  show('/list?totalFenTo=100元')
  await screen.findByText('甲')
  expect(screen.getByLabelText<HTMLInputElement>('金额最高（元）').getAttribute('aria-invalid')).toBe('true')
  expect(last()).not.toHaveProperty('totalFenTo')
  expect(shown.ready).toBe(false)
})

test('a blank before a pause stays, and clearing the filters takes what was half typed with it', async () => {
  show()
  await screen.findByText('甲')
  await userEvent.type(screen.getByLabelText('关键字'), '王 ')
  await waitFor(() => expect(address()).toBe('?keyword=%E7%8E%8B'))
  expect(screen.getByLabelText<HTMLInputElement>('关键字').value).toBe('王 ')
  fireEvent.change(screen.getByLabelText('地址'), { target: { value: '10' } })
  await userEvent.click(screen.getByText(/^清空筛选/))
  expect(screen.getByLabelText<HTMLInputElement>('地址').value).toBe('')
  await waitFor(() => expect(shown.ready).toBe(true))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(address()).toBe('')
})

test('half of a word in pinyin is not searched for', async () => {
  show()
  await screen.findByText('甲')
  const field = screen.getByLabelText('关键字')
  fireEvent.compositionStart(field)
  fireEvent.input(field, { target: { value: 'wang' }, isComposing: true })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect([address(), shown.ready]).toEqual(['', false])
  fireEvent.change(field, { target: { value: '王' } })
  fireEvent.compositionEnd(field)
  await waitFor(() => expect(address()).toBe('?keyword=%E7%8E%8B'))
})

test('the slash key does not reach behind a dialog', async () => {
  show()
  await screen.findByText('甲')
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(document.body)
  dialog.remove()
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('关键字'))
})
