import { describe, expect, it } from 'vitest'
import { driverActions, type FileFacts, fileProblems, qualificationAfter, readIdCard, yearsBetween } from './driver-file.rules.ts'

const TODAY = '2026-11-21'
const facts = (more: Partial<FileFacts> = {}): FileFacts => ({
  idCardNo: '330106199003074215',
  knownBirthDate: null,
  phone: '13900000000',
  isNew: true,
  idCardExpire: '2035-01-01',
  licenceFirstIssue: '2012-05-01',
  licenceExpire: '2032-05-01',
  ...more,
})
const paths = (more: Partial<FileFacts>) => fileProblems(facts(more), TODAY).map(({ path }) => path)
/** A number with the right check character for a birth day. */
const card = (birth: string) =>
  '0123456789X'
    .split('')
    .map((check) => `330106${birth}421${check}`)
    .find((number) => readIdCard(number) !== null) as string

describe('an identity card', () => {
  it('tells birth and gender, and takes a small x', () => {
    expect(readIdCard('11010519491231002x')).toEqual({ number: '11010519491231002X', birthDate: '1949-12-31', gender: 'FEMALE' })
  })
  it('with a digit mistyped, two exchanged, an impossible day or another length is none', () => {
    for (const wrong of ['110105194912310021', '110105194912130027', '11010519490231002X', '1101051949123100', '', '0'.repeat(18)])
      expect(readIdCard(wrong), wrong).toBeNull()
  })
})

describe('the papers of a new driver', () => {
  it('that are in order have no problem', () => {
    expect(fileProblems(facts({ idCardNo: card('19900307') }), TODAY)).toEqual([])
  })
  it('need a telephone', () => {
    expect(paths({ idCardNo: card('19900307'), phone: null })).toEqual(['phone'])
  })
  it('need a card; for a known driver the one on file stays', () => {
    expect(paths({ idCardNo: null })).toEqual(['idCardNo'])
    expect(paths({ idCardNo: null, isNew: false, knownBirthDate: '1990-03-07' })).toEqual([])
  })
  it('are refused for the young and the old, to the day', () => {
    expect(paths({ idCardNo: card('20041121'), licenceFirstIssue: '2022-11-21' })).toEqual([])
    expect(paths({ idCardNo: card('20041122'), licenceFirstIssue: '2022-11-22' })).toEqual(['idCardNo'])
    expect(paths({ idCardNo: card('19651122') })).toEqual([])
    expect(paths({ idCardNo: card('19651121') })).toEqual(['idCardNo'])
  })
  it('are refused with expired papers or too little time at the wheel', () => {
    const idCardNo = card('19900307')
    expect(paths({ idCardNo, idCardExpire: '2026-11-20' })).toEqual(['idCardExpire'])
    expect(paths({ idCardNo, licenceExpire: '2026-11-20' })).toEqual(['licenceExpire'])
    expect(paths({ idCardNo, licenceFirstIssue: '2023-11-22' })).toEqual(['licenceFirstIssue'])
    expect(paths({ idCardNo, licenceFirstIssue: '2023-11-21' })).toEqual([])
    expect(paths({ idCardNo, licenceFirstIssue: '2027-01-01' })).toEqual(['licenceFirstIssue'])
    expect(paths({ idCardNo, licenceFirstIssue: '2008-03-06' })).toEqual(['licenceFirstIssue'])
  })
})

it('years count from birthday to birthday', () => {
  expect(yearsBetween('2000-02-29', '2022-02-28')).toBe(21)
  expect(yearsBetween('2000-02-29', '2022-03-01')).toBe(22)
})

it('a check of the papers qualifies, and an edit lifts no suspension', () => {
  expect([qualificationAfter(null, true), qualificationAfter(null, false)]).toEqual([50, 20])
  expect([qualificationAfter(20, true), qualificationAfter(50, false), qualificationAfter(70, true), qualificationAfter(90, true)]).toEqual(
    [50, 50, 70, 90],
  )
  expect([qualificationAfter(80, true), qualificationAfter(80, false), qualificationAfter(60, true)]).toEqual([50, 20, 50])
})

it('a driver is disabled or enabled, never both, and by whoever may', () => {
  const all = new Set(['driver.edit', 'driver.disable', 'driver.remark'])
  expect(driverActions({ disabledReason: '' }, all)).toEqual(['edit', 'disable', 'remark'])
  expect(driverActions({ disabledReason: '投诉' }, all)).toEqual(['edit', 'enable', 'remark'])
  expect(driverActions({ disabledReason: '' }, new Set(['driver.view']))).toEqual([])
})
