import { expect, test } from 'vitest'
import { nextOf, progressOf } from './guide.view.ts'

const steps = [
  { step: 'a', done: true, skipped: false },
  { step: 'b', done: false, skipped: true },
  { step: 'c', done: false, skipped: false },
  { step: 'd', done: true, skipped: true },
]

test('the next step is the first that is neither done nor left out, and what was left out counts as dealt with', () => {
  expect(nextOf(steps)?.step).toBe('c')
  expect(progressOf(steps)).toEqual({ dealt: 3, all: 4 })
  expect(nextOf(steps.filter(({ step }) => step !== 'c'))).toBeUndefined()
})
