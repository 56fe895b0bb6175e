import { expect, test } from 'vitest'
import { Busy, turns } from './turns.ts'

test('of many at once so many work, so many for one person, and everybody’s turn comes', async () => {
  const run = turns({ atOnce: 4, forOne: 2 })
  const now = new Map<string, number>()
  let [most, mostOfOne, done] = [0, 0, 0]
  const work = (who: string) =>
    run(async () => {
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
    }, who)
  await Promise.allSettled(['a', 'b', 'c', 'd'].flatMap((who) => Array.from({ length: 10 }, () => work(who))))
  expect({ most, mostOfOne, done }).toEqual({ most: 4, mostOfOne: 2, done: 40 })
})

test('who finds as many waiting as may is told so at once, and may come again', async () => {
  const run = turns({ atOnce: 1, waiting: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const [first, second] = [run(() => promise), run(async () => 'second')]
  await expect(run(async () => 'third')).rejects.toThrow(Busy)
  resolve()
  await first
  expect(await second).toBe('second')
  expect(await run(async () => 'again')).toBe('again')
})
