import { expect, test } from 'vitest'
import { claimHolds } from './booking-queue.rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (s: number) => new Date(now.getTime() - s * 1000)

test('a claim holds for half an hour', () => {
  expect(claimHolds(null, now)).toBe(false)
  expect(claimHolds(ago(1_799), now)).toBe(true)
  expect(claimHolds(ago(1_800), now)).toBe(false)
})
