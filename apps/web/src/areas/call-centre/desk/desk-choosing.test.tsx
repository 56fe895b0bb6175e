import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DriversPanel, type NearbyDriver } from '../trip/drivers.panel.tsx'
import { NO_USE, useDeskKeys } from './use-desk-keys.ts'

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
  measured: { by: 'ESTIMATE' as const, provider: null },
})
const zhang = driver('1', '张三', 100)
const li = driver('2', '李四', 200)

afterEach(() => {
  cleanup()
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

it('Alt+Z assigns a driver where an order is shown, and takes back what was done where none is', () => {
  let use: unknown = undefined
  const { unmount } = renderHook(() => useDeskKeys({ current: document.body }, () => use))
  const press = () => fireEvent.keyDown(document.body, { code: 'KeyZ', key: 'z', altKey: true })
  expect(press(), 'taken by the desk').toBe(false)
  use = NO_USE
  expect(press(), 'left to who undoes').toBe(true)
  unmount()
})
