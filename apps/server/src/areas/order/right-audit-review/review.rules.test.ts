import { expect, test } from 'vitest'
import { allowedActions, isAnothers, mayAppeal, type Standing } from './review.rules.ts'

const NOW = 1_000_000
const of = (change: Partial<Standing>): Standing => ({
  state: 10,
  claimedBy: null,
  claimedUntil: null,
  reviewedBy: null,
  appealedBy: null,
  appealed: false,
  appealUntil: null,
  ...change,
})
const everything = { userId: '1', authorities: new Set(['rightAudit.review', 'rightAudit.final']) }
const may = (change: Partial<Standing>) => allowedActions(of(change), everything, NOW)

test('one that another has is nobody else’s until their time is over', () => {
  const held = { state: 20, claimedBy: '2', claimedUntil: NOW + 1 } as const
  expect(isAnothers(of(held), '1', NOW)).toBe(true)
  expect(may(held)).toEqual([])
  expect(may({ ...held, claimedUntil: NOW })).toEqual(['CLAIM', 'PASS', 'FAIL'])
  expect(may({ ...held, claimedBy: '1' })).toEqual(['RELEASE', 'SKIP', 'PASS', 'FAIL'])
})

test('who reviewed it, or entered the appeal, does not decide it', () => {
  expect(may({ state: 50, reviewedBy: '1' })).toEqual([])
  expect(may({ state: 50, reviewedBy: '2', appealedBy: '1' })).toEqual([])
  expect(may({ state: 50, reviewedBy: '2', appealedBy: '3' })).toEqual(['FINAL_PASS', 'FINAL_FAIL'])
})

test('a driver appeals in time, a partner against what passed, and each case once', () => {
  expect(mayAppeal(of({ state: 40, appealUntil: NOW + 1 }), 'DRIVER', NOW)).toBe(true)
  expect(mayAppeal(of({ state: 40, appealUntil: NOW }), 'DRIVER', NOW)).toBe(false)
  expect(mayAppeal(of({ state: 40, appealUntil: NOW + 1 }), 'PARTNER', NOW)).toBe(false)
  expect(mayAppeal(of({ state: 30 }), 'PARTNER', NOW)).toBe(true)
  expect(mayAppeal(of({ state: 30, appealed: true }), 'PARTNER', NOW)).toBe(false)
})

test('without the authority nothing is offered', () =>
  expect(allowedActions(of({}), { userId: '1', authorities: new Set(['rightAudit.view']) }, NOW)).toEqual([]))
