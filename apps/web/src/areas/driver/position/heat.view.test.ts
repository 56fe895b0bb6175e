import { expect, test } from 'vitest'
import { heatOf } from './heat.view.ts'

const at = (lng: number, lat: number) => ({ lng, lat })
const here = at(120.1551, 30.2741)

test('where more orders wait than drivers stand idle the ground is demand, where nobody waits it is supply', () => {
  const far = at(120.3, 30.4)
  const cells = heatOf([here, here, here], [here, far])
  expect(cells.map(({ balance, label }) => [balance, label])).toEqual([
    [0.5, '3 / 1'],
    [-1, '0 / 1'],
  ])
})

test('each place lies in its square, and squares of a row do not overlap', () => {
  const places = Array.from({ length: 200 }, (_, n) => at(119.9 + n * 0.003, 30.27))
  const cells = heatOf(places, [])
  const east = cells.map((cell) => cell.east)
  for (const [n, cell] of cells.entries()) if (n > 0) expect(cell.west).toBeCloseTo(east[n - 1] as number, 9)
  const [first] = heatOf([here], [])
  expect(first && first.west <= here.lng && here.lng < first.east && first.south <= here.lat && here.lat < first.north).toBe(true)
})

test('with neither orders nor drivers nothing is drawn', () => expect(heatOf([], [])).toEqual([]))
