import { expect, test } from 'vitest'
import { policiesMissing } from './cover.rules.ts'

const now = new Date('2026-11-24T10:00:00Z')
const until = (time: string) => new Date(`2026-11-24T${time}Z`)

test('each product that the city asks for has to cover the whole next hour, to the second', () => {
  expect(policiesMissing([], [], now)).toEqual([])
  expect(policiesMissing(['ACCIDENT'], [], now)).toEqual(['ACCIDENT'])
  expect(policiesMissing(['ACCIDENT'], [{ product: 'ACCIDENT', until: until('11:00:00') }], now)).toEqual([])
  expect(policiesMissing(['ACCIDENT'], [{ product: 'ACCIDENT', until: until('10:59:59') }], now)).toEqual(['ACCIDENT'])
  expect(policiesMissing(['ACCIDENT', 'LIABILITY'], [{ product: 'LIABILITY', until: until('23:00:00') }], now)).toEqual(['ACCIDENT'])
})
