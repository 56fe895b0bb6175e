import type { Found } from '@chauffeur/contract/kernel/find'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser, stubServer } from '#platform/browser/stub-browser.ts'
import { queryClient } from '#platform/http/query-client.ts'
import { setSession } from '#platform/session/session.ts'
import { PickSelect } from './pick-select.tsx'

const driver = (id: string, name: string): Found => ({ id, name, fact: `D${id}`, place: '杭州市', off: false })
const all = [driver('1', '王建国'), driver('2', '王建军'), driver('3', '李娜')]
let asked: URLSearchParams[] = []
let fails = false

let user = 0
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  stubBrowser()
  Element.prototype.scrollIntoView = () => {}
  setSession({ userId: String(++user), permissions: ['driver.view'] })
  asked = []
  fails = false
  stubServer(({ searchParams }) => {
    asked.push(searchParams)
    if (fails) return Response.json({ code: 500, message: '查询太慢' })
    const ids = JSON.parse(searchParams.get('ids') ?? 'null') as string[] | null
    const keyword = searchParams.get('keyword') ?? ''
    return Response.json({ code: 0, data: { rows: all.filter((row) => (ids ? ids.includes(row.id) : row.name.startsWith(keyword))) } })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function Page({ chosen, multiple }: { chosen?: string | string[]; multiple?: boolean }) {
  const [value, setValue] = useState<string | readonly string[] | null>(chosen ?? null)
  return (
    <QueryClientProvider client={queryClient}>
      <PickSelect kind="driver" aria-label="司机" multiple={multiple} value={value} onChange={setValue as never} allowClear />
      <output>{JSON.stringify(value)}</output>
    </QueryClientProvider>
  )
}
const box = () => screen.getByRole('combobox')
const pause = (ms = 400) => act(async () => vi.advanceTimersByTimeAsync(ms))
const open = async () => {
  fireEvent.mouseDown(box())
  await pause()
}
const type = async (text: string) => {
  fireEvent.change(box(), { target: { value: text } })
  await pause()
  await pause()
}
const offered = () => [...document.querySelectorAll('.pick-row')].map((row) => row.textContent)
const choose = (name: string) => act(async () => fireEvent.click(within(document.body).getByText(name)))

test('what is typed is looked for on the server, and a row shows what tells it from others of its name', async () => {
  render(<Page />)
  expect(asked).toEqual([])
  await open()
  await type('王')
  expect(asked.at(-1)?.get('keyword')).toBe('王')
  expect(offered()).toEqual(['王建国D1杭州市', '王建军D2杭州市'])
  await choose('王建军')
  expect(screen.getByRole('status').textContent).toBe('"2"')
})

test('what was chosen is called by its name though no page holds it, and what is out of sight by its number', async () => {
  render(<Page chosen={['3', '77']} multiple />)
  await pause()
  expect(asked.map((params) => params.get('ids'))).toEqual(['["3","77"]'])
  expect(screen.getByText('李娜')).toBeTruthy()
  expect(screen.getByText('编号 77')).toBeTruthy()
  await open()
  await type('王')
  expect(screen.getByText('李娜')).toBeTruthy()
})

test('what somebody chose before comes first, and not for the next one who signs in', async () => {
  render(<Page />)
  await open()
  await choose('李娜')
  cleanup()
  render(<Page />)
  await open()
  expect(screen.getByText('最近选过')).toBeTruthy()
  expect(offered()[0]).toContain('李娜')
  cleanup()
  setSession({ userId: 'another' })
  render(<Page />)
  await open()
  expect(screen.queryByText('最近选过')).toBeNull()
})

test('a search that failed says so and can be made again', async () => {
  fails = true
  render(<Page />)
  await open()
  expect(screen.getByRole('alert').textContent).toContain('查询太慢')
  fails = false
  await act(async () => screen.getByRole('button', { name: '重试' }).click())
  await pause()
  expect(offered()).toHaveLength(3)
})

test('who may not see drivers is told so and asks nothing', async () => {
  setSession({ permissions: [] })
  render(<Page chosen="1" />)
  await pause()
  expect((box() as HTMLInputElement).disabled).toBe(true)
  expect(asked).toEqual([])
})
