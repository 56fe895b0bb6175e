import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from './fresh-database.ts'

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

test('each database is migrated, and what one writes the other does not see', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  const [inOne, inOther] = await Promise.all([connected(one.ownerUrl), connected(other.ownerUrl)])
  const { rows } = await inOne.query<{ migrations: number }>('select count(*)::int as migrations from private.migrations')
  expect(rows[0]?.migrations).toBeGreaterThan(0)
  await inOne.query('create table written_here (id int)')
  const there = await inOther.query<{ found: string | null }>(`select to_regclass('written_here') as found`)
  expect(there.rows[0]?.found).toBeNull()
  await inOne.end()
  // The other connection stays open: dropping has to work while a server's pool still holds some.
  await Promise.all([one.drop(), other.drop()])
  await expect(connected(one.ownerUrl)).rejects.toThrow('does not exist')
})
