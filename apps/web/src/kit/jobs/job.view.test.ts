import { expect, test } from 'vitest'
import { endedSince, percentOf, type JobRow } from './job.view.ts'

const job = (jobId: string, state: JobRow['state']) => ({ jobId, state }) as JobRow

test('a job that ended while somebody looked elsewhere is told once, also one that began and ended in between', () => {
  const before = [job('9', 'RUNNING'), job('8', 'WAITING'), job('7', 'DONE')]
  const now = [job('11', 'RUNNING'), job('10', 'DONE'), job('9', 'FAILED'), job('8', 'WAITING'), job('7', 'DONE')]
  expect(endedSince(before, now).map(({ jobId }) => jobId)).toEqual(['10', '9'])
  expect(endedSince(now, now)).toEqual([])
})

test('what ended before the page was opened is not news', () => {
  expect(endedSince(undefined, [job('7', 'DONE')])).toEqual([])
  // One that moved up into the page of the newest because others were removed.
  expect(endedSince([job('9', 'DONE')], [job('9', 'DONE'), job('3', 'DONE')])).toEqual([])
})

test('nothing is at 100 % before all of it is done', () => {
  expect([percentOf({ done: 1999, total: 2000 }), percentOf({ done: 2000, total: 2000 }), percentOf({ done: 0, total: 0 })]).toEqual([
    99, 100, 100,
  ])
  expect(percentOf({ done: 5, total: null })).toBeNull()
})
