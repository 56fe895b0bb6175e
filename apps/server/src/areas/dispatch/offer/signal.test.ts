import { expect, test } from 'vitest'
import type { Database } from '#platform/database/db'
import { listenForOffers } from './signal.service.ts'

test('who stops listening for offers waits no longer, however long they meant to', async () => {
  const listening = listenForOffers({} as Database, '1', '2')
  const woken = listening.woken(600_000)
  listening.stop()
  expect(await woken).toBe(false)
})
