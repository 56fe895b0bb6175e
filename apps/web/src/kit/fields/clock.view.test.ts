import { expect, test } from 'vitest'
import { clockTextOf, secondsClockOf } from './clock.view.ts'

test.each([
  ['21:30', '21:30:00'],
  ['2130', '21:30:00'],
  ['930', '09:30:00'],
  ['9', '09:00:00'],
  ['24', '24:00:00'],
  ['21：30：15', '21:30:15'],
  [' 213015 ', '21:30:15'],
  ['21:30:00', '21:30:00'],
  ['晚上九点', '晚上九点'],
  ['21:30 pm', '21:30 pm'],
])('%s is typed for %s', (typed, wire) => expect(secondsClockOf(typed)).toBe(wire))

test('a time without seconds is shown without them', () => {
  expect(['21:30:00', '21:30:15', '24:00:00', null].map(clockTextOf)).toEqual(['21:30', '21:30:15', '24:00', ''])
})
