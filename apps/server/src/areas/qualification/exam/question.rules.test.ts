import { expect, test } from 'vitest'
import { answerFrom, isAnswer, optionCount, optionLines, optionsFrom, questionProblems } from './question.rules.ts'

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

test('what an export writes in one cell is read back as the same options', () => {
  for (const options of [['停稳再接', '边开边接'], ['A. 级', '两行\n的选项', '3、5 分钟'], ['x']])
    expect(optionsFrom(optionLines(options))).toEqual(options)
  expect(optionsFrom('A、停稳再接\nB．边开边接\n')).toEqual(['停稳再接', '边开边接'])
  expect(optionsFrom('')).toEqual([])
})

test('an answer is read as the kind of its question has it', () => {
  expect(answerFrom('JUDGE', '错')).toEqual([1])
  expect(answerFrom('JUDGE', 'F')).toEqual([1])
  expect(answerFrom('JUDGE', 't')).toEqual([0])
  expect(answerFrom('JUDGE', 'B')).toEqual([1])
  expect(answerFrom('SINGLE', 'F')).toEqual([5])
  expect(answerFrom('MULTIPLE', 'a、 c')).toEqual([0, 2])
  // A question with options of its own is not answered with true.
  expect(answerFrom('SINGLE', '对')).toBeNull()
  expect(isAnswer('对')).toBe(true)
  expect(isAnswer('随便')).toBe(false)
})
