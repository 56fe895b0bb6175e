import { expect, test } from 'vitest'
import { fitnessOf, type FitnessFacts } from './fitness.rules.ts'

const papers = {
  licence_expire: '2027-03-01',
  id_card_expire: null,
  today: '2026-11-24',
  qualification: 50,
  disabled_reason: '',
  onOrder: false,
}
const now = new Date('2026-11-24T02:00:00Z')
const fine: FitnessFacts = {
  papers,
  dutyOpen: true,
  checks: { face: { is: 'NOT_ASKED' }, insurance: 'NOT_ASKED', exams: [] },
  policies: { asked: [], covers: [], now },
  checker: false,
  utcOffsetMinutes: 480,
}
const stateOf = (facts: Partial<FitnessFacts>) => {
  const { fit, points } = fitnessOf({ ...fine, ...facts }, false)
  return { fit, but: points.filter(({ state }) => state !== 'OK').map(({ point, state, words }) => [point, state, words]) }
}

test('exams that are asked for: what is lacking is named, and the pass that ends first counts', () => {
  const exams = (...all: [string, boolean, string | null][]) => ({
    checks: {
      ...fine.checks,
      exams: all.map(([name, passed, until]) => ({ name, passed, valid_until: until === null ? null : new Date(until) })),
    },
  })
  expect(stateOf(exams(['安全', true, null], ['服务', true, null]))).toEqual({ fit: true, but: [] })
  expect(stateOf(exams(['安全', true, null], ['服务', false, null], ['冬季', false, null]))).toEqual({
    fit: false,
    but: [['EXAM', 'STOPS', '未通过或已过有效期：服务、冬季']],
  })
  expect(stateOf(exams(['安全', true, '2027-01-01T00:00:00Z'], ['服务', true, '2026-12-24T01:59:00Z']))).toEqual({
    fit: true,
    but: [['EXAM', 'SOON', '已通过，有效至 2026-12-24 09:59']],
  })
})

test('who has everything in order may go on duty; each thing that stops them says why, and what is asked then stops nobody', () => {
  expect(stateOf({})).toEqual({ fit: true, but: [] })
  expect(stateOf({ papers: { ...papers, licence_expire: '2026-12-24' } })).toEqual({
    fit: true,
    but: [['LICENCE', 'SOON', '有效期至 2026-12-24，还剩 30 天']],
  })
  expect(stateOf({ papers: { ...papers, licence_expire: '2026-12-25' } }).but).toEqual([])
  expect(stateOf({ papers: { ...papers, id_card_expire: '2026-11-23', qualification: 80 } })).toEqual({
    fit: false,
    but: [
      ['QUALIFICATION', 'STOPS', '证件过期，更新并审核后恢复'],
      ['ID_CARD', 'STOPS', '已于 2026-11-23 过期'],
    ],
  })
  expect(
    stateOf({ papers: { ...papers, disabled_reason: '乘客投诉', onOrder: true }, dutyOpen: false }).but.map(([point]) => point),
  ).toEqual(['ACCOUNT', 'COMPANY'])
  const checks = { face: { is: 'DUE' }, insurance: 'DUE', exams: [] } as const
  expect(stateOf({ checks, checker: true })).toMatchObject({
    fit: true,
    but: [
      ['FACE', 'ASKED'],
      ['INSURANCE', 'ASKED'],
    ].map(([...one]) => [...one, expect.any(String)]),
  })
  expect(stateOf({ checks }).fit).toBe(false)
  const locked = { face: { is: 'LOCKED', until: new Date('2026-11-24T01:30:00Z') }, insurance: 'HOLDS', exams: [] } as const
  expect(stateOf({ checks: locked, checker: true })).toEqual({
    fit: false,
    but: [['FACE', 'STOPS', '多次未通过，2026-11-24 09:30 后可再试']],
  })
})

test('a policy that the city asks for has to cover the next hour, and says until when it does', () => {
  const covers = (until: string) => ({
    asked: ['ACCIDENT'] as const,
    covers: [{ product: 'ACCIDENT' as const, until: new Date(until) }],
    now,
  })
  expect(stateOf({ policies: { asked: ['ACCIDENT', 'LIABILITY'], covers: [], now } })).toEqual({
    fit: false,
    but: [['POLICY', 'STOPS', '没有保障中的意外险、责任险']],
  })
  expect(stateOf({ policies: covers('2026-11-24T02:59:00Z') }).but).toEqual([['POLICY', 'STOPS', '意外险不足 1 小时即到期']])
  expect(stateOf({ policies: covers('2026-12-24T02:00:00Z') })).toEqual({
    fit: true,
    but: [['POLICY', 'SOON', '意外险保障至 2026-12-24 10:00']],
  })
  expect(stateOf({ policies: covers('2027-06-01T00:00:00Z') })).toEqual({ fit: true, but: [] })
})
