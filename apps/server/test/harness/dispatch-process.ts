// Run as a program by the take-over test: a second server process's dispatcher on the database it is given, until it is killed.
import { flushCompileCache } from 'node:module'
import { startDispatch } from '#areas/dispatch/engine'
import { connect } from '#platform/database/db'
import { roadsOf } from '#platform/geo/roads/roads'
import { mapServicesOf } from '#platform/geo/services/services'
import { databaseStore } from '#platform/files/database-store'
import { filesIn } from '#platform/files/files'
import { callStats } from '#platform/process/call-stats'
import { importsOf } from '#platform/import/imports'
import { jobsOf } from '#platform/jobs/jobs'
import { openQueue } from '#platform/jobs/queue'
import { ticksOfThisProcess } from '#platform/jobs/ticks'
import { tenantClients } from '#platform/provider/tenant-clients'
import { passwordLine } from '#platform/identity/password'
import { inProcessPositions } from '#platform/live/positions'
import { smsServicesOf } from '#platform/sending/services'
import { addressLimiter } from '#platform/process/call-limits'
import { defaultSettings } from '#platform/process/settings'
import { driverAppsOf } from '#platform/identity/driver-apps'
import { vaultOf } from '#platform/identity/vault'

const [runtime = '', platform = ''] = process.argv.slice(2)
const log = { warn: () => {}, error: (detail: object) => process.stderr.write(`${JSON.stringify(detail)}\n`) }
const nothing = () => {}
const db = connect({ runtime, platform })
const vault = vaultOf('of a process that seals nothing, yet long enough')
const maps = mapServicesOf({ db, vault, settings: defaultSettings.mapServices, log })
startDispatch(
  {
    db,
    imports: importsOf([]),
    files: filesIn(db.files, { current: 'DATABASE', all: { DATABASE: databaseStore(db.files) } }),
    providers: { onlineCheck: null, tenants: tenantClients(log) },
    pools: db.pools,
    positions: inProcessPositions(),
    settings: defaultSettings,
    instance: 'dispatcher alone',
    vault,
    driverApps: driverAppsOf(db),
    maps,
    sms: smsServicesOf({ db, vault, installed: null, log }),
    roads: roadsOf({ db, maps, settings: defaultSettings, log }),
    codeAsks: addressLimiter(defaultSettings.codesPerAddress),
    codeTries: addressLimiter(defaultSettings.codesPerAddress),
    passwords: passwordLine(),
    calls: callStats(),
    ticks: ticksOfThisProcess(),
    jobs: jobsOf(await openQueue(db, { queues: [], serving: false, onError: nothing }), []),
    forgetSession: nothing,
    wakeDispatch: nothing,
    poke: nothing,
    reportFault: nothing,
  },
  { log, tickMs: 100 },
)
// Whoever is killed leaves what it compiled to the next one.
flushCompileCache()
process.stdout.write('running\n')
