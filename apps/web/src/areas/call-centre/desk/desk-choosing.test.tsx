import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#platform/http/query-client.ts'
import { stubServer } from '#platform/browser/stub-browser.ts'
import { AssignPanel } from '../progress/assign.panel.tsx'
import { DriversPanel, type NearbyDriver } from '../trip/drivers.panel.tsx'
import type { OrderStatus } from '../progress/progress.view.ts'

const driver = (driverId: string, name: string, distanceM: number) => ({
  driverId,
  driverNo: `S${driverId}`,
  name,
  level: 1,
  workStatus: 'ONLINE_IDLE' as const,
  lat: 30.2,
  lng: 120.1,
  distanceM,
  etaS: 60,
  ageS: 1,
  freshness: 'FRESH' as const,
})
const zhang = driver('1', '张三', 100)
const li = driver('2', '李四', 200)
const said = (data: unknown) => new Response(JSON.stringify({ code: 0, message: '', data }))

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a driver chosen from a list that is sorted anew while it is read', () => {
  beforeEach(() => {
    HTMLElement.prototype.scrollIntoView = () => undefined
  })

  const nearby = () => {
    const onChoose = vi.fn()
    const panel = (drivers: NearbyDriver[]) => (
      <DriversPanel
        error={null}
        drivers={drivers}
        hasPickup
        chosen={null}
        disabled={false}
        onChoose={onChoose}
        onHover={() => undefined}
        onNext={() => undefined}
      />
    )
    return { onChoose, panel }
  }

  it('is who stood there when the arrow came to them', () => {
    const { onChoose, panel } = nearby()
    const { rerender } = render(panel([zhang, li]))
    const list = screen.getByRole('listbox')
    fireEvent.keyDown(list, { key: 'ArrowDown' })
    rerender(panel([{ ...li, distanceM: 50 }, zhang]))
    fireEvent.keyDown(list, { key: 'Enter' })
    expect(onChoose).toHaveBeenCalledExactlyOnceWith({ driverId: '1', driverNo: 'S1', name: '张三' })
  })

  it('who has gone is nobody, and Enter chooses no other', () => {
    const { onChoose, panel } = nearby()
    const { rerender } = render(panel([zhang, li]))
    const list = screen.getByRole('listbox')
    fireEvent.keyDown(list, { key: 'ArrowDown' })
    rerender(panel([li]))
    fireEvent.keyDown(list, { key: 'Enter' })
    expect(onChoose).not.toHaveBeenCalled()
  })
})

describe('assigning by hand', () => {
  const order = { orderId: '9', orderNo: 'D9', version: 3, serviceStatus: 180 } as OrderStatus
  const candidate = (of: NearbyDriver) => ({ ...of, hindrance: null, overridable: false })
  let near = [candidate(zhang), candidate(li)]
  let assigned: string[] = []

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    near = [candidate(zhang), candidate(li)]
    assigned = []
    stubServer(({ pathname, searchParams }, init) => {
      if (pathname.endsWith('assignable_drivers')) return said({ rows: searchParams.has('keyword') ? [candidate(li)] : near })
      if (pathname.endsWith('assign_driver')) {
        assigned.push(new URLSearchParams(String(init?.body)).get('driverId') ?? String(init?.body))
        return said({ orderId: '9', orderNo: 'D9', serviceStatus: 301, driverId: '1', version: 4 })
      }
      return said({})
    })
  })
  const open = async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <AssignPanel order={order} onAssigned={() => undefined} onClose={() => undefined} />
      </QueryClientProvider>,
    )
    const field = screen.getByRole('combobox')
    await waitFor(() => expect(screen.getByRole('button', { name: /指派 张三/ })).toBeTruthy())
    return field
  }

  it('takes whom the button names, also after the list was sorted anew', async () => {
    const field = await open()
    near = [candidate(li), candidate(zhang)]
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    await waitFor(() => expect(screen.getAllByRole('option')[0]!.textContent).toContain('李四'))
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(assigned).toEqual(['1']))
  })

  it('waits for the list of what was typed: Enter right after typing assigns nobody of the old one', async () => {
    const field = await open()
    fireEvent.change(field, { target: { value: 'S2' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(assigned).toEqual([])
    await waitFor(() => expect(screen.getByRole('button', { name: /指派 李四/ })).toBeTruthy())
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(assigned).toEqual(['2']))
  })
})
