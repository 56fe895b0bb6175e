import { expect, test } from 'vitest'
import { answeredView, type Drawn, mayChoose, resultOf } from './attempt.rules.ts'
import { sectionMark } from './section-mark.ts'

const question = (position: number, score: number, answer: number[], chosen: number[] | null): Drawn => ({
  ...{ position, score, answer, chosen, is_right: null },
  ...{ kind: answer.length > 1 ? 'MULTIPLE' : 'SINGLE', text: `第 ${position} 题`, options: ['甲', '乙', '丙'], explanation: '因为' },
})

test('who has just so much of the full score passes; half of what is right counts nothing', () => {
  const four = [question(1, 5, [0], [0]), question(2, 5, [1, 2], [2, 1]), question(3, 6, [2], [2]), question(4, 4, [0, 1], [0])]
  expect(resultOf(four, 80)).toEqual({ score: 16, passed: true, right: [1, 2, 3] })
  expect(resultOf(four, 81).passed).toBe(false)
  expect(resultOf([question(1, 5, [0], null), question(2, 5, [0], [])], 1)).toEqual({ score: 0, passed: false, right: [] })
})

test('somebody chooses among what is there, and one alone where one is asked for', () => {
  const single = question(1, 1, [0], null)
  expect([[], [2]].map((chosen) => mayChoose(single, chosen))).toEqual([true, true])
  expect([[3], [0, 1]].map((chosen) => mayChoose(single, chosen))).toEqual([false, false])
  const several = question(1, 1, [0, 1], null)
  expect(mayChoose(several, [0, 2])).toBe(true)
  expect(mayChoose(several, [0, 0])).toBe(false)
  expect([[1], [2]].map((chosen) => mayChoose({ kind: 'JUDGE', options: [] }, chosen))).toEqual([true, false])
})

test('what is right is told once it is over, and true or false in the reader’s language', () => {
  const judged: Drawn = { ...question(1, 2, [1], [0]), kind: 'JUDGE', options: [], is_right: false }
  expect(answeredView(judged, { over: false, english: false })).toMatchObject({
    ...{ options: ['正确', '错误'], chosen: [0], right: null, answer: null, explanation: null },
  })
  expect(answeredView(judged, { over: true, english: true })).toMatchObject({
    ...{ options: ['True', 'False'], right: false, answer: [1], explanation: '因为' },
  })
})

test('a section of other words is another one', () => {
  const section = { title: '安全', text: '系好安全带' }
  expect(sectionMark(section)).toBe(sectionMark({ ...section }))
  expect(sectionMark(section)).not.toBe(sectionMark({ ...section, text: '系好安全带。' }))
})
