import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** An AudioContext that may or may not start; counts the tones that it really began. */
let tones = 0
let mayStart = true
class Context {
  state = 'suspended'
  currentTime = 0
  destination = {}
  resume() {
    if (!mayStart) return new Promise(() => undefined)
    this.state = 'running'
    return Promise.resolve()
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }
    return { gain, connect: (to: unknown) => to }
  }
  createOscillator() {
    return { frequency: {}, connect: (to: unknown) => to, start: () => void tones++, stop: () => undefined }
  }
}
/** The browser's locks: one holder at a time, the others wait. */
let last: Promise<unknown> = Promise.resolve()
const locks = { request: (_: string, work: () => Promise<unknown>) => (last = last.then(work)) }

/** A window of its own: what modules remember is not shared, storage is. */
async function window() {
  vi.resetModules()
  return (await import('./queue-sound.ts')).remind
}

beforeEach(() => {
  tones = 0
  mayStart = true
  localStorage.clear()
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal('navigator', { locks })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('of several windows one is heard, also when the others learn of it seconds later', async () => {
  const [first, second] = [await window(), await window()]
  await Promise.all([first(['7 DISPATCH_FAILED']), second(['7 DISPATCH_FAILED'])])
  expect(tones).toBe(2)
  vi.useFakeTimers({ now: Date.now() + 20_000 })
  await second(['7 DISPATCH_FAILED'])
  expect(tones).toBe(2)
  await second(['7 DISPATCH_FAILED', '8 WAIT_LONG'])
  expect(tones).toBe(4)
})

test('a window nobody has touched yet leaves the sound to one that may, and does not sound for it later', async () => {
  const [untouched, other] = [await window(), await window()]
  mayStart = false
  await untouched(['9 ARRIVAL_LATE'])
  expect(tones).toBe(0)
  mayStart = true
  await other(['9 ARRIVAL_LATE'])
  expect(tones).toBe(2)
})

test('the same is heard again when it comes back much later', async () => {
  const remind = await window()
  await remind(['7 DRIVER_SILENT'])
  vi.useFakeTimers({ now: Date.now() + 400_000 })
  await remind(['7 DRIVER_SILENT'])
  expect(tones).toBe(4)
})
