import { describe, expect, test } from 'vitest'
import { apart, type Mergeable, together } from './merge.rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const customer = (more: Partial<Mergeable> = {}): Mergeable => ({
  name: '',
  gender: 'UNKNOWN',
  birthday: null,
  level: 0,
  city_id: null,
  tags: [],
  plate_nos: [],
  remark: '',
  blacklisted_until: null,
  blacklist_reason: '',
  order_count: 0,
  last_order_at: null,
  ...more,
})

describe('two customers who are one', () => {
  test('what the one that stays has, stays; what it lacks comes from the other', () => {
    const whole = { name: '王芳', gender: 'FEMALE', birthday: '08-15', city_id: '1' } as const
    expect(together(customer(), customer(whole))).toMatchObject(whole)
    const other = { name: '王小姐', gender: 'MALE', birthday: '01-01', city_id: '2' } as const
    expect(together(customer(whole), customer(other))).toMatchObject(whole)
  })

  test('nobody loses a level by it', () => {
    expect(together(customer({ level: 1 }), customer({ level: 3 })).level).toBe(3)
    expect(together(customer({ level: 3 }), customer({ level: 1 })).level).toBe(3)
  })

  test('nobody leaves the blacklist by it: the later end counts, with its own reason', () => {
    const short = customer({ blacklisted_until: at(10), blacklist_reason: '逃单' })
    const long = customer({ blacklisted_until: at(20), blacklist_reason: '打人' })
    const barred = { blacklisted_until: at(20), blacklist_reason: '打人' }
    expect(together(short, long)).toMatchObject(barred)
    expect(together(long, short)).toMatchObject(barred)
    expect(together(customer(), long)).toMatchObject(barred)
    expect(together(long, customer())).toMatchObject(barred)
    expect(together(customer(), customer()).blacklisted_until).toBeNull()
  })

  test('orders are counted together, and the last one is the last of both', () => {
    const merged = together(customer({ order_count: 3, last_order_at: at(5) }), customer({ order_count: 4, last_order_at: at(9) }))
    expect(merged).toMatchObject({ order_count: 7, last_order_at: at(9) })
    expect(together(customer({ last_order_at: at(5) }), customer()).last_order_at).toEqual(at(5))
  })

  test('tags and plates of both, each once, up to what a customer may have; those of who stays go first', () => {
    const plates = ['浙A00001', '浙A00002', '浙A00003', '浙A00004']
    const merged = together(
      customer({ plate_nos: plates, tags: ['VIP'] }),
      customer({ plate_nos: ['浙A00001', '浙B1', '浙B2'], tags: ['VIP', '老'] }),
    )
    expect(merged.plate_nos).toEqual([...plates, '浙B1'])
    expect(merged.tags).toEqual(['VIP', '老'])
  })

  test('remarks stand one after the other, no longer than a remark may be, and none makes no sign between', () => {
    expect(together(customer({ remark: '甲' }), customer({ remark: '乙' })).remark).toBe('甲；乙')
    expect(together(customer(), customer({ remark: '乙' })).remark).toBe('乙')
    expect(together(customer({ remark: '甲'.repeat(400) }), customer({ remark: '乙'.repeat(400) })).remark).toHaveLength(500)
  })
})

describe('taken apart again', () => {
  const kept = customer({ name: '王芳', level: 1, order_count: 3, last_order_at: at(5) })
  const gone = customer({ name: '王小姐', level: 2, order_count: 4, last_order_at: at(9), remark: '常去机场' })
  const merged = together(kept, gone)

  test('where nobody changed anything it is as it was', () => {
    expect({ ...merged, ...apart(merged, { kept, gone }, true) }).toEqual(kept)
  })

  test('what somebody changed since stays, and only the orders that go are counted out', () => {
    const changed = { ...merged, name: '王芳女士' }
    expect({ ...changed, ...apart(changed, { kept, gone }, false) }).toEqual({ ...changed, order_count: 3, last_order_at: at(5) })
  })

  test('an order since the merge is of who stays', () => {
    const since = { ...merged, order_count: 8, last_order_at: at(12) }
    expect(apart(since, { kept, gone }, true)).toMatchObject({ order_count: 4, last_order_at: at(12) })
  })

  test('who never ordered before has no last order again, unless there was one since', () => {
    const never = customer()
    const both = together(never, gone)
    expect(apart(both, { kept: never, gone }, true)).toMatchObject({ order_count: 0, last_order_at: null })
    expect(apart({ ...both, order_count: 5, last_order_at: at(10) }, { kept: never, gone }, true).last_order_at).toEqual(at(10))
  })

  test('a count is never below none', () => {
    expect(apart({ ...merged, order_count: 1 }, { kept, gone }, true).order_count).toBe(0)
  })
})
