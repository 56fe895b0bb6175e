import { describe, expect, test } from 'vitest'
import { importActions, undoUntil } from './import.rules.ts'

const NOW = new Date('2026-11-23T04:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const DAY = 86_400_000
const made = (state: Parameters<typeof undoUntil>[0]['state'], ended_at: Date | null = null, refused_id: string | null = null) => ({
  state,
  ended_at,
  refused_id,
})

test('an import at its end can be undone for a day, and no other', () => {
  expect(undoUntil(made('DONE', NOW))).toEqual(new Date(NOW.getTime() + DAY))
  expect(undoUntil(made('RUNNING'))).toBeNull()
  expect(undoUntil(made('UNDONE', NOW))).toBeNull()
})

describe('what can be done with an import', () => {
  test('that is only read: it is run', () => expect(importActions(made('READ'), null, NOW)).toEqual(['RUN']))

  test('that runs: nothing, while its job goes on', () => {
    expect(importActions(made('RUNNING'), 'RUNNING', NOW)).toEqual([])
    expect(importActions(made('RUNNING'), null, NOW)).toEqual([])
  })

  test.each(['CANCELLED', 'FAILED'] as const)('whose job is %s: the part that is there is taken back', (job) => {
    expect(importActions(made('RUNNING'), job, NOW)).toEqual(['UNDO'])
  })

  test('that is done: it is undone within the day, to the millisecond', () => {
    expect(importActions(made('DONE', ago(DAY - 1)), 'DONE', NOW)).toEqual(['UNDO'])
    expect(importActions(made('DONE', ago(DAY)), 'DONE', NOW)).toEqual([])
  })

  test('with refused rows: they are taken away, also once the rest is undone', () => {
    expect(importActions(made('DONE', ago(2 * DAY), '5'), 'DONE', NOW)).toEqual(['TAKE_REFUSED'])
    expect(importActions(made('UNDONE', ago(1), '5'), 'DONE', NOW)).toEqual(['TAKE_REFUSED'])
  })
})
