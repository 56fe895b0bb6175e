import type { Column, Density, GridSettings } from './grid.view.ts'

const minWidthPx = 48
const maxWidthPx = 800
/** What takes the room there is gives it back down to this before the list has to scroll. */
const LEAST_GROWING_PX = 100

export function defaultSettings<Row>(columns: readonly Column<Row>[]): GridSettings {
  return {
    hidden: columns.filter((column) => column.optional).map((column) => column.key),
    order: columns.map((column) => column.key),
    widths: {},
    density: 'normal',
  }
}

const densities: readonly Density[] = ['compact', 'normal', 'loose']
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])

/**
 * Settings kept earlier, made to fit the columns of today: unknown keys are dropped, new columns stand where the
 * table declares them, and anything unreadable falls back to the defaults.
 */
export function settingsFrom<Row>(kept: string | null, columns: readonly Column<Row>[]): GridSettings {
  const standard = defaultSettings(columns)
  if (!kept) return standard
  let value: Partial<Record<keyof GridSettings, unknown>>
  try {
    const parsed: unknown = JSON.parse(kept)
    if (typeof parsed !== 'object' || parsed === null) return standard
    value = parsed
  } catch {
    return standard
  }
  const known = new Set(standard.order)
  const order = [...new Set(texts(value.order).filter((key) => known.has(key)))]
  standard.order.forEach((key, at) => {
    if (!order.includes(key)) order.splice(Math.min(at, order.length), 0, key)
  })
  const seen = new Set(texts(value.order))
  const fixed = new Set(columns.filter((column) => column.fixed).map((column) => column.key))
  const hidden = [
    ...texts(value.hidden).filter((key) => known.has(key) && !fixed.has(key)),
    ...standard.hidden.filter((key) => !seen.has(key)),
  ]
  const widths: Record<string, number> = {}
  if (typeof value.widths === 'object' && value.widths !== null) {
    for (const [key, width] of Object.entries(value.widths))
      if (known.has(key) && typeof width === 'number') widths[key] = clampWidth(width)
  }
  const density = densities.find((name) => name === value.density) ?? standard.density
  return { hidden: [...new Set(hidden)], order, widths, density }
}

export function clampWidth(px: number): number {
  return Math.round(Math.min(maxWidthPx, Math.max(minWidthPx, px)))
}

/** The columns to draw: pinned ones first, then the user's order without the hidden ones. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], settings: GridSettings): Column<Row>[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const shown = settings.order
    .flatMap((key) => byKey.get(key) ?? [])
    .filter((column) => column.fixed || !settings.hidden.includes(column.key))
  return [...shown.filter((column) => column.pin), ...shown.filter((column) => !column.pin)]
}

export interface PlacedColumn<Row> {
  column: Column<Row>
  width: number
  /** Distance of a pinned column from the edge. */
  offset: number
  /** The last pinned column casts the shadow. */
  edge: boolean
}

export interface Layout<Row> {
  placed: PlacedColumn<Row>[]
  /** `grid-template-columns`. */
  template: string
  minWidth: number
}

/** `checkPx`: what stands before all columns, to select rows by. */
export function layoutOf<Row>(shown: readonly Column<Row>[], widths: Record<string, number>, checkPx = 0): Layout<Row> {
  const widthOf = (column: Column<Row>) => clampWidth(widths[column.key] ?? column.width)
  const anyGrows = shown.some((column) => column.grow && widths[column.key] === undefined)
  const placed = shown.map((column, at) => {
    const before = column.pin ? shown.slice(0, at) : []
    return {
      column,
      width: widthOf(column),
      offset: before.reduce((sum, other) => sum + widthOf(other), checkPx),
      edge: column.pin !== undefined && shown[at + 1]?.pin === undefined,
    }
  })
  const lastFree = shown.findLastIndex((column) => !column.pin)
  const tracks = placed.map(({ column, width }, at) => {
    const free = column.grow && widths[column.key] === undefined
    const grows = !column.pin && (anyGrows ? free : at === lastFree)
    const least = grows && free ? Math.min(width, LEAST_GROWING_PX) : width
    return { least, size: grows ? `minmax(${least}px, ${width}fr)` : `${width}px` }
  })
  return {
    placed,
    template: tracks.map(({ size }) => size).join(' '),
    minWidth: tracks.reduce((sum, { least }) => sum + least, 0),
  }
}

/** One step up or down among the columns a user can move. */
export function movedColumn(order: readonly string[], key: string, by: -1 | 1, movable: (key: string) => boolean): string[] {
  const next = [...order]
  const from = next.indexOf(key)
  let to = from + by
  while (to >= 0 && to < next.length && !movable(next[to] ?? '')) to += by
  if (from < 0 || to < 0 || to >= next.length) return next
  next.splice(from, 1)
  next.splice(to, 0, key)
  return next
}
