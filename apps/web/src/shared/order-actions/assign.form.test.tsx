import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser, stubServer } from '#platform/browser/stub-browser.ts'
import { queryClient } from '#platform/http/query-client.ts'
import type { ActedOrder } from './actions.view.ts'
import { AssignForm } from './assign.form.tsx'

vi.setConfig({ testTimeout: 60_000 })

const order = { orderId: '9', orderNo: 'D9', version: 3, serviceStatus: 180, timeline: [] } as unknown as ActedOrder
const driver = (driverId: string, name: string, hindrance: string | null = null) => ({
  driverId,
  driverNo: `S${driverId}`,
  name,
  level: 1,
  workStatus: 'ONLINE_IDLE',
  distanceM: 100,
  etaS: 60,
  freshness: 'FRESH',
  hindrance,
  overridable: hindrance !== null,
})
const [zhang, li] = [driver('1', '张三'), driver('2', '李四')]
let near = [zhang, li]
let assigned: Record<string, unknown>[] = []
let doubtful = false

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  stubBrowser()
  Element.prototype.scrollIntoView = () => undefined
  near = [zhang, li]
  assigned = []
  doubtful = false
  stubServer(({ pathname, searchParams }, init) => {
    if (pathname.endsWith('assignable_drivers'))
      return Response.json({ code: 0, data: { rows: searchParams.has('keyword') ? [li] : near } })
    if (pathname.endsWith('assign_driver')) {
      const sent = Object.fromEntries(new URLSearchParams(String(init?.body))) as Record<string, unknown>
      assigned.push(sent)
      if (doubtful && !sent.anyway) return Response.json({ code: 40900, error: 'dispatchDesk.doubtful', message: '司机不适合', data: null })
      return Response.json({ code: 0, data: { orderId: '9', orderNo: 'D9', serviceStatus: 301, driverId: '1', version: 4 } })
    }
    return Response.json({ code: 0, data: {} })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const onClose = vi.fn<() => void>()
const open = async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <AssignForm as="panel" open order={order} onClose={onClose} />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: /指派 张三/ })
  return screen.getByRole('combobox')
}
const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter' })

test('takes whom the button names, also after the list was sorted anew', async () => {
  const field = await open()
  near = [li, zhang]
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await waitFor(() => expect(screen.getAllByRole('option')[0]!.textContent).toContain('李四'))
  enter(field)
  await waitFor(() => expect(assigned).toMatchObject([{ driverId: '1', version: '3' }]))
})

test('waits for the list of what was typed: Enter right after typing assigns nobody of the old one', async () => {
  const field = await open()
  fireEvent.change(field, { target: { value: 'S2' } })
  enter(field)
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(assigned).toEqual([])
  await screen.findByRole('button', { name: /指派 李四/ })
  enter(field)
  await waitFor(() => expect(assigned).toMatchObject([{ driverId: '2' }]))
})

test('a driver whom the search would not ask is named with the reason, and taken when that is confirmed once more', async () => {
  near = [driver('1', '张三', 'busy')]
  doubtful = true
  const field = await open()
  enter(field)
  await screen.findByText(/^张三：.+再确认一次（Enter）仍然指派$/)
  expect(onClose).not.toHaveBeenCalled()
  enter(field)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(assigned.map(({ anyway }) => anyway)).toEqual([undefined, 'true'])
})
