import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { importCalls } from '@chauffeur/contract/operations/import'
import { jobCalls } from '@chauffeur/contract/operations/job'
import type pg from 'pg'
import { searchedText, searchKeys } from '../../apps/server/src/areas/customer/search/search-keys.ts'
import { send } from '../../e2e/harness/wire.ts'
import { startChild } from '../child.ts'
import type { BenchPostgres } from '../database.ts'
import type { Memory } from '../processes/server.ts'
import { ms, printFigures } from '../report.ts'
import { addCities, addOperator, addTenant, type Tenant } from '../world.ts'

const ROWS = 100_000
const TARGET_S = 60
const TARGET_MORE_MB = 200
const LOOK_MS = 100
const AT_ONCE = 10_000

/** `n` of a list: a telephone nobody has yet, and what people's lists say besides. */
const customer = (n: number) => ({
  phone: `15${String(n).padStart(9, '0')}`,
  name: `客户${n % 977}`,
  plate: `浙A${String(n % 100_000).padStart(5, '0')}`,
  tag: n % 10 ? '名单' : '常客',
})

/**
 * A list of 100 000 customers: taken in, previewed and brought in row by row with a result each, each to be found afterwards; beside plain SQL
 * that writes as many with what they are found by, ten thousand a statement, and beside `COPY` of as many out of a file, which judges nothing and lets
 * nobody be found by name.
 */
export async function importList(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('import')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  const token = await addOperator(owner, tenant)
  const plain = await plainly(owner, tenant)
  const copied = await copy(owner, tenant)
  const server = await startChild('server', { OWNER_URL: ownerUrl })
  try {
    const before = (await server.tell({ collect: true })) as Memory
    let residentMb = 0
    const watching = setInterval(
      () => void server.tell({ collect: true }).then((now) => (residentMb = Math.max(residentMb, (now as Memory).residentMb))),
      2_000,
    )
    const list = ['电话,姓名,车牌,标签', ...Array.from({ length: ROWS }, (_, n) => Object.values(customer(ROWS + n)).join(','))].join('\n')
    const began = performance.now()
    const form = new FormData()
    form.set('kind', 'customer.customers')
    form.set('file', new Blob([list]), 'customers.csv')
    const answer = await fetch(`${server.address}${importCalls.open.path}`, { method: 'POST', headers: { token }, body: form })
    const { data } = (await answer.json()) as { data: { importId: string; headed: boolean; mapping: Record<string, number | null> } }
    const opened = performance.now()
    const { importId, headed, mapping } = data
    const preview = await send(server.address, importCalls.preview, { importId, headed, mapping }, token)
    const previewed = performance.now()
    if (preview.good !== ROWS) throw new Error(`The preview finds ${preview.good} of ${ROWS} rows good`)
    const { jobId } = await send(server.address, importCalls.run, { importId, headed, mapping }, token)
    for (;;) {
      const job = await send(server.address, jobCalls.info, { jobId }, token)
      if (job.state === 'DONE') break
      if (job.state === 'FAILED') throw new Error(`The import failed: ${job.problem}`)
      await sleep(LOOK_MS)
    }
    const took = performance.now() - previewed
    clearInterval(watching)
    const more = residentMb - before.residentMb
    printFigures('import: a list of 100 000 customers', [
      { name: 'taken in', ours: ms(opened - began) },
      { name: 'previewed', ours: ms(previewed - opened) },
      {
        name: 'brought in',
        ours: ms(took),
        baseline: ms(plain),
        ratio: took / plain,
        target: `< ${TARGET_S} s`,
        met: took < TARGET_S * 1_000,
      },
      { name: 'brought in, beside COPY', ours: ms(took), baseline: ms(copied), ratio: took / copied },
      { name: 'memory besides', ours: `${more.toFixed(0)} MB`, target: `< ${TARGET_MORE_MB} MB`, met: more < TARGET_MORE_MB },
    ])
  } finally {
    await server.stop()
  }
}

/** As many, by the owner, with what they are found by. */
async function plainly(owner: pg.Client, { tenantId }: Tenant): Promise<number> {
  const made = Array.from({ length: ROWS }, (_, n) => customer(n))
  const began = performance.now()
  for (let from = 0; from < ROWS; from += AT_ONCE) {
    const some = made.slice(from, from + AT_ONCE).map(({ phone, name, plate, tag }) => {
      const searchable = { name, plates: [plate], tags: [tag] }
      return { phone, name, plate, tag, searched: searchedText(searchable), keys: searchKeys(searchable, tenantId) }
    })
    await owner.query(
      `with made as (select * from jsonb_to_recordset($2::jsonb) as m (phone text, name text, plate text, tag text, searched text, keys int[])),
        put as (insert into customers (tenant_id, phone, name, plate_nos, tags, source) select $1::bigint, phone, name, array[plate], array[tag], 'FILE' from made returning customer_id, phone)
       select 1 from put limit 0`,
      [tenantId, JSON.stringify(some)],
    )
    await owner.query(
      `update customer_search s set searched = m.searched, keys = m.keys from jsonb_to_recordset($2::jsonb) as m (phone text, searched text, keys int[])
       join customers c on c.tenant_id = $1::bigint and c.phone = m.phone where s.tenant_id = c.tenant_id and s.customer_id = c.customer_id`,
      [tenantId, JSON.stringify(some)],
    )
  }
  return performance.now() - began
}

/** As many by `COPY` out of a file that the database wrote before. */
async function copy(owner: pg.Client, { tenantId }: Tenant): Promise<number> {
  const file = join(tmpdir(), `chauffeur-bench-${process.pid}-customers.csv`)
  await owner.query(`copy (select ${tenantId}, '16' || lpad(n::text, 9, '0'), '客户' || n % 977, array['浙A' || lpad(n::text, 5, '0')], array['名单'], 'FILE'
    from generate_series(0, ${ROWS - 1}) as n) to '${file}' with (format csv)`)
  const began = performance.now()
  await owner.query(`copy customers (tenant_id, phone, name, plate_nos, tags, source) from '${file}' with (format csv)`)
  const took = performance.now() - began
  rmSync(file, { force: true })
  return took
}
