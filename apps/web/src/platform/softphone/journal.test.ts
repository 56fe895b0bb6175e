import { afterEach, expect, test } from 'vitest'
import { openJournal } from './journal.ts'
import type { CallOfDesk } from './state.ts'

afterEach(() => localStorage.clear())

const NOW_MS = 1_795_000_000_000
const at = (ms: number) => () => ms
const call = (of: Partial<CallOfDesk> = {}) => ({ ref: 'desk-1', number: '13800001234', startedMs: NOW_MS - 5_000, ...of }) as CallOfDesk

test('a call under way and a report nobody heard are there for the next window', () => {
  const before = openJournal('7', at(NOW_MS))
  before.keep({ calls: [call()] })
  before.keep({ reports: [call({ ref: 'desk-0', phase: 'over' })] })
  const { left } = openJournal('7', at(NOW_MS + 60_000))
  expect(left).toMatchObject({ calls: [{ ref: 'desk-1' }], reports: [{ ref: 'desk-0' }], writtenMs: NOW_MS })
})

test('another account finds nothing of them', () => {
  openJournal('7', at(NOW_MS)).keep({ calls: [call()] })
  expect(openJournal('8', at(NOW_MS)).left).toEqual({ calls: [], reports: [], writtenMs: 0 })
})

test('no number stays in the browser once everything is told', () => {
  const journal = openJournal('7', at(NOW_MS))
  journal.keep({ calls: [call()] })
  journal.keep({ calls: [] })
  expect(localStorage).toHaveLength(0)
})

test('what is older than the server takes, or is no journal, is left out', () => {
  openJournal('7', at(NOW_MS)).keep({ calls: [call({ startedMs: NOW_MS - 49 * 3_600_000 }), call({ ref: 'desk-2' })] })
  expect(openJournal('7', at(NOW_MS)).left.calls.map(({ ref }) => ref)).toEqual(['desk-2'])
  for (const broken of ['{', '[]', 'null', '{"calls":3}', '{"calls":[null]}']) {
    localStorage.setItem('chauffeur.softphone.calls.1.7', broken)
    expect(openJournal('7', at(NOW_MS)).left.calls).toEqual([])
  }
})
