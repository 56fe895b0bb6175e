import { expect, test } from 'vitest'
import type { FailureKind } from '#platform/provider/request'
import { backoffS, outcomeOf } from './webhook.rules.ts'

test('each attempt waits twice as long, an hour at most: a day of silence is asked some thirty times', () => {
  expect([1, 2, 3, 4, 9, 10, 11, 1_000].map(backoffS)).toEqual([10, 20, 40, 80, 2_560, 3_600, 3_600, 3_600])
  let [at, attempts] = [0, 0]
  while (at < 86_400) at += backoffS(++attempts)
  expect(attempts).toBe(32)
})

test('how an attempt ended is told by what the partner can do about it', () => {
  const of = (kind: FailureKind, { status, code }: { status?: number; code?: string } = {}, isPublic = true) =>
    outcomeOf({ kind, status, code }, isPublic)
  expect(of('TIMEOUT')).toEqual({ failure: 'TIMEOUT', httpStatus: null, code: '' })
  expect(of('FAULT', { status: 503 })).toEqual({ failure: 'FAULT', httpStatus: 503, code: '' })
  expect(of('REFUSED', { status: 404 })).toEqual({ failure: 'REFUSED', httpStatus: 404, code: '' })
  expect(of('UNSENT', { code: 'ECONNREFUSED' })).toEqual({ failure: 'UNREACHABLE', httpStatus: null, code: 'ECONNREFUSED' })
  expect(of('UNREACHABLE', { code: 'EADDR' }, false)).toEqual({ failure: 'ADDRESS', httpStatus: null, code: 'EADDR' })
  expect(of('SHUT'), 'no attempt was made').toBeNull()
  expect(of('QUOTA')).toBeNull()
})
