import { createWriteStream, openAsBlob, readFileSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { STATEMENT_UPLOAD } from '@chauffeur/contract/finance/statement'
import type pg from 'pg'
import { startChild } from '../child.ts'
import type { BenchPostgres } from '../database.ts'
import { printFigures, say } from '../report.ts'
import { addCities, addDrivers, addOperator, addTenant, home } from '../world.ts'

const LINES = 1_000_000
const TARGET_MB = 200
const TARGET_S = 60
const MERCHANT = '1900009231'
const DAY = '2026-09-01'
/** One in so many of ours is missing from the statement, of another amount, or unknown to us. */
const ODD = 1_000

/** A statement of a million lines, brought, read, matched and stored; beside a plain join of two tables that hold the same numbers. */
export async function reconciliation(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('reconciliation')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  const [driverId] = await addDrivers(owner, tenant, home.cityId, 1)
  const token = await addOperator(owner, tenant)
  await addPayouts(owner, tenant.tenantId, driverId!)
  const file = join(tmpdir(), `chauffeur-bench-statement-${process.pid}.csv`)
  const plain = join(tmpdir(), `chauffeur-bench-lines-${process.pid}.csv`)
  await pipeline(Readable.from(statement(), { objectMode: false }), createWriteStream(file))
  await pipeline(Readable.from(plainLines(), { objectMode: false }), createWriteStream(plain))
  const server = await startChild('server', { OWNER_URL: ownerUrl })
  try {
    const megabytes = (await stat(file)).size / 2 ** 20
    await server.tell({ collect: true })
    const idleMb = residentMb(server.pid)
    let peakMb = 0
    let over = false
    const watching = (async () => {
      while (!over) {
        peakMb = Math.max(peakMb, residentMb(server.pid))
        await sleep(100)
      }
    })()
    const began = performance.now()
    const form = new FormData()
    form.append('file', await openAsBlob(file), 'statement.csv')
    const query = new URLSearchParams({ kind: 'PAYOUT', channel: 'WECHAT', merchantNo: MERCHANT, billDate: DAY })
    const answer = await fetch(`${server.address}${STATEMENT_UPLOAD}?${query}`, { method: 'POST', headers: { token }, body: form })
    const taken = (await answer.json()) as { code: number; message: string; data: { batchId: string; jobId: string } }
    if (taken.code !== 0) throw new Error(`The statement was not taken: ${taken.message}`)
    const brought = performance.now()
    const broughtMb = peakMb
    peakMb = 0
    const done = await jobEnd(owner, taken.data.jobId)
    const ended = performance.now()
    over = true
    await watching
    const { rows } = await owner.query<{ channel_count: number; diff_count: number; n: string }>(
      `select b.channel_count, b.diff_count, (select count(*) from recon_details d where d.batch_id = b.batch_id) as n from recon_batches b where b.batch_id = $1`,
      [taken.data.batchId],
    )
    const found = rows[0]!
    // Of each thousand one is missing there, one is of another amount, and one of theirs is unknown to us.
    if (found.channel_count !== LINES || found.diff_count !== (3 * LINES) / ODD)
      throw new Error(`${JSON.stringify(found)} after ${JSON.stringify(done)}`)
    const tookS = (ended - brought) / 1_000
    const joinS = (await plainJoin(owner, plain)) / 1_000
    printFigures(`reconciliation: ${LINES.toLocaleString('en')} lines, ${Math.round(megabytes)} MB; ${found.n} details stored`, [
      { name: 'brought and kept', ours: `${((brought - began) / 1_000).toFixed(1)} s, ${Math.round(broughtMb - idleMb)} MB above idle` },
      {
        name: 'read, matched, stored',
        ours: `${tookS.toFixed(1)} s`,
        baseline: `COPY and join ${joinS.toFixed(1)} s`,
        ratio: joinS / tookS,
        target: `< ${TARGET_S} s`,
        met: tookS < TARGET_S,
      },
      {
        name: `memory above idle (${Math.round(idleMb)} MB)`,
        ours: `${Math.round(peakMb - idleMb)} MB`,
        target: `< ${TARGET_MB} MB`,
        met: peakMb - idleMb < TARGET_MB,
      },
    ])
    say(
      '  the baseline copies numbers and amounts and counts what a full join finds: it checks no line, stores no detail and knows no midnight',
    )
  } finally {
    await server.stop()
    for (const one of [file, plain]) rmSync(one, { force: true })
  }
}

/** As many as the statement has lines, paid over the day, without the ledger: matching does not look at it. */
async function addPayouts(owner: pg.Client, tenantId: string, driverId: string): Promise<void> {
  const at = `timestamptz '${DAY} 00:00:00+08' + make_interval(secs => n * 80000.0 / ${LINES})`
  await owner.query(
    `insert into withdrawals (tenant_id, withdrawal_id, withdraw_no, driver_id, city_id, way, account_snapshot, account_sealed, apply_fen, fee_fen, state, attempt, channel, out_no, paid_at)
     select $1, n, 'T' || n, $2, $3, 'WX_SINGLE', '{}', 'x', 1000 + n % 50000, 0, 50, 1, 'WECHAT', 'P' || lpad(n::text, 12, '0'), ${at} from generate_series(1, ${LINES}) n`,
    [tenantId, driverId, home.cityId],
  )
  await owner.query(
    `insert into payout_attempts (tenant_id, withdrawal_id, attempt, out_no, channel, amount_fen, state, sends, requested_at, final_at)
     select $1, n, 1, 'P' || lpad(n::text, 12, '0'), 'WECHAT', 1000 + n % 50000, 'PAID', 1, ${at}, ${at} from generate_series(1, ${LINES}) n`,
    [tenantId],
  )
  await owner.query('vacuum (analyze)')
}

const numberOf = (n: number) => `P${String(n).padStart(12, '0')}`
/** Lines of the statement: number and fen. */
function* lines(): Generator<{ no: string; fen: number; n: number }> {
  for (let n = 1; n <= LINES; n++) {
    const fen = 1_000 + (n % 50_000)
    const odd = n % ODD
    yield { no: odd === 1 ? `X${String(n).padStart(12, '0')}` : numberOf(n), fen: odd === 2 ? fen + 1 : fen, n }
  }
}
const yuan = (fen: number) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`
function* statement(): Generator<string> {
  yield '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号\r\n'
  let sum = 0
  let block = ''
  for (const { no, fen, n } of lines()) {
    sum += fen
    const second = Math.floor((n * 80_000) / LINES)
    const clock = [second / 3_600, (second / 60) % 60, second % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
    block += `\`${DAY} ${clock},\`42000${no},\`${MERCHANT}20260901${String(n).padStart(10, '0')},\`商家转账,\`商家转账,\`支出,\`${yuan(fen)},\`100000.00,\`${MERCHANT}API,\`提现,\`${no}\r\n`
    if (n % 1_000 === 0) {
      yield block
      block = ''
    }
  }
  yield `${block}资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额\r\n\`${LINES}.0,\`0.0,\`0.00,\`${LINES}.0,\`${yuan(sum)}\r\n`
}
function* plainLines(): Generator<string> {
  let block = ''
  for (const { no, fen, n } of lines()) {
    block += `${no}\t${fen}\n`
    if (n % 1_000 === 0) {
      yield block
      block = ''
    }
  }
  yield block
}

/** What anybody would write who wants to know which numbers differ, and no more. */
async function plainJoin(owner: pg.Client, file: string): Promise<number> {
  await owner.query('create temp table plain_lines (no text, fen bigint)')
  const began = performance.now()
  await owner.query(`copy plain_lines from '${file}'`)
  await owner.query(
    `select count(*) from payout_attempts a full join plain_lines l on l.no = a.out_no where a.amount_fen is distinct from l.fen`,
  )
  return performance.now() - began
}

async function jobEnd(owner: pg.Client, jobId: string): Promise<{ state: string; problem: string }> {
  for (;;) {
    const { rows } = await owner.query<{ state: string; problem: string }>('select state, problem from jobs where job_id = $1', [jobId])
    if (rows[0] && rows[0].state !== 'WAITING' && rows[0].state !== 'RUNNING') return rows[0]
    await sleep(100)
  }
}

const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
