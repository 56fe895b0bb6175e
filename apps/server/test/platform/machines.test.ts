import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Machine } from '#platform/machine/machine'

const areas = join(import.meta.dirname, '../../src/areas')
/** Every machine that an area declares, found by itself, so that a new one is tried as well. */
const machines = await Promise.all(
  globSync('**/*.rules.ts', { cwd: areas })
    .filter((file) => readFileSync(join(areas, file), 'utf8').includes('= defineMachine('))
    .map(async (file) => {
      const made = Object.values((await import(join(areas, file))) as Record<string, unknown>)
      return [
        file,
        made.filter((one): one is Machine => typeof one === 'object' && one !== null && 'rests' in one && 'events' in one),
      ] as const
    }),
)
const all = machines.flatMap(([file, made]) => made.map((machine) => [file, machine] as const))

function reachable({ events, next }: Machine, begin: readonly (string | number)[], by?: readonly string[]): Set<string | number> {
  const seen = new Set(begin)
  for (const state of seen)
    for (const [event, { by: senders }] of Object.entries(events))
      for (const sender of senders) {
        const to = by && !by.includes(sender) ? null : next(state, event, sender)
        if (to !== null) seen.add(to)
      }
  return seen
}

test('every file that declares a machine lets others have it', () => {
  expect(machines.length).toBeGreaterThan(4)
  expect(machines.filter(([, made]) => made.length === 0)).toEqual([])
})

test.each(all)('%s: every state is reached from where it begins, and no other', (_file, machine) => {
  expect(reachable(machine, machine.begins)).toEqual(new Set(machine.states))
})

test.each(all)('%s: nothing is stuck: the desk and the clock alone bring it from any state to where it may rest', (_file, machine) => {
  for (const state of machine.states)
    expect([state, [...reachable(machine, [state], ['OPERATOR', 'TIMER'])].some((one) => machine.rests.includes(one))]).toEqual([
      state,
      true,
    ])
})

test.each(all)('%s: no event leads to where it comes from, and each has a sender', (_file, { events }) => {
  for (const [event, { from, to, by }] of Object.entries(events))
    expect([event, from.includes(to), from.length > 0 && by.length > 0]).toEqual([event, false, true])
})
