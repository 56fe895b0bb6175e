import { templateA, templateB } from '#demo/pricing/price-templates'
import { describe, expect, it } from 'vitest'
import { reasonOf } from '../price/index.ts'
import { priceTrip } from '../price/index.ts'
import { type ComparedVersion, differences } from './template-diff.rules.ts'

const version = (more: Partial<ComparedVersion> = {}): ComparedVersion => ({
  name: '杭州市日常代驾',
  code: 'A',
  owner: { zh: '城市', en: 'City' },
  cities: '杭州市',
  channels: '',
  serviceType: '代驾',
  effectiveFrom: '2026-01-01T00:00:00.000Z',
  effectiveTo: '',
  rules: templateA,
  ...more,
})

describe('two versions side by side', () => {
  it('the same version differs in nothing', () => expect(differences(version(), version())).toEqual([]))
  it('one changed price is one line', () => {
    const dearer = { ...templateA, bands: templateA.bands.map((band) => (band.from === '22:00:00' ? { ...band, startFen: 5500 } : band)) }
    expect(differences(version(), version({ rules: dearer }))).toEqual([
      {
        path: 'rules.bands.22:00:00–23:00:00.startFen',
        label: { zh: '22:00:00–23:00:00 起步价', en: '22:00:00–23:00:00 start price' },
        one: { zh: '¥50.00', en: '¥50.00' },
        other: { zh: '¥55.00', en: '¥55.00' },
      },
    ])
  })
  it('a band that the other does not have stands alone', () => {
    const rows = differences(version(), version({ rules: templateB }))
    expect(rows.find(({ path }) => path === 'rules.bands.00:00:00–06:00:00.startFen')).toMatchObject({ one: { zh: '¥85.00' }, other: null })
    expect(rows.find(({ path }) => path === 'rules.mode')).toMatchObject({ one: { zh: '按公里' }, other: { zh: '按段' } })
  })
})

describe('why a line costs what it costs', () => {
  const priced = priceTrip(templateA, {
    departAt: Date.parse('2026-03-14T14:30:00Z'),
    utcOffsetMinutes: 480,
    distanceM: 12_400,
    waiting: { waitS: 720 },
    dynamicRateBp: 13_000,
    dynamicMaxFen: 1500,
    weatherFen: 800,
    discount: { kind: 'coupon', coupon: { type: 'CASH', faceFen: 2000, minSubtotalFen: 6000, funder: 'PLATFORM' } },
  })
  it('every line names its rule and numbers, in both languages', () => {
    expect(priced.lines.map((line) => reasonOf(line.rule).zh)).toEqual([
      '22:30:00 出发，适用 22:00:00–23:00:00 时段：起步价 ¥50.00，含 8 km',
      '行程 12.4 km，超出 8 km 的部分为 4.4 km，每 1 km ¥3.50，不足按 1 段计：5 × ¥3.50',
      '等候 12 分钟，免费 10 分钟，每 1 分钟计一次：计费 2 分钟，2 × ¥1.00',
      '(起步费 + 里程费) ¥67.50 × (1.3 − 1) = ¥20.25，封顶 ¥15.00',
      '恶劣天气每单 ¥8.00',
      '现金券 ¥20.00，可抵扣费用 ¥92.50（门槛 ¥60.00）',
    ])
    expect(reasonOf(priced.lines[2]!.rule).en).toBe('12 min waited, 10 min free, each started 1 min: 2 min charged, 2 × ¥1.00')
  })
})
