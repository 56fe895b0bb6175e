import { expect, test } from 'vitest'
import { turns } from './turns.ts'

test('of many at once so many work, so many for one person, and everybody’s turn comes', async () => {
  const run = turns(4, 2)
  const now = new Map<string, number>()
  let [most, mostOfOne, done] = [0, 0, 0]
  const work = (who: string) =>
    run(who, async () => {
      now.set(who, (now.get(who) ?? 0) + 1)
      most = Math.max(
        most,
        [...now.values()].reduce((a, b) => a + b, 0),
      )
      mostOfOne = Math.max(mostOfOne, now.get(who)!)
      for (let i = 0; i < 3; i++) await Promise.resolve()
      now.set(who, now.get(who)! - 1)
      done++
      if (done % 5 === 0) throw new Error('cut off')
    })
  await Promise.allSettled(['a', 'b', 'c', 'd'].flatMap((who) => Array.from({ length: 10 }, () => work(who))))
  expect({ most, mostOfOne, done }).toEqual({ most: 4, mostOfOne: 2, done: 40 })
})
