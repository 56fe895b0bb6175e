import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../common/tool.ts'
import { asUnsteady, faultsOf, filesToRepeat } from './test-vitest.ts'

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

test('server tests and journeys go once more by the file: one that passes then is named, several that fail are no chance', () => {
  const file = (name: string, ...assertionResults: { status: string; fullName: string; failureMessages: string[] }[]) => ({
    name: join(root, name),
    status: 'failed',
    message: 'Error: no database',
    assertionResults,
  })
  const test = { status: 'failed', fullName: 'waits', failureMessages: ['Error: 2 wait'] }
  const report = (...testResults: ReturnType<typeof file>[]) => ({
    ...{ numPassedTests: 3, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 },
    testResults,
  })
  const [one, two, three] = [file('one.pg.test.ts', test), file('two.pg.test.ts'), file('three.pg.test.ts', test)]
  expect(filesToRepeat(['pg', 'pg-own'], report(one, two))).toEqual([one.name, two.name])
  expect(filesToRepeat(['e2e-2'], report(one))).toEqual([one.name])
  expect(filesToRepeat(['pg'], report(one, two, three))).toEqual([])
  expect(filesToRepeat(['unit-node'], report(one))).toEqual([])
  const after = asUnsteady(report(one, two))
  expect(after).toMatchObject({ numPassedTests: 4, numFailedTests: 0 })
  expect(faultsOf(after)).toEqual({
    faults: [],
    unsteady: ['one.pg.test.ts waits\n    Error: 2 wait', 'two.pg.test.ts \n    Error: no database'],
  })
})
