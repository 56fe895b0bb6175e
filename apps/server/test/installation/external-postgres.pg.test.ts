import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#platform/database/db'
import { ensureRoles } from '#platform/database/database-roles'
import { migrate, runtimeUrls } from '#platform/upkeep/migrate'
import { wholeTenant } from '#platform/database/scope'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { postgresUser } from '../../src/runtime/postgres-user.ts'

const installed = '/usr/lib/postgresql'
const versions = spawnSync('ls', [installed]).status === 0 ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : []
const bin = versions[0] ? join(installed, versions[0], 'bin') : null
/** Where the whole check runs it has to be there: a restore that was never tried is none. */
if (!bin && process.env.CI) throw new Error('PostgreSQL with pg_dump is not installed.')

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

interface Cluster {
  url: string
  port: number
  folder: string
  kill(): void
  promote(): void
}
const clusterIn = (folder: string, port: number) => {
  const user = postgresUser(join(folder, 'data'))
  const run = (name: string, ...args: string[]) => execFileSync(join(bin!, name), args, { cwd: folder, stdio: 'ignore', ...user })
  const start = () => {
    const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c fsync=off`
    run('pg_ctl', '-D', 'data', '-w', '-l', 'log', '-o', options, 'start')
    ends.push(() => {
      spawnSync(join(bin!, 'pg_ctl'), ['-D', 'data', '-m', 'immediate', 'stop'], { cwd: folder, ...user })
      rmSync(folder, { recursive: true, force: true })
    })
  }
  const url = (name: string, database: string) => `postgresql://${name}@127.0.0.1:${port}/${database}`
  const kill = () => run('pg_ctl', '-D', 'data', '-m', 'immediate', 'stop')
  return {
    run,
    start,
    url,
    cluster: { url: url('chauffeur', 'chauffeur'), port, folder, kill, promote: () => run('pg_ctl', '-D', 'data', '-w', 'promote') },
  }
}
function folderOf() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'chauffeur-external-'))
  const user = postgresUser(join(folder, 'data'))
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** A fresh cluster of the machine's PostgreSQL with an empty database, whose owner may make roles and nothing else. */
async function freshCluster(): Promise<Cluster> {
  const { run, start, url, cluster } = clusterIn(folderOf(), await freePort())
  run('initdb', '-D', 'data', '-A', 'trust', '-U', 'admin', '-E', 'UTF8', '--locale=C.UTF-8')
  start()
  await asked(url('admin', 'postgres'), 'create role chauffeur login createrole')
  await asked(url('admin', 'postgres'), 'create database chauffeur owner chauffeur')
  return cluster
}

async function standbyOf(primary: Cluster): Promise<Cluster> {
  const { run, start, cluster } = clusterIn(folderOf(), await freePort())
  run('pg_basebackup', '-D', 'data', '-R', '-X', 'stream', '-c', 'fast', '-d', `postgresql://admin@127.0.0.1:${primary.port}/postgres`)
  start()
  return cluster
}

async function asked(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(text).finally(() => client.end())
}

test.skipIf(!bin)(
  'a dump by the owner, restored into a fresh cluster as the documents say, has every row and policy, and serves',
  async () => {
    const from = (await freshCluster()).url
    await migrate(from)
    await asked(
      from,
      `insert into tenants (name, brand_name) values ('甲', '甲'), ('乙', '乙');
    insert into roles (tenant_id, name) select tenant_id, '客服' from tenants;
    insert into operation_logs (tenant_id, actor_type, call) select tenant_id, 'OPERATOR', 'order.list' from tenants`,
    )
    const dump = join(mkdtempSync(join(tmpdir(), 'chauffeur-dump-')), 'chauffeur.dump')
    execFileSync(join(bin!, 'pg_dump'), ['--format=custom', '--enable-row-security', `--file=${dump}`, from])

    const to = (await freshCluster()).url
    const owner = new pg.Client({ connectionString: to })
    await owner.connect()
    await ensureRoles(owner)
    await owner.end()
    execFileSync(join(bin!, 'pg_restore'), ['--exit-on-error', `--dbname=${to}`, dump])

    const counts = `select (select count(*) from pg_policy) as policies, (select count(*) from roles) as roles, (select count(*) from functions) as functions,
    (select count(*) from operation_logs) as logs, (select count(*) from pg_class where relforcerowsecurity) as forced, (select count(*) from private.migrations) as migrations`
    expect((await asked(to, counts)).rows).toEqual((await asked(from, counts)).rows)
    expect(await migrate(to)).toEqual({ applied: [] })
    const db = connect(await runtimeUrls(to))
    expect(await db.reader(wholeTenant('1')).selectFrom('roles').select(['tenant_id', 'name']).execute()).toEqual([
      { tenant_id: '1', name: '客服' },
    ])
    await db.close()
  },
  60_000,
)

test.skipIf(!bin)(
  'several servers in the address: connections go to the one that writes, and to the new primary once the old one was killed',
  async () => {
    const primary = await freshCluster()
    const standby = await standbyOf(primary)
    const servers = `postgresql://chauffeur@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/chauffeur?target_session_attrs=read-write`
    await migrate(servers)
    const db = connect(await runtimeUrls(servers))
    ends.push(() => db.close())
    const write = () =>
      db.platform.query(`insert into sign_in_failures (account, ip) values ('a', 'i') returning inet_server_port() as port`)
    expect((await write()).rows).toEqual([{ port: primary.port }])
    primary.kill()
    standby.promote()
    await expect
      .poll(
        () =>
          write().then(
            ({ rows }) => rows[0]!.port,
            () => null,
          ),
        { timeout: 20_000 },
      )
      .toBe(standby.port)
  },
  60_000,
)
