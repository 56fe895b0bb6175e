import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { TenantDb } from '#platform/database/db'
import { judgeRows } from './judge.ts'
import type { ImportInto, ImportKind } from './kind.ts'

interface Row {
  phone: string
  name?: string
}
/** What the kind itself was asked about: telephones that end in 9 are here already. */
let asked: string[][] = []
beforeEach(() => {
  asked = []
})
const kind = {
  fields: {
    phone: { zh: '电话', en: 'Telephone', required: true, read: z.string().regex(/^\d+$/) },
    name: { zh: '姓名', en: 'Name', read: z.string().max(4, '姓名太长 | the name is too long') },
  },
  keyOf: ({ phone }: Row) => phone,
  judge: (_db: TenantDb, _of: object, rows: readonly Row[]) => {
    asked.push(rows.map(({ phone }) => phone))
    return Promise.resolve(rows.map(({ phone }) => (phone.endsWith('9') ? 'customer.exists' : null)))
  },
} as unknown as ImportKind<object, Row>

/** A list a line a row, as its cells. */
async function judged(lines: readonly string[][], seen = new Set<string>(), first = 1) {
  const rows = lines.map((cells, n) => ({ row_no: first + n, cells }))
  const all = await judgeRows(kind, {} as TenantDb, {} as ImportInto<object>, { phone: 0, name: 1 }, rows, seen)
  return all.map((one) => ('row' in one ? one.row : { field: one.field, problem: one.problem }))
}

describe('rows of a list', () => {
  test('are taken as their cells say, what is empty left out', async () => {
    expect(
      await judged([
        ['101', '王芳'],
        ['102', ''],
      ]),
    ).toEqual([{ phone: '101', name: '王芳' }, { phone: '102' }])
    expect(asked).toEqual([['101', '102']])
  })

  test('that do not fit say which field, in words of its own where it has them, and are not asked about', async () => {
    expect(await judged([['', 'a'], ['12a', ''], ['101', '太长的名字'], ['102']])).toEqual([
      { field: 'phone', problem: '缺少电话 | Telephone is missing' },
      { field: 'phone', problem: '电话格式不正确 | Telephone is not in the right form' },
      { field: 'name', problem: '姓名太长 | the name is too long' },
      { phone: '102' },
    ])
    expect(asked).toEqual([['102']])
  })

  test('of which none fits are not asked about at all', async () => {
    await judged([['x'], ['']])
    expect(asked).toEqual([])
  })

  test('that come twice count once, the first; one that does not fit takes nobody’s place', async () => {
    expect(
      await judged([
        ['101', '太长的名字'],
        ['101', '甲'],
        ['101', '乙'],
      ]),
    ).toEqual([
      { field: 'name', problem: '姓名太长 | the name is too long' },
      { phone: '101', name: '甲' },
      { field: '', problem: 'import.twice' },
    ])
  })

  test('that come again in a later part of the list are known from the part before', async () => {
    const seen = new Set<string>()
    await judged([['101'], ['102']], seen)
    expect(await judged([['102'], ['103']], seen, 3)).toEqual([{ field: '', problem: 'import.twice' }, { phone: '103' }])
  })

  test('that are here already are refused each in its own place, between others that fit and others that do not', async () => {
    expect(await judged([['101'], ['x'], ['109'], ['103'], ['101'], ['119']])).toEqual([
      { phone: '101' },
      { field: 'phone', problem: '电话格式不正确 | Telephone is not in the right form' },
      { field: '', problem: 'customer.exists' },
      { phone: '103' },
      { field: '', problem: 'import.twice' },
      { field: '', problem: 'customer.exists' },
    ])
  })
})
