import { departmentCalls } from '@chauffeur/contract/access/department'
import { orderCalls } from '@chauffeur/contract/order/list'
import { sessionCalls } from '@chauffeur/contract/access/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCall, useSend } from './call.ts'
import { queryClient } from './query-client.ts'
import { TabContext } from '../tab/tab.ts'

const fetches = vi.fn<typeof fetch>()
let active = true
const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <TabContext value={{ key: '/x', active, pane: null }}>{children}</TabContext>
  </QueryClientProvider>
)
const answer = (data: unknown) => async () => new Response(JSON.stringify({ code: 0, message: '', data }))

beforeEach(() => {
  active = true
  vi.stubGlobal('fetch', fetches)
  fetches.mockReset()
  queryClient.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a hidden tab asks nothing, and asks again when it is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fetches.mockImplementation(answer({ rows: [] }))
  const view = renderHook(() => useCall(sessionCalls.sessions, {}, { refetchIntervalS: 5 }), { wrapper: around })
  await waitFor(() => expect(fetches).toHaveBeenCalledTimes(1))
  await act(() => vi.advanceTimersByTimeAsync(5_100))
  expect(fetches).toHaveBeenCalledTimes(2)
  active = false
  view.rerender()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(fetches).toHaveBeenCalledTimes(2)
  active = true
  view.rerender()
  await act(() => vi.advanceTimersByTimeAsync(5_100))
  expect(fetches.mock.calls.length).toBeGreaterThan(2)
})

test('a double click sends once', async () => {
  fetches.mockImplementation(answer({}))
  const { result } = renderHook(() => useSend(sessionCalls.revoke), { wrapper: around })
  await act(() => Promise.all([result.current.send({ sessionId: '2' }), result.current.send({ sessionId: '2' })]))
  expect(fetches).toHaveBeenCalledTimes(1)
  expect(result.current.pending).toBe(false)
})

test('what was read is asked for again after it was changed', async () => {
  fetches.mockImplementation(answer({ rows: [] }))
  const { result } = renderHook(
    () => ({ list: useCall(sessionCalls.sessions, {}), revoke: useSend(sessionCalls.revoke, { refreshes: [sessionCalls.sessions] }) }),
    { wrapper: around },
  )
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true))
  await act(async () => {
    await result.current.revoke.send({ sessionId: '2' })
  })
  expect(fetches.mock.calls.map(([url]) => String(url).split('?')[0])).toEqual([
    '/api/session/list',
    '/api/session/revoke',
    '/api/session/list',
  ])
})

test('what shows a setting asks again after it was changed, whoever changed it', async () => {
  fetches.mockImplementation(answer({ rows: [] }))
  const { result } = renderHook(() => ({ departments: useCall(departmentCalls.deptList, {}), move: useSend(departmentCalls.deptMove) }), {
    wrapper: around,
  })
  await waitFor(() => expect(result.current.departments.isSuccess).toBe(true))
  const asked = () => fetches.mock.calls.filter(([url]) => String(url).startsWith('/api/department/list')).length
  await act(async () => void (await result.current.move.send({ deptId: '2', version: 1, parentId: '1' })))
  await waitFor(() => expect(asked()).toBe(2))
  // Somebody else was first: their version is shown.
  fetches.mockImplementation(async (url) =>
    String(url).endsWith('/move')
      ? new Response(JSON.stringify({ code: 40950, error: 'people.versionConflict', message: '', data: null }))
      : answer({ rows: [] })(),
  )
  await act(async () => void (await result.current.move.send({ deptId: '2', version: 1, parentId: '1' }).catch(() => undefined)))
  await waitFor(() => expect(asked()).toBe(3))
})

test('what was sent is done when its answer is there, however slow the lists behind it are', async () => {
  fetches.mockImplementation(answer({ rows: [] }))
  const { result } = renderHook(
    () => ({ list: useCall(sessionCalls.sessions, {}), revoke: useSend(sessionCalls.revoke, { refreshes: [sessionCalls.sessions] }) }),
    { wrapper: around },
  )
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true))
  fetches.mockImplementation((url) => (String(url).includes('/list') ? new Promise(() => undefined) : answer({})()))
  await act(async () => {
    await result.current.revoke.send({ sessionId: '2' })
  })
  expect([result.current.revoke.pending, result.current.list.isFetching]).toEqual([false, true])
})

test('the retry of an order whose answer was lost carries the same key, the next order another', async () => {
  const once = { ...orderCalls.list, effect: 'write', once: true } as const
  const keys = () => fetches.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
  const { result } = renderHook(() => useSend(once), { wrapper: around })
  fetches.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementation(answer({}))
  await act(() => result.current.send({}).catch(() => undefined))
  expect(result.current.error).toMatchObject({ kind: 'offline' })
  await act(() => result.current.send({}))
  await act(() => result.current.send({}))
  const [first, second, third] = keys()
  expect(first).toBeTruthy()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})
