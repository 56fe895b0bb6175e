import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../common/tool.ts'
import { faultsOf } from './test-vitest.ts'

test('a journey that passed only when it went once more is named at the end of the check, and is no fault', () => {
  const ran = (fullName: string, status: string, ...failureMessages: string[]) => ({ fullName, status, failureMessages })
  const assertionResults = [
    ran('steady', 'passed'),
    ran('unsteady', 'passed', 'Error: not yet'),
    ran('broken', 'failed', 'Error: a', 'Error: b'),
  ]
  const testResults = [{ name: join(root, 'e2e/one.journey.ts'), status: 'failed', message: '', assertionResults }]
  const counts = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 }
  expect(faultsOf({ ...counts, testResults })).toEqual({
    faults: ['e2e/one.journey.ts broken\n    Error: a'],
    unsteady: ['e2e/one.journey.ts unsteady\n    Error: not yet'],
  })
})
