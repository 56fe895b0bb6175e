import react from '@vitejs/plugin-react'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'

const never = ['**/node_modules/**', '**/dist/**', '**/data/**']

const onServer = {
  pool: 'forks' as const,
  // Of three one mostly waits for its database.
  maxWorkers: 3,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
}
const onPostgres = { ...onServer, globalSetup: 'apps/server/test/harness/global-setup.ts' }
/** Tests that put another module in the place of one. */
const replacingModules = ['apps/server/test/access/attacks.pg.test.ts']
/** Those that bring a PostgreSQL of their own: on whichever the others are run, these would be the same again. */
const bringingTheirOwn = [
  'apps/server/src/runtime/*.pg.test.ts',
  'apps/server/src/platform/live/live-feed.pg.test.ts',
  'apps/server/test/installation/{full-disk,external-postgres}.pg.test.ts',
]

const unit = {
  // One less by itself: half of a small machine.
  maxWorkers: Math.max(2, availableParallelism()),
  // The modules, and antd among them, are loaded once a process, not once a file: half of the work.
  isolate: false,
}
/** Tests that put another module in the place of one, or count every timer of the process. */
const domApart = ['one-time-link.dialog', 'track-replay', 'tabs', 'ui/show/time'].map((name) => `apps/web/src/**/${name}.test.tsx`)
const onDom = { environment: 'jsdom', setupFiles: ['apps/web/src/platform/browser/unit-tests.setup.ts'], testTimeout: 60_000 }

/** Journeys through a browser, one after the other on a platform of their own. They go in two rows side by side. */
const journeys = {
  globalSetup: ['e2e/harness/global-setup.ts'],
  pool: 'forks' as const,
  maxWorkers: 1,
  expect: { poll: { timeout: 10_000 } },
  fileParallelism: false,
  // The demo's city goes on while a journey looks at it. One that failed goes once more, and the end of the check names those that
  // passed only then: an unsteady journey is to be mended, but nobody else's work waits for it.
  retry: 1,
  testTimeout: 180_000,
  hookTimeout: 240_000,
}
/** Those that take longer than most or much less, in seconds, so that both rows are of one length. */
const LONG: Record<string, number> = {
  screens: 177,
  'first-run': 80,
  'phone-order': 56,
  recovery: 55,
  softphone: 55,
  customers: 53,
  administration: 47,
  orders: 46,
  'order-photos': 41,
  map: 39,
  'desk-actions': 39,
  withdrawals: 34,
  shell: 32,
  'real-installation': 31,
  'driver-page': 30,
  privacy: 30,
  'partner-statement': 29,
  tabs: 28,
  'driver-insurance': 28,
  'right-audit': 28,
  'driver-season': 27,
  'driver-life': 25,
  forms: 22,
  'driver-face': 21,
  channel: 20,
  'partner-webhooks': 20,
  places: 20,
  faults: 19,
  dispatch: 19,
  city: 19,
  offline: 12,
  reconciliation: 12,
  'driver-levels': 11,
  'driver-online': 11,
  'map-file': 9,
  import: 9,
  'driver-display': 9,
  'message-texts': 8,
  'disabled-look': 8,
  database: 8,
  'right-coupons': 7,
  'map-service': 6,
  'driver-standing': 25,
  'bad-weather': 5,
  prices: 4,
  'disable-driver': 3,
  icons: 2,
  weight: 1,
}
const secondsOf = (file: string) => LONG[basename(file, '.journey.ts')] ?? 15
/** The longest first, each into the row that is the shorter one by then. */
const rows = globSync(['e2e/**/*.journey.ts', 'apps/server/test/**/*.journey.ts'], { exclude: ['**/node_modules/**'] })
  .toSorted((a, b) => secondsOf(b) - secondsOf(a) || a.localeCompare(b))
  .reduce(
    (both, file) => {
      const shorter = both.reduce((least, row) => (row.seconds < least.seconds ? row : least))
      shorter.seconds += secondsOf(file)
      shorter.files.push(file)
      return both
    },
    [1, 2].map(() => ({ seconds: 0, files: [] as string[] })),
  )

export default defineConfig({
  test: {
    // A platform that is stopped has its database written out and its folder removed, which takes a disk a while.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'unit-node',
          include: ['{packages,apps,scripts,e2e,bench}/**/*.test.ts'],
          exclude: [...never, 'apps/web/**', '**/*.pg.test.ts', '**/*.sip.test.ts'],
          ...unit,
          // Some wait for real processes, and a busy machine is no fault.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [react()],
        test: {
          ...onDom,
          ...unit,
          name: 'unit-dom',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: [...never, ...domApart],
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [react()],
        test: { ...onDom, name: 'unit-dom-apart', maxWorkers: unit.maxWorkers, include: domApart, exclude: never },
      },
      // The program's modules are loaded once a process, not once a file: a third of the work.
      {
        test: {
          ...onPostgres,
          name: 'pg',
          include: ['apps/**/*.pg.test.ts'],
          exclude: [...never, ...replacingModules, ...bringingTheirOwn],
          isolate: false,
        },
      },
      { test: { ...onServer, name: 'pg-own', include: bringingTheirOwn, exclude: never, isolate: false } },
      { test: { ...onPostgres, name: 'pg-apart', include: replacingModules, exclude: never } },
      {
        test: {
          name: 'sip',
          include: ['apps/softphone/**/*.sip.test.ts'],
          exclude: never,
          pool: 'forks',
          execArgv: ['--expose-gc'],
          // They mostly wait; each file has ports and a process of its own.
          maxWorkers: 2,
          // Datagrams and other programs' ports: one that failed goes once more and is named as unsteady, as journeys are.
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      ...rows.map(({ files }, at) => ({ test: { ...journeys, name: `e2e-${at + 1}`, include: files, exclude: never } })),
    ],
  },
})
