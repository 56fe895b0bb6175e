import { describe, expect, test } from 'vitest'
import { changesOf, turnsOf } from './city-switch.rules.ts'

const at = (clock: string) => new Date(`2026-11-24T${clock}:00+08:00`)
const now = at('04:00')

describe('a change of a switch', () => {
  test('begins now, or later, and ends where an end is given', () => {
    expect(changesOf({ on: false }, [], now)).toEqual([{ on: false, from: null }])
    expect(changesOf({ on: false, from: at('20:00') }, [], now)).toEqual([{ on: false, from: at('20:00') }])
    expect(changesOf({ on: false, from: at('20:00'), until: at('23:00') }, [], now)).toEqual([
      { on: false, from: at('20:00') },
      { on: true, from: at('23:00') },
    ])
  })
  test('has an end after its beginning, and a beginning that is to come', () => {
    expect(changesOf({ on: false, from: at('03:59') }, [], now)).toBe('from')
    expect(changesOf({ on: false, until: at('04:00') }, [], now)).toBe('until')
    expect(changesOf({ on: false, from: at('20:00'), until: at('20:00') }, [], now)).toBe('until')
  })
  test('sets aside what was planned after it, and leaves what was planned before', () => {
    expect(changesOf({ on: false }, [at('06:00')], now)).toEqual([
      { on: false, from: null },
      { on: false, from: at('06:00') },
    ])
    expect(changesOf({ on: false, from: at('07:00') }, [at('06:00')], now)).toEqual([{ on: false, from: at('07:00') }])
    expect(changesOf({ on: false, until: at('08:00') }, [at('06:00'), at('08:00'), at('09:00')], now)).toEqual([
      { on: false, from: null },
      { on: false, from: at('06:00') },
      { on: true, from: at('08:00') },
      { on: true, from: at('09:00') },
    ])
  })
})

test('what is planned and changes nothing is not told', () => {
  expect(turnsOf(true, [{ on: true }, { on: false }, { on: false }, { on: true }])).toEqual([{ on: false }, { on: true }])
})
