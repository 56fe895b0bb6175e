import type { HeatCell } from '#ui/map/map.tsx'
import type { LngLat } from '#ui/map-points/geo.ts'

const CELL_KM = 1.5
const KM_PER_DEG = 111.195

/** Orders that wait and idle drivers, counted by squares of about 1.5 km; squares with neither are left out. */
export function heatOf(waiting: readonly LngLat[], idle: readonly LngLat[]): HeatCell[] {
  const rowDeg = CELL_KM / KM_PER_DEG
  const cells = new Map<string, { row: number; column: number; columnDeg: number; waiting: number; idle: number }>()
  const count = ({ lng, lat }: LngLat, what: 'waiting' | 'idle') => {
    const row = Math.floor(lat / rowDeg)
    // NOTE: equally wide within a degree of latitude, so that the squares of a city stand in columns.
    const columnDeg = rowDeg / Math.max(0.05, Math.cos((Math.round(row * rowDeg) * Math.PI) / 180))
    const column = Math.floor(lng / columnDeg)
    const key = `${row} ${column}`
    const cell = cells.get(key) ?? { row, column, columnDeg, waiting: 0, idle: 0 }
    cell[what]++
    cells.set(key, cell)
  }
  for (const place of waiting) count(place, 'waiting')
  for (const place of idle) count(place, 'idle')
  return [...cells.values()].map(({ row, column, columnDeg, ...of }) => ({
    west: column * columnDeg,
    east: (column + 1) * columnDeg,
    south: row * rowDeg,
    north: (row + 1) * rowDeg,
    balance: (of.waiting - of.idle) / (of.waiting + of.idle),
    label: `${of.waiting} / ${of.idle}`,
  }))
}
