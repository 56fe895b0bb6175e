import { expect, test } from 'vitest'
import { optionCount, questionProblems } from './question.rules.ts'

const paths = (...[kind, options, answer]: [Parameters<typeof questionProblems>[0]['kind'], string[], number[]]) =>
  questionProblems({ kind, options, answer }).map(({ path }) => path)

test('a question has the options and the answer of its kind', () => {
  expect(paths('SINGLE', ['停车', '加速'], [0])).toEqual([])
  expect(paths('SINGLE', ['停车', '加速'], [0, 1])).toEqual(['answer'])
  expect(paths('SINGLE', ['停车', '加速'], [])).toEqual(['answer'])
  expect(paths('SINGLE', ['停车', '加速'], [2])).toEqual(['answer'])
  expect(paths('SINGLE', ['停车', '停车'], [0])).toEqual(['options'])
  expect(paths('SINGLE', ['停车'], [0])).toEqual(['options'])
  expect(paths('MULTIPLE', ['甲', '乙', '丙'], [2, 0])).toEqual([])
  expect(paths('MULTIPLE', ['甲', '乙', '丙'], [1])).toEqual(['answer'])
  expect(paths('MULTIPLE', ['甲', '乙', '丙'], [1, 1])).toEqual(['answer'])
  expect(paths('JUDGE', [], [1])).toEqual([])
  expect(paths('JUDGE', ['对', '错'], [0])).toEqual(['options'])
  expect(paths('JUDGE', [], [2])).toEqual(['answer'])
})

test('a true-or-false question is answered by one of two', () => {
  expect(optionCount({ kind: 'JUDGE', options: [] })).toBe(2)
  expect(optionCount({ kind: 'SINGLE', options: ['甲', '乙', '丙'] })).toBe(3)
})
