import { expect, test } from 'vitest'
import { nextStep, type SearchFacts } from './dispatch-view.rules.ts'

const at = (s: number) => s * 1_000
const search = (more: Partial<SearchFacts> = {}): SearchFacts => ({
  open: true,
  pickupKnown: true,
  mode: 'NEAREST',
  round: 2,
  rounds: 8,
  roundS: 15,
  startedAt: at(0),
  endsAt: at(120),
  nextLookAt: at(22),
  answersBy: [],
  ...more,
})

test('a search says what it waits for: an answer, its next round, the next batch, the desk, its end', () => {
  expect(nextStep(search({ answersBy: [at(31), at(29)] }))).toEqual({ step: 'ANSWER', at: at(29) })
  expect(nextStep(search())).toEqual({ step: 'ROUND', at: at(30) })
  expect(nextStep(search({ round: 8 }))).toEqual({ step: 'GIVE_UP', at: at(120) })
  expect(nextStep(search({ endsAt: at(25) }))).toEqual({ step: 'GIVE_UP', at: at(25) })
  expect(nextStep(search({ mode: 'BATCH', nextLookAt: at(24) }))).toEqual({ step: 'MATCH', at: at(24) })
  expect(nextStep(search({ mode: 'DESK' }))).toEqual({ step: 'DESK', at: at(120) })
  expect(nextStep(search({ open: false }))).toBe(null)
})
