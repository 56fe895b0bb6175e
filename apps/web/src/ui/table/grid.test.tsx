import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Column, Sort } from './grid.view.ts'
import { Grid } from './grid.tsx'
import { sortAfter } from './keyboard.view.ts'
import { stubLayout } from './stub-layout.ts'

interface Row {
  id: string
  name: string
  fen: number
}

const rows: Row[] = Array.from({ length: 1000 }, (_, at) => ({ id: String(at + 1), name: `订单${at + 1}`, fen: at }))
const columns: Column<Row>[] = [
  { key: 'name', title: '名称', width: 120, pin: 'left', cell: (row) => row.name, sum: (all) => `共${all.length}` },
  { key: 'fen', title: '金额', width: 100, sortable: true, align: 'right', cell: (row) => row.fen },
]

test('below, the first column says what the sums are of, unless it is summed itself', () => {
  const foot = () => within(grid()).getAllByRole('row').at(-1)!.textContent
  const summed = [
    { ...columns[0]!, sum: undefined },
    { ...columns[1]!, sum: () => '¥3' },
  ]
  const { unmount } = render(<Grid label="订单" rows={rows.slice(0, 2)} columns={summed as never} rowKey={(row: Row) => row.id} />)
  expect(foot()).toBe('本页合计¥3')
  unmount()
  render(<Grid label="订单" rows={rows.slice(0, 2)} columns={columns} rowKey={(row) => row.id} />)
  expect(foot()).toBe('共2')
})

function Sorted({ onOpen }: { onOpen?: (row: Row) => void }) {
  const [sort, setSort] = useState<Sort | null>(null)
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return (
    <Grid
      label="订单"
      rows={rows}
      columns={columns}
      rowKey={(row) => row.id}
      onOpen={onOpen}
      sort={sort}
      onSort={(key) => setSort(sortAfter(sort, key))}
      selection={{ keys, onChange: setKeys }}
    />
  )
}

beforeAll(() => stubLayout(rows.length * 32 + 64))
afterEach(cleanup)

const grid = () => screen.getByRole('grid', { name: '订单' })
const activeText = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')?.textContent ?? ''

test('of a thousand rows only those in sight are in the page', () => {
  render(<Sorted />)
  const drawn = screen.getAllByRole('row').length
  expect(drawn).toBeGreaterThan(5)
  expect(drawn).toBeLessThan(60)
})

test('arrows move the row focus and Enter opens the row', async () => {
  const onOpen = vi.fn()
  render(<Sorted onOpen={onOpen} />)
  grid().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(activeText()).toContain('订单2')
  await userEvent.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[1])
})

test('the row focus stays with its row when a live list is sorted anew, and in its place when the row is gone', async () => {
  const onOpen = vi.fn()
  const live = (shown: Row[]) => <Grid label="订单" rows={shown} columns={columns} rowKey={(row) => row.id} onOpen={onOpen} />
  const { rerender } = render(live(rows.slice(0, 5)))
  grid().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(activeText()).toContain('订单2')
  rerender(live([rows[4]!, rows[3]!, rows[0]!, rows[1]!]))
  expect(activeText()).toContain('订单2')
  await userEvent.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith(rows[1])
  await userEvent.keyboard('{ArrowUp}')
  expect(activeText()).toContain('订单1')
  rerender(live([rows[4]!, rows[3]!, rows[2]!]))
  expect(activeText()).toContain('订单3')
  rerender(live([rows[2]!, rows[4]!, rows[3]!]))
  expect(activeText()).toContain('订单3')
})

test('a double click on a word opens the row and leaves nothing selected', async () => {
  const onOpen = vi.fn()
  render(<Sorted onOpen={onOpen} />)
  await userEvent.dblClick(within(grid()).getByText('订单3'))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[2])
  expect(window.getSelection()?.toString()).toBe('')
})

test('two presses and a drag select text and open nothing', async () => {
  const onOpen = vi.fn()
  render(<Sorted onOpen={onOpen} />)
  const cell = within(grid()).getByText('订单3')
  const at = (x: number) => ({ target: cell, coords: { clientX: x, clientY: 100 } })
  await userEvent.pointer([
    { keys: '[MouseLeft]', ...at(10) },
    { keys: '[MouseLeft>]', ...at(10) },
    at(60),
    { keys: '[/MouseLeft]', ...at(60) },
  ])
  expect(onOpen).not.toHaveBeenCalled()
  expect(window.getSelection()?.toString()).not.toBe('')
})

test('a double click in a list whose rows do not open selects the word', async () => {
  render(<Sorted />)
  await userEvent.dblClick(within(grid()).getByText('订单3'))
  expect(window.getSelection()?.toString()).not.toBe('')
})

test('End goes to the last row although it was not drawn before', async () => {
  render(<Sorted />)
  grid().focus()
  await userEvent.keyboard('{End}')
  await vi.waitFor(() => expect(activeText()).toContain('订单1000'), 15_000)
})

test('the space key selects the row in focus, the head selects the page', async () => {
  render(<Sorted />)
  grid().focus()
  await userEvent.keyboard('{ArrowDown} ')
  expect(document.querySelector('[data-row="0"]')?.getAttribute('aria-selected')).toBe('true')
  const all = within(grid()).getByLabelText<HTMLInputElement>('选择本页全部')
  expect(all.indeterminate).toBe(true)
  await userEvent.click(all)
  expect(all.checked).toBe(true)
})

test('a header sorts largest first, then smallest first, then not at all, and says so', async () => {
  render(<Sorted />)
  const head = () => screen.getByRole('columnheader', { name: '金额' })
  const seen: (string | null)[] = []
  for (let press = 0; press < 3; press++) {
    await userEvent.click(screen.getByRole('button', { name: '金额' }))
    seen.push(head().getAttribute('aria-sort'))
  }
  expect(seen).toEqual(['descending', 'ascending', 'none'])
})

test('the foot adds up the rows of the page', () => {
  render(<Sorted />)
  expect(within(grid()).getByText('共1000')).toBeTruthy()
})
