import { afterEach, expect } from 'vitest'
import { type Dispatcher, startDispatch } from '#areas/dispatch'
import type { World } from './world.ts'

/** Nobody on duty, nobody asked, nothing looked for. */
const CLEAR = [
  `update drivers set work_status = 'OFFLINE'`,
  `update orders set service_status = 405 where service_status < 400`,
  `update offers set result = 'WITHDRAWN' where result = 'SENT'`,
  `update dispatch_searches set state = 'CANCELLED' where state = 'OPEN'`,
  'delete from order_teams',
]

/** A dispatcher for the whole of a test file that has nothing to say of it. */
export const engineOf = (world: World, tickMs = 50): Dispatcher =>
  startDispatch(world.app.platform, { log: { warn: () => {}, error: () => {} }, tickMs })

/** The dispatchers that the tests of a file start. After each test they are stopped, its world is cleared, and they complained of nothing. */
export function dispatchersOf(world: () => World) {
  const problems: unknown[] = []
  const note = (detail: object, message: string) => void problems.push([message, detail])
  let running: Dispatcher[] = []
  const stop = async () => {
    await Promise.all(running.map((dispatcher) => dispatcher.stop()))
    running = []
  }
  afterEach(async () => {
    await stop()
    for (const text of CLEAR) await world().owner.query(text)
    expect(problems.splice(0)).toEqual([])
  })
  return {
    start: ({ platform = world().app.platform, tickMs = 100, ...rest }: { platform?: Platform; tickMs?: number; leaseS?: number } = {}) => {
      const dispatcher = startDispatch(platform, { log: { warn: note, error: note }, tickMs, ...rest })
      running.push(dispatcher)
      return dispatcher
    },
    stop,
    problems,
  }
}
type Platform = World['app']['platform']

/** Numbers between 0 and 1, the same sequence in every run. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
