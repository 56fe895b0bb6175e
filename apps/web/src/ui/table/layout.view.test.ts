import { expect, test } from 'vitest'
import type { Column } from './grid.view.ts'
import { clampWidth, defaultSettings, layoutOf, movedColumn, settingsFrom, visibleColumns } from './layout.view.ts'

type Row = { n: number }
const column = (key: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  title: key,
  width: 100,
  cell: (row) => row.n,
  ...more,
})
const columns = [
  column('no', { pin: 'left', fixed: true, width: 80 }),
  column('a'),
  column('b', { optional: true }),
  column('c', { grow: true }),
  column('act', { fixed: true, width: 60 }),
]
const keys = (kept: string | null) => visibleColumns(columns, settingsFrom(kept, columns)).map(({ key }) => key)

test('a table nobody has changed hides its optional columns', () => {
  expect(keys(null)).toEqual(['no', 'a', 'c', 'act'])
})

test('the user’s order and hidden columns are kept, pins stay at the edge', () => {
  expect(keys(JSON.stringify({ order: ['act', 'c', 'b', 'a', 'no'], hidden: ['a', 'no'] }))).toEqual(['no', 'act', 'c', 'b'])
})

test('a column added since the settings were kept appears in its place; a removed one is forgotten', () => {
  expect(keys(JSON.stringify({ order: ['no', 'gone', 'c', 'act'], hidden: [] }))).toEqual(['no', 'a', 'c', 'act'])
})

test.each(['{', '7', '{"widths":{"a":"wide","x":50},"density":"huge","order":3}'])(
  'spoilt settings %s fall back to the standard',
  (kept) => {
    expect(settingsFrom(kept, columns)).toEqual(defaultSettings(columns))
  },
)

test('pinned columns know how far from the edge they stand, behind the boxes to select by, and the growing one takes the room left', () => {
  const shown = [
    column('x', { pin: 'left', width: 50 }),
    column('no', { pin: 'left', width: 80 }),
    column('c', { grow: true }),
    column('act', { width: 60 }),
  ]
  const layout = layoutOf(shown, {}, 36)
  expect(layout.placed.map(({ offset }) => offset)).toEqual([36, 86, 36, 36])
  expect(layout.placed.map(({ edge }) => edge)).toEqual([false, true, false, false])
  expect(layout.template).toBe('50px 80px minmax(100px, 100fr) 60px')
  expect(layout.minWidth).toBe(290)
})

test('a column that was resized keeps its width while the others grow', () => {
  expect(layoutOf([column('a'), column('c', { grow: true })], { c: 200 }).template).toBe('100px minmax(200px, 200fr)')
  expect(layoutOf([column('a', { grow: true }), column('c', { grow: true })], { c: 200 }).template).toBe('minmax(100px, 100fr) 200px')
})

test('what grows gives its room back before the list has to scroll sideways; a width that was dragged stays', () => {
  const shown = [column('a'), column('c', { grow: true, width: 230 })]
  expect(layoutOf(shown, {})).toMatchObject({ template: '100px minmax(100px, 230fr)', minWidth: 200 })
  expect(layoutOf([...shown, column('d', { grow: true })], { c: 230 }).minWidth).toBe(430)
})

test('a width cannot be dragged out of reason', () => {
  expect(clampWidth(3)).toBe(48)
  expect(clampWidth(9_999)).toBe(800)
})

test('moving a column jumps over those that cannot move', () => {
  const movable = (key: string) => key !== 'no' && key !== 'act'
  expect(movedColumn(['no', 'a', 'b', 'act'], 'b', -1, movable)).toEqual(['no', 'b', 'a', 'act'])
  expect(movedColumn(['no', 'a', 'b', 'act'], 'a', -1, movable)).toEqual(['no', 'a', 'b', 'act'])
  expect(movedColumn(['no', 'a', 'act', 'b'], 'a', 1, movable)).toEqual(['no', 'act', 'b', 'a'])
})
