import * as templates from '#demo/pricing/price-templates'
import { type PriceBand, priceTemplateRules } from '@chauffeur/contract/pricing/model'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandAt, bandProblems, localSecond, secondsOf, timeOf } from './bands.rules.ts'
import { amountProblems, templateProblems } from '../template/index.ts'

const band = (from: string, to: string): PriceBand => ({ from, to, startFen: 3500, includedM: 8000 })

describe('bands of a day', () => {
  it('a template without a band is refused', () => {
    expect(bandProblems([])).toEqual([{ path: 'bands', zh: '至少需要一个时段', en: 'at least one time band is needed' }])
  })

  it('missing hours are named where they are missing', () => {
    expect(bandProblems([band('01:00:00', '06:00:00'), band('07:00:00', '23:59:59')])).toEqual([
      { path: 'bands.0.from', zh: '00:00:00–01:00:00 没有时段覆盖', en: 'no band covers 00:00:00–01:00:00' },
      { path: 'bands.1.from', zh: '06:00:00–07:00:00 没有时段覆盖', en: 'no band covers 06:00:00–07:00:00' },
      { path: 'bands.1.to', zh: '23:59:59–24:00:00 没有时段覆盖', en: 'no band covers 23:59:59–24:00:00' },
    ])
  })

  it('an overlap names the other band and the hours', () => {
    expect(bandProblems([band('06:00:00', '24:00:00'), band('00:00:00', '06:00:01')])).toEqual([
      { path: 'bands.0.from', zh: '与第 2 个时段在 06:00:00–06:00:01 重叠', en: 'overlaps band 2 during 06:00:00–06:00:01' },
    ])
  })

  it('a band inside another overlaps for its own hours only', () => {
    expect(bandProblems([band('00:00:00', '24:00:00'), band('10:00:00', '11:00:00')])).toEqual([
      { path: 'bands.1.from', zh: '与第 1 个时段在 10:00:00–11:00:00 重叠', en: 'overlaps band 1 during 10:00:00–11:00:00' },
    ])
  })

  it('a band over midnight must be written as two, and that is the only complaint', () => {
    expect(bandProblems([band('06:00:00', '22:00:00'), band('22:00:00', '06:00:00')])).toEqual([
      {
        path: 'bands.1.to',
        zh: '时段不能跨零点，请拆成 22:00:00–24:00:00 和 00:00:00–06:00:00 两段',
        en: 'a band cannot run over midnight: make it two, 22:00:00–24:00:00 and 00:00:00–06:00:00',
      },
    ])
  })

  it('the end of the day is 24:00:00, and an empty band is none', () => {
    expect(bandProblems([band('00:00:00', '12:00:00'), band('12:00:00', '00:00:00')]).map(({ en }) => en)).toEqual([
      'write the end of the day as 24:00:00',
    ])
    expect(bandProblems([band('00:00:00', '24:00:00'), band('12:00:00', '12:00:00')]).map(({ en }) => en)).toEqual([
      'the band ends when it begins',
    ])
  })

  it('bands are accepted exactly when every second of the day lies in one', () => {
    const edge = fc.integer({ min: 0, max: 8 }).map((n) => n * 10_800)
    const anyBands = fc.array(fc.tuple(edge, edge), { minLength: 0, maxLength: 5 })
    const nearPartition = fc
      .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 5 }), fc.integer({ min: -1, max: 1 }), fc.nat(6))
      .map(([cuts, shift, at]) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), 8]
        return edges.slice(1).map((to, i): [number, number] => [(edges[i] ?? 0) * 10_800, to * 10_800 + (i === at ? shift : 0)])
      })
      .map((pairs) => pairs.map(([from, to]): [number, number] => [from, Math.min(to, 86_400)]))
    const shuffled = fc.oneof(anyBands, nearPartition).chain((pairs) => fc.shuffledSubarray(pairs, { minLength: pairs.length }))
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(shuffled, (pairs) => {
        const written = pairs.filter(([from]) => from < 86_400)
        const probes = [
          ...new Set(
            written
              .flat()
              .flatMap((at) => [at - 1, at, at + 1])
              .concat(0, 86_399),
          ),
        ]
        const once = probes
          .filter((second) => second >= 0 && second < 86_400)
          .every((second) => written.filter(([from, to]) => from <= second && second < to).length === 1)
        const partition = once && written.every(([from, to]) => from < to)
        const problems = bandProblems(written.map(([from, to]) => band(timeOf(from), timeOf(to))))
        seen[partition ? 'accepted' : 'refused'] += 1
        expect(problems.length === 0).toBe(partition)
      }),
      { numRuns: 1000 },
    )
    expect(seen.accepted).toBeGreaterThan(50)
    expect(seen.refused).toBeGreaterThan(50)
  })
})

describe('the city’s clock', () => {
  it('decides the band, to the second and over the date line of UTC', () => {
    const at = (instant: string) => bandAt(templates.templateA.bands, localSecond(Date.parse(instant), 480)).startFen
    expect(at('2026-03-14T13:59:59.999Z')).toBe(3500)
    expect(at('2026-03-14T14:00:00.000Z')).toBe(5000)
    expect(at('2026-03-14T15:59:59.999Z')).toBe(6500)
    expect(at('2026-03-14T16:00:00.000Z')).toBe(8500)
    expect(at('2026-03-14T22:00:00.000Z')).toBe(3500)
  })

  it('works behind UTC and before 1970', () => {
    expect(localSecond(Date.parse('2026-03-14T02:00:00Z'), -300)).toBe(21 * 3600)
    expect(localSecond(-1, 0)).toBe(86_399)
  })

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400 }), (second) => {
        expect(secondsOf(timeOf(second))).toBe(second)
      }),
    )
  })
})

describe('templates', () => {
  it.each(Object.entries(templates))('%s of the starting data may become effective', (_, rules) => {
    expect(priceTemplateRules.parse(JSON.parse(JSON.stringify(rules)))).toEqual(rules)
    expect(templateProblems(rules)).toEqual([])
  })

  it('a wrong combination names its field', () => {
    const paths = (change: Partial<(typeof templates)['templateA']>) =>
      templateProblems({ ...templates.templateA, ...change }).map(({ path }) => path)
    expect(paths({ stepM: 500 })).toEqual(['stepM'])
    expect(paths({ mode: 'PACKAGE', stepM: 20_000 })).toEqual(['package', 'wait'])
    expect(paths({ package: templates.templateFourHours.package })).toEqual(['package'])
    expect(paths({ wait: { kind: 'PER_MIN_CEIL', freeS: 600, unitS: 60, unitFen: 100, maxTotalS: 599 } })).toEqual(['wait.maxTotalS'])
    expect(paths({ dynamicScope: ['START', 'START'] })).toEqual(['dynamicScope'])
  })

  it('prices by which a long trip could not be billed are refused', () => {
    expect(Object.values(templates).flatMap(amountProblems)).toEqual([])
    expect(amountProblems({ ...templates.templateA, mode: 'BLOCK', stepM: 1, stepFen: 1_000 }).map(({ path }) => path)).toEqual(['stepFen'])
  })

  it.each([
    ['from', '24:00:00'],
    ['from', '9:00'],
    ['to', '24:00:01'],
    ['to', '12:60:00'],
  ])('%s cannot be %s', (field, value) => {
    const bands = [{ ...band('00:00:00', '24:00:00'), [field]: value }]
    expect(priceTemplateRules.safeParse({ ...templates.templateA, bands }).success).toBe(false)
  })
})
