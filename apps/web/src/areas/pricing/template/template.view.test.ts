import type { PriceTemplateRules } from '@chauffeur/contract/pricing/model'
import { describe, expect, test } from 'vitest'
import { daysOf, maskOf } from '#ui/show/weekdays.ts'
import { dayPicture } from '../pricing.view.ts'
import { emptyRules, rulesOf, rulesValues } from './template.view.ts'

const blocks: PriceTemplateRules = {
  ...emptyRules,
  mode: 'BLOCK',
  stepM: 10_000,
  wait: { kind: 'FULL_BLOCK_FLOOR', freeS: 0, unitS: 900, unitFen: 2000, unitFenLate: 1000, maxTotalS: 11_400 },
  remote: { on: true, thresholdM: 20_000, stepM: 1000, stepFen: 150 },
  feeMaxFen: 1999,
}
const pack: PriceTemplateRules = {
  ...emptyRules,
  mode: 'PACKAGE',
  wait: null,
  package: { includedS: 14_400, freeS: 1800, unitS: 1800, unitFen: 3000 },
}

describe('the template form', () => {
  test.each([
    ['per kilometre', emptyRules],
    ['by blocks', blocks],
    ['a package', pack],
  ])('has a field for all that %s charges and gives the same rules back', (_, rules) => {
    const { wait, ...values } = rulesValues(rules)
    // The price for late drivers has a field only where there is one.
    const { unitFenLate: _late, ...shown } = wait
    expect(rulesOf({ ...values, wait: wait.kind === 'FULL_BLOCK_FLOOR' ? wait : (shown as typeof wait) }, rules)).toEqual(rules)
  })
  test('a long-distance fee that is switched off keeps its figures though their fields are gone', () => {
    const { remote: _, ...values } = rulesValues(blocks)
    expect(rulesOf({ ...values, remote: { on: false } as never }, blocks).remote).toEqual({ ...blocks.remote, on: false })
  })
})

test('a day is drawn from midnight to midnight, whatever order the bands come in', () => {
  const band = (from: string, to: string, startFen: number) => ({ from, to, startFen, includedM: 0 })
  const parts = dayPicture([band('06:00:00', '24:00:00', 3500), band('00:00:00', '06:00:00', 7000)])
  expect(parts.map(({ left, width, strength }) => [left, width, strength])).toEqual([
    [0, 25, 1],
    [25, 75, 0.5],
  ])
})

test('a week mask is days and back', () => {
  for (const mask of [1, 64, 127, 0b0110000]) expect(maskOf(daysOf(mask))).toBe(mask)
})
