// Run as a program by the recovery test: brings the database up on the folder it is given and commits one row after the
// other, telling each number once its commit was answered.
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/runtime/embedded-postgres.ts'

const [dataDir = ''] = process.argv.slice(2)
const postgres = await startEmbeddedPostgres({ dataDir, database: 'recovery' })
const client = new pg.Client({ connectionString: postgres.url('recovery') })
client.on('error', () => process.exit(3))
await client.connect()
await client.query('create table if not exists written (number int primary key)')
const { rows } = await client.query<{ next: number }>('select coalesce(max(number), 0) + 1 as next from written')
process.stdout.write(`started ${postgres.pid}\n`)
for (let number = rows[0]?.next ?? 1; ; number++) {
  await client.query('insert into written values ($1)', [number])
  // Said before the next one is written, however long a busy reader takes.
  await new Promise((said) => process.stdout.write(`${number}\n`, said))
}
