import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { MapViewProps } from '../map/map.tsx'
import { TrackReplay, type TrackPoint } from './track-replay.tsx'

/** What the map was asked to look at. */
const views: MapViewProps['view'][] = []
let drawn: NonNullable<MapViewProps['paths']> = []
vi.mock('../map/map.tsx', () => ({
  MapView: ({ view, paths }: MapViewProps) => {
    views.push(view)
    drawn = paths ?? []
    return null
  },
}))

afterEach(() => {
  cleanup()
  views.length = 0
  vi.useRealTimers()
})

const startMs = Date.UTC(2026, 10, 20, 14)
const fix = (s: number): TrackPoint => ({ atMs: startMs + s * 1000, lng: 120 + s * 0.0001, lat: 30 })
const fixes = [0, 20, 40, 60, 360, 380, 400].map(fix)

const replay = (points = fixes) => {
  render(<TrackReplay label="行驶轨迹" config={undefined} points={points} quality="GAPS" fromMs={startMs} toMs={startMs + 400_000} />)
  return { shown: () => Number(screen.getByRole<HTMLInputElement>('slider').value) - startMs }
}

test('the keys of any control move the replay, and stop at its ends', async () => {
  const { shown } = replay()
  await userEvent.click(screen.getByRole('radio', { name: '5×' }))
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}')
  expect(shown()).toBe(10_000)
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{ArrowLeft}')
  expect(shown()).toBe(65_000)
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(shown()).toBe(400_000)
  await userEvent.keyboard('-')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '1×' }).checked).toBe(true)
})

test('it plays at the speed chosen, pauses, and begins again when it is over', () => {
  vi.useFakeTimers()
  const { shown } = replay()
  fireEvent.click(screen.getByRole('button', { name: '播放' }))
  act(() => void vi.advanceTimersByTime(2_000))
  expect(shown()).toBeGreaterThan(35_000)
  expect(shown()).toBeLessThanOrEqual(40_000)
  fireEvent.keyDown(screen.getByRole('slider'), { key: ' ' })
  const paused = shown()
  act(() => void vi.advanceTimersByTime(2_000))
  expect(shown()).toBe(paused)
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'End' })
  fireEvent.click(screen.getByRole('button', { name: '播放' }))
  act(() => void vi.advanceTimersByTime(500))
  expect(shown()).toBeLessThan(11_000)
})

test('inside a gap it says that the place is reckoned, and the gap can be gone to', async () => {
  replay()
  expect(screen.queryByText(/位置为推算/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '缺失 1 段，共 5 分钟' }))
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByText(/位置为推算/).textContent).toContain('5 分钟')
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toContain('无定位')
})

test('fixes that come in while a trip goes on leave the map where the operator has put it', () => {
  const marks = [{ id: 'pickup', lng: 120, lat: 30, label: '武林广场', sign: '起', tone: 'pickup' as const }]
  const shown = (points: TrackPoint[]) => (
    <TrackReplay label="行驶轨迹" config={undefined} points={points} quality={null} marks={[...marks]} />
  )
  const { rerender } = render(shown([]))
  rerender(shown(fixes.slice(0, 4)))
  const [whole] = views.slice(-1)
  expect(whole).toMatchObject({ fit: { length: 5 } })
  rerender(shown(fixes))
  rerender(shown([...fixes, fix(420)]))
  expect(views.at(-1)).toBe(whole)
})

test('a trip without positions says so and offers nothing to play', () => {
  replay([])
  expect(screen.getByText(/没有可回放的轨迹/)).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
})

test('a gap whose way was worked out along the roads is drawn as that, any other as a gap', () => {
  const kinds = () => drawn.filter(({ kind }) => kind !== 'ahead' && kind !== 'passed').map(({ kind }) => kind)
  replay()
  expect(kinds()).toEqual(['gap'])
  expect(screen.getByText(/按直线计里程/)).toBeTruthy()
  cleanup()
  render(<TrackReplay label="行驶轨迹" config={undefined} points={fixes} quality="GAPS" alongRoadsMs={[startMs + 60_000]} />)
  expect(kinds()).toEqual(['matched'])
  expect(screen.getByText(/紫色虚线段按道路计里程/)).toBeTruthy()
})
