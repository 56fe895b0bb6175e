import { expect, test } from 'vitest'
import { wavFile } from '#test/sounds'
import { daysAfter, keptUntil, wavOf } from './sound.rules.ts'

test('a recording of the desk phone is read with its length', () => {
  expect(wavOf(wavFile({ seconds: 3 }))).toEqual({ seconds: 3 })
  expect(wavOf(wavFile({ seconds: 2, format: 7, bits: 8 }))).toEqual({ seconds: 2 })
})

test('a recorder that was cut off left its length out: what is there counts', () => {
  expect(wavOf(wavFile({ seconds: 4, dataSize: 0 }))).toEqual({ seconds: 4 })
  expect(wavOf(wavFile({ seconds: 4, dataSize: 0xffff_ffff }))).toEqual({ seconds: 4 })
})

test('what is no sound is refused, whatever it calls itself', () => {
  const wav = wavFile({ seconds: 1 })
  expect(wavOf(new TextEncoder().encode('<script>alert(1)</script>'))).toBeNull()
  expect(wavOf(new Uint8Array(0))).toBeNull()
  expect(wavOf(wav.subarray(0, 20))).toBeNull()
  expect(wavOf(wav.subarray(0, 44))).toBeNull()
  expect(wavOf(wavFile({ seconds: 1, rate: 200 }))).toBeNull()
  expect(wavOf(wavFile({ seconds: 1, format: 3, bits: 32 }))).toBeNull()
})

test('keeping a recording longer never shortens it', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  expect(keptUntil(daysAfter(now, 100), now, 10)).toEqual(daysAfter(now, 100))
  expect(keptUntil(daysAfter(now, 1), now, 10)).toEqual(daysAfter(now, 10))
})
