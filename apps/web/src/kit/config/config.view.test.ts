import { expect, test } from 'vitest'
import { factChanges } from './config.view.ts'

const facts = (radius: string, window = '') => [
  { label: '起始半径', words: radius },
  { label: '时段', words: window },
]

test('only what two versions differ in is shown, with what it was and what it is', () => {
  expect(factChanges(facts('2,000 米'), facts('3,000 米'))).toEqual([{ label: '起始半径', was: '2,000 米', is: '3,000 米' }])
  expect(factChanges(facts('2,000 米', '22:00–02:00'), facts('2,000 米'))).toEqual([{ label: '时段', was: '22:00–02:00', is: '' }])
})

test('of the first version everything it says is shown', () => {
  expect(factChanges(null, facts('2,000 米'))).toEqual([{ label: '起始半径', was: '', is: '2,000 米' }])
})

test('a parameter that one way of dispatching has and the other has not is a difference, whichever comes first', () => {
  const grab = [...facts('2,000 米'), { label: '同时可见司机', words: '5 名' }]
  expect(factChanges(facts('2,000 米'), grab)).toEqual([{ label: '同时可见司机', was: '', is: '5 名' }])
  expect(factChanges(grab, facts('2,000 米'))).toEqual([{ label: '同时可见司机', was: '5 名', is: '' }])
})
