import { expect, test } from 'vitest'
import { daysLeft, papersOver } from './papers.rules.ts'

test('a paper holds to the end of its last day, across months and leap years', () => {
  expect(daysLeft('2026-11-24', '2026-11-24')).toBe(0)
  expect(daysLeft('2028-03-01', '2028-02-28')).toBe(2)
  expect(daysLeft(null, '2026-11-24')).toBeNull()
  expect(papersOver({ licence_expire: '2026-11-24', id_card_expire: null, today: '2026-11-24' })).toEqual([])
  expect(papersOver({ licence_expire: '2026-11-23', id_card_expire: '2026-11-01', today: '2026-11-24' })).toEqual(['LICENCE', 'ID_CARD'])
})
