import { expect, test } from 'vitest'
import { refusalWords, whyHere } from './recommend.rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const best = { discountFen: 2000, expiresAt: '2026-11-24T12:00:00Z' }

test('the best one says how much it takes off and how long it lasts, the others how much less', () => {
  expect(whyHere(best, best, 0, now).zh).toBe('本单可减 ¥20.00，为最优惠，还有 3 天到期')
  expect(whyHere({ ...best, discountFen: 1500 }, best, 1, now).zh).toBe('可减 ¥15.00，比首选少 ¥5.00，还有 3 天到期')
  expect(whyHere({ ...best, expiresAt: '2026-12-24T12:00:00Z' }, best, 1, now).zh).toBe('同样可减 ¥20.00，到期较晚可留用')
  // At eight in the evening of China, four in the morning is not today's.
  expect(whyHere({ ...best, expiresAt: '2026-11-21T20:00:00Z' }, best, 0, now).zh).toContain('24 小时内到期')
  expect(whyHere({ ...best, expiresAt: '2026-11-22T11:59:59Z' }, best, 0, now).zh).toContain('24 小时内到期')
  expect(whyHere({ ...best, expiresAt: '2026-11-22T12:00:00Z' }, best, 0, now).zh).toContain('还有 1 天到期')
})

test('what is short of a threshold says by how much', () => {
  const tried = { subtotalFen: 3950, discountFen: 0, couponRefused: 'BELOW_THRESHOLD' as const }
  const limits = { minSubtotalFen: 6000, bands: [] }
  expect(refusalWords(null, tried, limits)?.zh).toBe('满 ¥60.00 可用，本单可抵扣费用 ¥39.50，还差 ¥20.50')
  expect(refusalWords('OTHER_CITY', tried, limits)?.zh).toBe('不适用于本单城市')
  expect(refusalWords(null, { subtotalFen: 3950, discountFen: 1000 }, { minSubtotalFen: 0, bands: [] })).toBeNull()
})

test('what is for other hours says for which', () => {
  const bands = [
    { from: '22:00:00', to: '24:00:00' },
    { from: '00:00:00', to: '05:59:30' },
  ]
  const words = refusalWords('OTHER_HOURS', { subtotalFen: 3950, discountFen: 1000 }, { minSubtotalFen: 0, bands })
  expect(words?.zh).toBe('仅限 22:00–24:00、00:00–05:59:30 出发')
  expect(words?.en).toBe('Only for departures at 22:00–24:00, 00:00–05:59:30')
})
