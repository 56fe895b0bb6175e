import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#platform/http/query-client.ts'
import { setSession } from '#platform/session/session.ts'
import { type Draft, type DraftAction, emptyDraft, type PlaceInput, reduceDraft } from '../draft/desk-draft.ts'
import { PlaceSearch, type PlaceSearchProps } from '../trip/place-search.tsx'
import { useKeepPlace } from '../trip/use-keep-place.ts'
import { usePlace } from '../trip/use-place.ts'

const fetches = vi.fn<typeof fetch>()
const said = (data: unknown, code = 0, error = '') => new Response(JSON.stringify({ code, error, message: code === 0 ? '' : '不行', data }))
const NO_SERVICES = { by: null, failed: [], none: true }
const around = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
const found = (name: string) => ({
  name,
  address: '杨公堤 18 号',
  cityId: '3',
  lat: 30.23,
  lng: 120.13,
  datum: 'WGS84',
  distanceM: null,
  pickups: [],
  pickupNote: '东门岗亭旁',
})

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', fetches)
  fetches.mockReset()
  queryClient.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('placing an order', () => {
  const input = { cityId: '3', phone: '13800138000', pickupLat: 30, pickupLng: 120, pickupAddress: '西湖' } as PlaceInput
  const placed = { bookingId: '1', bookingNo: 'B1', timeoutS: 120, orders: [{ orderId: '7', orderNo: 'D7', serviceStatus: 102 }] }
  const keys = () => fetches.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
  const desk = () => {
    const actions: DraftAction[] = []
    const dispatch = (action: DraftAction) => actions.push(action)
    return { actions, hook: renderHook(() => usePlace(dispatch), { wrapper: around }) }
  }

  it('whose answer was lost is asked for again with the same key, and is placed once', async () => {
    fetches.mockRejectedValueOnce(new TypeError('network')).mockResolvedValueOnce(said(placed))
    const { actions, hook } = desk()
    await act(async () => {
      const sending = hook.result.current.send(input, 'key-1')
      await vi.advanceTimersByTimeAsync(1_500)
      await sending
    })
    expect(keys()).toEqual(['key-1', 'key-1'])
    expect(actions.map((action) => action.type)).toEqual(['attempted', 'placed'])
    expect(actions[1]).toMatchObject({ placed: { orders: [{ orderId: '7', orderNo: 'D7' }], route: '西湖' } })
  })

  it('pressed twice is sent once', async () => {
    fetches.mockResolvedValue(said(placed))
    const { hook } = desk()
    await act(async () => {
      await Promise.all([hook.result.current.send(input, 'key-1'), hook.result.current.send(input, 'key-2')])
    })
    expect(keys()).toEqual(['key-1'])
  })

  it('that is refused can be changed and placed again', async () => {
    fetches.mockResolvedValue(said({}, 40914, 'callCentre.driverTaken'))
    const { actions, hook } = desk()
    await act(() => hook.result.current.send(input, 'key-1'))
    expect(hook.result.current.refusal).toMatchObject({ spot: 'drivers' })
    expect(actions.map((action) => action.type)).toEqual(['attempted', 'attemptEnded'])
    expect(fetches).toHaveBeenCalledTimes(1)
  })

  it('of which nobody knows stays as it was sent', async () => {
    fetches.mockRejectedValue(new TypeError('network'))
    const { actions, hook } = desk()
    await act(async () => {
      const sending = hook.result.current.send(input, 'key-1')
      await vi.advanceTimersByTimeAsync(6_000)
      await sending
    })
    expect(keys()).toEqual(['key-1', 'key-1', 'key-1'])
    expect(actions.map((action) => action.type)).toEqual(['attempted'])
    expect(hook.result.current.refusal).toMatchObject({ spot: 'place' })
  })
})

describe('a point clicked on the map', () => {
  const clicked = (named: boolean) =>
    reduceDraft(emptyDraft('13800138000'), {
      type: 'placeChosen',
      end: 'pickup',
      cityId: '3',
      place: { address: '杨公堤 18 号', lng: 120.13, lat: 30.23, pin: 'DRAGGED', called: { address: '杨公堤 18 号', named } },
    })
  const desk = (draft: Draft, permissions = ['place.edit']) => {
    setSession({ permissions, deptType: 2 })
    const dispatch = vi.fn()
    return { dispatch, keeping: renderHook(() => useKeepPlace(draft, '3', dispatch), { wrapper: around }).result.current }
  }
  const overtyped = (draft: Draft, text: string) => reduceDraft(draft, { type: 'placeTyped', end: 'pickup', text })
  afterEach(() => setSession({ permissions: [] }))

  it('is kept by one key as a place of the business under the name that was typed, at the address that the map knows', async () => {
    fetches.mockResolvedValue(said({ placeId: '5', version: 1 }))
    const draft = overtyped(clicked(true), '西湖国宾馆后门')
    const { dispatch, keeping } = desk(draft)
    expect(keeping.mayKeep('pickup')).toBe(true)
    keeping.keepLast('dropoff')
    await waitFor(() => expect(dispatch).toHaveBeenCalled())
    const sent = new URLSearchParams(fetches.mock.calls[0]![1]!.body as string)
    expect(Object.fromEntries(sent)).toMatchObject({
      cityId: '3',
      name: '西湖国宾馆后门',
      address: '杨公堤 18 号',
      lng: '120.13',
      lat: '30.23',
    })
    const kept = reduceDraft(draft, dispatch.mock.calls[0]![0] as DraftAction)
    expect(desk(kept).keeping.mayKeep('pickup')).toBe(false)
    expect(desk(overtyped(kept, '国宾馆西门')).keeping.mayKeep('pickup')).toBe(true)
  })

  it('is not offered to be kept without a name, nor to who may not change places', () => {
    expect(desk(clicked(false)).keeping.mayKeep('pickup')).toBe(false)
    expect(desk(overtyped(clicked(false), '后门')).keeping.mayKeep('pickup')).toBe(true)
    const { keeping } = desk(clicked(true), [])
    expect(keeping.mayKeep('pickup')).toBe(false)
    keeping.keepLast('pickup')
    expect(fetches).not.toHaveBeenCalled()
  })
})

describe('an address field', () => {
  const field = (props: Partial<PlaceSearchProps>) => {
    const heard = { onType: vi.fn(), onChoose: vi.fn(), onNext: vi.fn(), onFocus: vi.fn(), onBlur: vi.fn() }
    const all: PlaceSearchProps = {
      end: 'pickup',
      label: '上车点',
      hotkey: 'F4',
      cityId: '3',
      caller: '',
      text: '',
      chosen: null,
      recent: [],
      disabled: false,
      locating: false,
      ...heard,
      ...props,
    }
    const view = render(<PlaceSearch {...all} />, { wrapper: around })
    const input = screen.getByRole('combobox')
    act(() => input.focus())
    return { ...heard, input, view, showAs: (more: Partial<PlaceSearchProps>) => view.rerender(<PlaceSearch {...all} {...more} />) }
  }
  const recent = [
    {
      address: '常去的酒店',
      lat: 30.1,
      lng: 120.1,
      datum: 'WGS84' as const,
      cityId: '3',
      usedAt: '2026-11-20T00:00:00.000Z',
      use: 'PICKUP' as const,
    },
  ]

  it('takes the first result when Enter was pressed before the search had answered', async () => {
    let answer: (response: Response) => void = () => undefined
    fetches.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    const { input, onChoose, onNext } = field({ text: '国宾馆' })
    fireEvent.keyDown(input, { key: 'Enter' })
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(onChoose).not.toHaveBeenCalled()
    await act(async () => answer(said({ rows: [found('西湖国宾馆'), found('另一家')], services: NO_SERVICES })))
    await waitFor(() => expect(onChoose).toHaveBeenCalledTimes(1))
    expect(onChoose.mock.calls[0]).toEqual([{ address: '西湖国宾馆 杨公堤 18 号', lat: 30.23, lng: 120.13, note: '东门岗亭旁' }, '3'])
    expect(onNext).toHaveBeenCalledTimes(1)
  })

  it('offers own addresses first, and arrows and Enter choose one', () => {
    const { input, onChoose } = field({ recent })
    fireEvent.keyDown(input, { key: 'ArrowDown' })
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('常去的酒店')
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(onChoose).toHaveBeenCalledWith({ address: '常去的酒店', lat: 30.1, lng: 120.1, note: '' }, '3')
  })

  it('left empty is passed by with Enter, choosing nothing', () => {
    const { input, onChoose, onNext } = field({ recent, end: 'dropoff' })
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(onChoose).not.toHaveBeenCalled()
    expect(onNext).toHaveBeenCalledTimes(1)
  })

  it('leaves Enter to the input method while Chinese is being composed', () => {
    const { input, onChoose, onNext } = field({ recent, text: '常去' })
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true })
    expect([onChoose.mock.calls.length, onNext.mock.calls.length]).toEqual([0, 0])
  })

  it('says so when nothing is found, and Enter goes on with the words', async () => {
    fetches.mockResolvedValue(said({ rows: [], services: NO_SERVICES }))
    const { input, onChoose, onNext } = field({ text: '没有的地方' })
    await act(() => vi.advanceTimersByTimeAsync(400))
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('没有找到'))
    fireEvent.keyDown(input, { key: 'Enter' })
    expect([onChoose.mock.calls.length, onNext.mock.calls.length]).toEqual([0, 1])
  })

  it('goes on with the words when Enter was pressed before a search that finds nothing', async () => {
    fetches.mockResolvedValue(said({ rows: [], services: NO_SERVICES }))
    const { input, onChoose, onNext } = field({ text: '没有的地方' })
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(onNext).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(400))
    await waitFor(() => expect(onNext).toHaveBeenCalledTimes(1))
    expect(onChoose).not.toHaveBeenCalled()
  })

  it('searches as who calls, and shows what was found for one caller to no other', async () => {
    const mine = { ...found('武林广场'), pickups: [{ name: '我家后门', lat: 30.2, lng: 120.1, trips: 2, distanceM: 9 }] }
    const asked = () => fetches.mock.calls.map(([url]) => new URL(String(url), 'http://desk').searchParams.get('phone'))
    fetches.mockImplementationOnce(async () => said({ rows: [mine], services: NO_SERVICES }))
    const { showAs } = field({ text: '武林', caller: '13800138000' })
    await act(() => vi.advanceTimersByTimeAsync(400))
    await screen.findByRole('option', { name: /我家后门/ })
    fetches.mockReturnValueOnce(new Promise(() => undefined))
    showAs({ text: '武林', caller: '13900139000' })
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(screen.queryByRole('option', { name: /我家后门/ })).toBeNull()
    fetches.mockImplementationOnce(async () => said({ rows: [found('武林广场')], services: NO_SERVICES }))
    showAs({ text: '武林', caller: '' })
    await screen.findByRole('option', { name: /武林广场/ })
    expect(asked()).toEqual(['13800138000', '13900139000', null])
  })

  it('says quietly which map service did not answer, and which did', async () => {
    const services = { by: 'TIANDITU', failed: [{ provider: 'AMAP', why: 'TIMEOUT', reason: null }], none: false }
    fetches.mockImplementation(async () => said({ rows: [found('西湖国宾馆')], services }))
    field({ text: '国宾馆' })
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(await screen.findByText('高德未应答，已用天地图')).toBeTruthy()
  })

  it('keeps the words beside what was found: with one arrow up, or with Esc', async () => {
    fetches.mockImplementation(async () => said({ rows: [found('西湖国宾馆')], services: NO_SERVICES }))
    const { input, onChoose, onNext } = field({ text: '国宾馆后门' })
    await act(() => vi.advanceTimersByTimeAsync(400))
    await screen.findByRole('option', { name: /西湖国宾馆/ })
    fireEvent.keyDown(input, { key: 'ArrowUp' })
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('就用“国宾馆后门”')
    fireEvent.keyDown(input, { key: 'Enter' })
    fireEvent.focus(input)
    fireEvent.keyDown(input, { key: 'Escape' })
    fireEvent.keyDown(input, { key: 'Enter' })
    expect([onChoose.mock.calls.length, onNext.mock.calls.length]).toEqual([0, 2])
  })
})
