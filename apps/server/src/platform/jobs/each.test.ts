import { expect, test } from 'vitest'
import { each, eachDue } from './each.ts'

test('one that fails holds up none behind it, and is told of at the end', async () => {
  const done: number[] = []
  const work = async (n: number) => {
    if (n === 1) throw new Error('one')
    done.push(n)
  }
  await expect(each([1, 2, 3], work)).rejects.toThrow('one')
  expect(done).toEqual([2, 3])
})

test('so many are dealt with side by side, and no more', async () => {
  let [at, most] = [0, 0]
  await each(
    [1, 2, 3, 4, 5],
    async () => {
      most = Math.max(most, ++at)
      await new Promise(setImmediate)
      at--
    },
    2,
  )
  expect(most).toBe(2)
})

test('what stays due does not take the places of what comes after it', async () => {
  const due = new Set(Array.from({ length: 12 }, (_, n) => String(n)))
  const read = async (except: string[], limit: number) => [...due].filter((id) => !except.includes(id)).slice(0, limit)
  const work = async (id: string) => {
    if (Number(id) < 6) throw new Error(`${id} is broken`)
    due.delete(id)
  }
  await expect(eachDue({ read, idOf: (id) => id, limit: 3 }, work)).rejects.toThrow('0 is broken')
  expect([...due]).toEqual(['0', '1', '2', '3', '4', '5'])
})
