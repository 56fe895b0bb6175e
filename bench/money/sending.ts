import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { accountContext } from '../../apps/server/src/areas/finance/withdrawal/index.ts'
import { vaultOf } from '../../apps/server/src/platform/identity/vault.ts'
import { runtimeUrls } from '../../apps/server/src/platform/upkeep/migrate.ts'
import type { BenchPostgres } from '../database.ts'
import { cpuOf } from '../cpu.ts'
import { freePort } from '../free-port.ts'
import { ms, perSecond, printFigures, say } from '../report.ts'
import { addCities, addDrivers, addTenant, home } from '../world.ts'

const PAYMENTS = 2_000
/** What WeChat Pay lets a merchant ask of a call in a second. */
const TARGET_PER_S = 100
const AT_ONCE = 20
const root = join(import.meta.dirname, '../..')

/** Payments handed over to the channel server, each with its number kept before and its answer after; beside bare requests to the same server. */
export async function sending(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('sending')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  const [driverId] = await addDrivers(owner, tenant, home.cityId, 1)
  const urls = await runtimeUrls(ownerUrl)
  const sealed = vaultOf(urls.secret).seal('oBench1', accountContext({ tenantId: tenant.tenantId, driverId: driverId! }, 'WX_SINGLE'))
  const folder = mkdtempSync(join(tmpdir(), 'chauffeur-bench-channel-'))
  const address = `http://127.0.0.1:${await freePort()}`
  const channel = fork(join(root, 'apps/channel/src/main.ts'), ['--port', new URL(address).port, '--folder', folder], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await once(channel.stdout!, 'data')
  const payer = fork(join(root, 'apps/server/test/harness/payout-process.ts'), {
    env: { ...process.env, ...merchantIn(folder), PAYOUT_URLS: JSON.stringify(urls) },
  })
  const ready = once(payer, 'message')
  try {
    await bare(address, AT_ONCE)
    const bareS = await bare(address, PAYMENTS)
    await ready
    await addPayments(owner, { tenantId: tenant.tenantId, driverId: driverId!, sealed })
    const used = cpuOf(payer.pid!) ?? Number.NaN
    const { tookS, answered, again } = await sent(owner, payer)
    const cpuMs = ((cpuOf(payer.pid!) ?? Number.NaN) - used) / PAYMENTS
    const [ours, theirs] = [answered / tookS, PAYMENTS / bareS]
    printFigures(`sending: ${PAYMENTS.toLocaleString('en')} payments`, [
      {
        name: 'handed over and answered',
        ours: perSecond(ours),
        baseline: `bare requests ${perSecond(theirs)}`,
        ratio: ours / theirs,
        target: `≥ ${0.95 * TARGET_PER_S}/s`,
        met: ours >= 0.95 * TARGET_PER_S,
      },
      {
        name: 'processor time of the sender, a payment',
        ours: ms(cpuMs),
        target: `< ${1_000 / TARGET_PER_S} ms`,
        met: cpuMs < 1_000 / TARGET_PER_S,
      },
      { name: 'refused as one too many, sent again soon', ours: `${again}` },
    ])
    say(`  no more than ${TARGET_PER_S} a second may be sent; a bare request is answered 401 and keeps nothing`)
  } finally {
    for (const child of [payer, channel]) await ended(child)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const over = once(child, 'exit')
  child.kill('SIGKILL')
  await over
}

/** The environment of a process that pays through this channel. */
function merchantIn(folder: string): Record<string, string> {
  const client = JSON.parse(readFileSync(join(folder, 'client.json'), 'utf8')) as Record<string, string> & {
    platformKeys: { id: string; pem: string }[]
  }
  return {
    WECHAT_PAY_MERCHANT: client.mchId!,
    WECHAT_PAY_APP_ID: client.appId!,
    WECHAT_PAY_CERT_SERIAL: client.certificateSerial!,
    WECHAT_PAY_PRIVATE_KEY: client.privateKey!,
    WECHAT_PAY_API_V3_KEY: client.apiV3Key!,
    WECHAT_PAY_PLATFORM_KEY_ID: client.platformKeys[0]!.id,
    WECHAT_PAY_PLATFORM_KEY: client.platformKeys[0]!.pem,
    WECHAT_PAY_URL: client.baseUrl!,
  }
}

/** Chosen and not handed over yet; the ledger is not asked before one is paid. */
async function addPayments(
  owner: pg.Client,
  { tenantId, driverId, sealed }: { tenantId: string; driverId: string; sealed: string },
): Promise<void> {
  await owner.query(
    `insert into withdrawals (tenant_id, withdrawal_id, withdraw_no, driver_id, city_id, way, account_snapshot, account_sealed, apply_fen, fee_fen, state, attempt, channel, out_no)
     select $1, n, 'T' || n, $2, $3, 'WX_SINGLE', '{"holderName": "王师傅", "bankName": "微信"}', $4, 1000 + n, 0, 40, 1, 'WECHAT', 'P' || lpad(n::text, 12, '0')
     from generate_series(1, ${PAYMENTS}) n`,
    [tenantId, driverId, home.cityId, sealed],
  )
  await owner.query(
    `insert into payout_attempts (tenant_id, withdrawal_id, attempt, out_no, channel, amount_fen)
     select $1, n, 1, 'P' || lpad(n::text, 12, '0'), 'WECHAT', 1000 + n from generate_series(1, ${PAYMENTS}) n`,
    [tenantId],
  )
  await owner.query('vacuum (analyze)')
}

/** From the word to pay on until all were handed over. */
async function sent(owner: pg.Client, payer: ChildProcess): Promise<{ tookS: number; answered: number; again: number }> {
  payer.send('go')
  for (;;) {
    await sleep(100)
    const { rows } = await owner.query<{ left: number; answered: number; again: number; took: number }>(
      `select count(*) filter (where asked_at is null)::int as left, count(*) filter (where state = 'WAIT_CONFIRM')::int as answered,
         count(*) filter (where code <> '')::int as again, extract(epoch from max(asked_at) - min(requested_at))::float8 as took from payout_attempts`,
    )
    const { left, answered, again, took } = rows[0]!
    if (left === 0) return { tookS: took, answered, again }
  }
}

/** The same number of requests that the server answers without keeping anything; gives the seconds. */
async function bare(address: string, requests: number): Promise<number> {
  const began = performance.now()
  let left = requests
  const lane = async () => {
    while (left-- > 0) await (await fetch(`${address}/v3/nothing`)).text()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return (performance.now() - began) / 1_000
}
