import { expect, test } from 'vitest'
import { mostWrong } from './exam.view.ts'

test('of the wrong options the one that was chosen most is named, and none where nobody was wrong', () => {
  const question = { kind: 'SINGLE', options: ['甲', '乙', '丙'], answer: [1] } as const
  const of = (...chosen: number[]) => mostWrong({ ...question, options: [...question.options], answer: [1], chosen })
  expect(of(2, 30, 5)).toEqual({ index: 2, times: 5 })
  expect(of(0, 30, 0)).toBeNull()
})
