import { STANDARD_LOOK } from '@chauffeur/contract/driver/display'
import { describe, expect, test } from 'vitest'
import { lookFor, shownName, versionProblem } from './display.rules.ts'

const looks = ['', '1.9', '2.10.0'].map((minVersion) => ({ ...STANDARD_LOOK, minVersion }))

test.each([
  ['', ''],
  ['nightly', ''],
  ['1.8.9', ''],
  ['1.9', '1.9'],
  ['2.9.9', '1.9'],
  ['2.10', '2.10.0'],
  ['11', '2.10.0'],
])('version %s shows what holds from %s on', (version, from) => expect(lookFor({ looks }, version).minVersion).toBe(from))

describe('versions of looks', () => {
  test('rise from one that holds for all', () => expect(versionProblem(['', '1.9', '1.10'])).toBeNull())
  test.each([
    [['1.0'], 'looks.0.minVersion'],
    [['', ''], 'looks.1.minVersion'],
    [['', 'new'], 'looks.1.minVersion'],
    [['', '1.10', '1.9'], 'looks.2.minVersion'],
    [['', '1.9', '1.9.0'], 'looks.2.minVersion'],
  ])('%j name the one that is wrong', (versions, path) => expect(versionProblem(versions)?.path).toBe(path))
})

test.each([
  ['王小明', 'SURNAME', '王**'],
  ['欧阳娜娜', 'SURNAME', '欧阳**'],
  ['李女士', 'SURNAME', '李女士'],
  ['John Smith', 'SURNAME', 'J**'],
  ['王小明', 'FULL', '王小明'],
  ['王小明', 'NONE', ''],
  ['  ', 'SURNAME', ''],
] as const)('%s is shown as %s: %s', (name, as, shown) => expect(shownName(name, as)).toBe(shown))
