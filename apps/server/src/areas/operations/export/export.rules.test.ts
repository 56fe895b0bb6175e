import { EXPORT_STATE as S } from '@chauffeur/contract/operations/export'
import { expect, test } from 'vitest'
import { actionsOf, stateOf } from './export.rules.ts'

const now = new Date('2026-11-22T08:00:00Z')
const fresh = { deleted: false, expiresAt: null, job: 'WAITING', cancelAsked: false } as const

test('an export stands where its job does, until it has a file', () => {
  const states = (['WAITING', 'RUNNING', 'CANCELLED', 'FAILED'] as const).map((job) => stateOf({ ...fresh, job }, now))
  expect(states).toEqual([S.queued, S.running, S.cancelled, S.failed])
})

test('its file is there until it expires, whatever became of its job', () => {
  const expiresAt = new Date('2026-11-22T08:00:01Z')
  expect(stateOf({ ...fresh, job: 'DONE', expiresAt }, now)).toBe(S.done)
  expect(stateOf({ ...fresh, job: null, expiresAt }, new Date(expiresAt))).toBe(S.expired)
  expect(stateOf({ ...fresh, job: 'DONE', expiresAt, deleted: true }, now)).toBe(S.deleted)
})

test('only its asker takes the file or tries again; who may remove others’ does that alone', () => {
  const may = (own: boolean) => Object.values(S).map((state) => actionsOf(state, { cancelAsked: false, own }).join())
  expect(may(true)).toEqual(['CANCEL', 'CANCEL', 'DOWNLOAD,DELETE', 'RETRY,DELETE', 'RETRY,DELETE', 'RETRY,DELETE', ''])
  expect(may(false)).toEqual(['CANCEL', 'CANCEL', 'DELETE', 'DELETE', 'DELETE', 'DELETE', ''])
  expect(actionsOf(S.running, { cancelAsked: true, own: true })).toEqual([])
})
