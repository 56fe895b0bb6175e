import { expect, test } from 'vitest'
import { demoWish, kindFor, WrongInstallation } from './installation.ts'

test('the demo is what one asks for, or what a start without settings makes of its own database', () => {
  expect(demoWish({})).toBe('IF_NEW')
  expect(demoWish({ DEMO: '', DATABASE_URL: '' })).toBe('IF_NEW')
  expect(demoWish({ DATABASE_URL: 'postgresql://db' })).toBe('OFF')
  expect(demoWish({ DATABASE_URL: 'postgresql://db', DEMO: 'on' })).toBe('ON')
  expect(demoWish({ DEMO: 'off' })).toBe('OFF')
  for (const DEMO of ['no', 'false', '0', 'OFF', ' off']) expect(() => demoWish({ DEMO }), DEMO).toThrow(WrongInstallation)
})

test('a real installation never becomes a demo, and the demo world never counts as real', () => {
  expect([kindFor('ON', null), kindFor('IF_NEW', null), kindFor('OFF', null)]).toEqual(['DEMO', 'DEMO', 'REAL'])
  expect([kindFor('ON', 'DEMO'), kindFor('IF_NEW', 'DEMO')]).toEqual(['DEMO', 'DEMO'])
  expect([kindFor('OFF', 'REAL'), kindFor('IF_NEW', 'REAL')]).toEqual(['REAL', 'REAL'])
  expect(() => kindFor('OFF', 'DEMO')).toThrow(WrongInstallation)
  expect(() => kindFor('ON', 'REAL')).toThrow(WrongInstallation)
})
