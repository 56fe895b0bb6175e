import { cityCheck } from '@chauffeur/contract/operations/city-opening'
import { expect, test } from 'vitest'
import { actionsOf, closingOf, judge, stateOf } from './city-opening.rules.ts'

const now = new Date('2026-03-14T12:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test('a city is open, paused until an hour that comes, or closed', () => {
  expect(stateOf({ open: true, closed_until: at(1) }, now)).toBe('OPEN')
  expect(stateOf({ open: false, closed_until: at(1) }, now)).toBe('PAUSED')
  expect(stateOf({ open: false, closed_until: at(-1) }, now)).toBe('CLOSED')
  expect(stateOf({ open: false, closed_until: null }, now)).toBe('CLOSED')
})

test('a closed city is opened, an open one closed, a paused one either; who may not change it is offered nothing', () => {
  expect(actionsOf('CLOSED', { edit: true })).toEqual(['area', 'copy', 'open'])
  expect(actionsOf('OPEN', { edit: true })).toEqual(['area', 'copy', 'close'])
  expect(actionsOf('PAUSED', { edit: true })).toEqual(['area', 'copy', 'open', 'close'])
  expect(actionsOf('OPEN', { edit: false })).toEqual([])
})

test('only what a city must have keeps it shut', () => {
  const all = Object.fromEntries(cityCheck.options.map((check) => [check, 1])) as Record<(typeof cityCheck.options)[number], number>
  expect(judge(all)).toMatchObject({ missing: [], ready: true })
  expect(judge({ ...all, DRIVERS: 0, MESSAGES: 0, TEAM: 0 })).toMatchObject({ missing: [], ready: true })
  const bare = judge({ ...all, PRICES: 0, DISPATCH: 0 })
  expect(bare).toMatchObject({ missing: ['PRICES'], ready: false })
  expect(bare.rows.filter(({ done }) => !done).map(({ check, weight }) => `${check} ${weight}`)).toEqual(['PRICES MUST', 'DISPATCH SHOULD'])
})

test('a closing begins now or later and ends after it began', () => {
  expect(closingOf({}, now)).toEqual({ from: now, until: null })
  expect(closingOf({ from: at(-5).toISOString() }, now)).toEqual({ from: now, until: null })
  expect(closingOf({ from: at(2).toISOString(), until: at(8).toISOString() }, now)).toEqual({ from: at(2), until: at(8) })
  expect(closingOf({ from: at(2).toISOString(), until: at(1).toISOString() }, now)).toBeNull()
  expect(closingOf({ until: at(-1).toISOString() }, now)).toBeNull()
})
