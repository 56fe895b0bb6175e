import { expect, test } from 'vitest'
import { homeCity } from './home-city.rules.ts'

test('who sees every city may leave a customer without one', () => {
  expect(homeCity(undefined, { cities: '*' })).toBe('')
  expect(homeCity('', { cities: '*' })).toBe('')
  expect(homeCity('3', { cities: '*' })).toBe('3')
})

test('who works for one city has their customers there, who works for several has to say which', () => {
  expect(homeCity(undefined, { cities: ['3'] })).toBe('3')
  expect(homeCity(undefined, { cities: ['3', '4'] })).toBeNull()
  expect(homeCity('4', { cities: ['3', '4'] })).toBe('4')
})

test('who works for none cannot put a customer anywhere unsaid', () => expect(homeCity(undefined, { cities: [] })).toBeNull())
