import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { call } from '@chauffeur/contract/kernel/call'
import { page, pageOf } from '@chauffeur/contract/kernel/fields'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { stubServer } from '#platform/stub-browser.ts'
import { stubLayout } from './grid/stub-layout.ts'
import { QueryTable, type Column, type Filter } from './query-table.tsx'

const row = z.object({ id: z.string(), name: z.string() })
type Row = z.infer<typeof row>
const things = call({
  method: 'GET',
  path: '/things',
  effect: 'read',
  access: 'signedIn',
  tolerant: true,
  summary: '列表',
  input: page,
  output: pageOf(row),
})
const columns: Column<Row>[] = [{ key: 'name', title: '名称', width: 200, sortable: true, cell: ({ name }) => name }]
const filters: Filter[] = [{ kind: 'text', key: 'keyword', label: '关键字' }]
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

function show(at = '/list') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <QueryTable name="test.things" label="列表" call={things} columns={columns} filters={filters} rowKey={rowKey} />
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
  expect(last()).toMatchObject({ pageNo: '3', pageSize: '20' })
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
