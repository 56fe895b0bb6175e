import { expect, test } from 'vitest'
import { inOrderOfEntry, isBarLifted, judgeStanding, mayEnter, movedTo, type QueueDriver, type Watched } from './area-queue.rules.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const ago = (s: number) => NOW - s * 1_000
const freshness = (s: number) => (s <= 30 ? ('FRESH' as const) : s <= 120 ? ('LAGGING' as const) : ('SILENT' as const))
const at = (inside: boolean, s: number) => ({ fix: { inside, receivedAt: ago(s), freshness: freshness(s) }, heard: freshness(s) })
const driver = (more: Partial<QueueDriver> = {}): QueueDriver => ({
  driverId: '1',
  workStatus: 'ONLINE_IDLE',
  qualification: 50,
  member: true,
  idleSince: ago(600),
  ...at(true, 5),
  ...more,
})
const judge = (more: Partial<QueueDriver>, watched?: Watched, awaited = false) => judgeStanding(driver(more), { awaited, watched })

test('a driver leaves the queue with the third position in a row outside, and not with a single wrong one', () => {
  const look = (inside: boolean, s: number, before: Watched) => {
    const judged = judge(at(inside, s), before)
    if ('leave' in judged) throw new Error(`left: ${judged.leave}`)
    return judged.watched
  }
  let watched: Watched = { outside: 0, fixAt: ago(60) }
  watched = look(false, 50, watched)
  // The same position looked at again is none more.
  watched = look(false, 50, watched)
  watched = look(true, 40, watched)
  expect(watched.outside).toBe(0)
  watched = look(false, 30, watched)
  watched = look(false, 20, watched)
  expect(watched.outside).toBe(2)
  expect(judge(at(false, 10), watched)).toEqual({ leave: 'LEFT_AREA' })
})

test('off duty, with an order, unqualified, off the list or without a position a driver does not go on standing', () => {
  expect(judge({ workStatus: 'OFFLINE' })).toEqual({ leave: 'OFFLINE' })
  expect(judge({ workStatus: 'PAUSED' })).toEqual({ leave: 'OFFLINE' })
  expect(judge({ workStatus: 'TO_PICKUP' })).toEqual({ leave: 'ORDER' })
  expect(judge({ qualification: 0 })).toEqual({ leave: 'EXCLUDED' })
  expect(judge({ member: false })).toEqual({ leave: 'EXCLUDED' })
  expect(judge(at(true, 121))).toEqual({ leave: 'SILENT' })
  expect(judge({ fix: null, heard: 'SILENT' })).toEqual({ leave: 'SILENT' })
  // Being asked is not an order yet.
  expect(judge({ workStatus: 'OFFERED' })).toMatchObject({ arrived: false })
})

test('nobody is out of the queue as silent because no process listened for a while', () => {
  expect(judge({ ...at(true, 900), heard: 'LAGGING' })).toMatchObject({ watched: { outside: 0 } })
  expect(judge(at(true, 900))).toEqual({ leave: 'SILENT' })
})

test('whom an operator puts in from outside stays until they have come, and is as everybody else from then on', () => {
  const far = { outside: 0, fixAt: 0 }
  expect(judge(at(false, 5), far, true)).toEqual({ watched: { outside: 0, fixAt: ago(5) }, arrived: false })
  expect(judge(at(true, 5), far, true)).toMatchObject({ arrived: true })
  expect(judge({ ...at(false, 5), workStatus: 'OFFLINE' }, far, true)).toEqual({ leave: 'OFFLINE' })
})

test('a driver comes in on duty, free and seen inside a moment ago', () => {
  expect(mayEnter(driver())).toBe(true)
  for (const more of [
    { workStatus: 'OFFERED' },
    { workStatus: 'DRIVING' },
    { qualification: 40 },
    { member: false },
    { fix: null },
    at(false, 5),
    at(true, 31),
  ])
    expect(mayEnter(driver(more)), JSON.stringify(more)).toBe(false)
})

test('whom an operator took out comes back by themselves only after having gone out or off duty', () => {
  expect(isBarLifted(driver())).toBe(false)
  expect(isBarLifted(driver(at(false, 5)))).toBe(true)
  expect(isBarLifted(driver({ workStatus: 'OFFLINE' }))).toBe(true)
  expect(isBarLifted(driver(at(false, 300)))).toBe(false)
})

test('of several who come in at once the one without an order for longest stands before', () => {
  const drivers = [
    driver({ driverId: '3', idleSince: ago(10) }),
    driver({ driverId: '2', idleSince: null }),
    driver({ driverId: '10', idleSince: ago(90) }),
    driver({ driverId: '9', idleSince: ago(90) }),
  ]
  expect(inOrderOfEntry(drivers).map(({ driverId }) => driverId)).toEqual(['9', '10', '3', '2'])
})

test('a moved driver stands where the operator says, and the others keep their order', () => {
  const queue = ['a', 'b', 'c', 'd']
  expect(movedTo(queue, 'c', 1)).toEqual(['c', 'a', 'b', 'd'])
  expect(movedTo(queue, 'b', 3)).toEqual(['a', 'c', 'b', 'd'])
  expect(movedTo(queue, 'a', 99)).toEqual(['b', 'c', 'd', 'a'])
  expect(movedTo(queue, 'b', 2)).toEqual(queue)
})
