import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TemplateCandidate } from '../price/index.ts'
import { chooseTemplate, templateRank } from './template-choice.rules.ts'

const now = Date.parse('2026-03-14T12:00:00Z')
const day = 86_400_000
const candidate = (id: string, change: Partial<TemplateCandidate> = {}): TemplateCandidate => ({
  id,
  version: 1,
  rank: templateRank.CITY,
  effectiveFrom: now - 10 * day,
  effectiveTo: null,
  ...change,
})
const chosen = (...candidates: TemplateCandidate[]) => chooseTemplate(candidates, now)

describe('which template prices a trip', () => {
  it('the airport’s fence goes before the enterprise, and the enterprise before the city', () => {
    const [city, enterprise, fence] = [
      candidate('1'),
      candidate('2', { rank: templateRank.ENTERPRISE }),
      candidate('3', { rank: templateRank.FENCE }),
    ]
    expect(chosen(city, enterprise, fence)?.id).toBe('3')
    expect(chosen(city, enterprise)?.id).toBe('2')
    expect(chosen(city)?.id).toBe('1')
  })

  it('a new version takes over at its first instant and an ended one stops at its last', () => {
    const old = candidate('7', { effectiveTo: now + day })
    expect(chosen(old, candidate('7', { version: 2, effectiveFrom: now }))?.version).toBe(2)
    expect(chosen(old, candidate('7', { version: 2, effectiveFrom: now + 1 }))?.version).toBe(1)
    expect(chosen(candidate('7', { effectiveTo: now }))).toBeUndefined()
  })

  it('of two equally new the lowest id wins, by number', () => {
    expect(chosen(candidate('10'), candidate('9'))?.id).toBe('9')
    expect(chosen(candidate('9007199254740993'), candidate('9007199254740992'))?.id).toBe('9007199254740992')
  })

  it('nothing effective, nothing chosen', () => {
    expect(chosen()).toBeUndefined()
    expect(chosen(candidate('1', { effectiveFrom: now + day }))).toBeUndefined()
  })

  it('does not depend on the order of the candidates', () => {
    const any = fc.record({
      id: fc.integer({ min: 1, max: 12 }).map(String),
      version: fc.integer({ min: 1, max: 3 }),
      rank: fc.constantFrom(10, 20, 30),
      effectiveFrom: fc.integer({ min: -2, max: 1 }).map((days) => now + days * day),
      effectiveTo: fc.constantFrom(null, now + day),
    })
    fc.assert(
      fc.property(
        fc
          .uniqueArray(any, { minLength: 1, maxLength: 8, selector: ({ id, version }) => `${id} ${version}` })
          .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(chooseTemplate(shuffled, now)).toEqual(chooseTemplate(all, now))
        },
      ),
    )
  })
})
