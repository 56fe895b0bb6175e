import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const never = ['**/node_modules/**', '**/dist/**', '**/data/**']

const onPostgres = {
  globalSetup: 'apps/server/test/harness/global-setup.ts',
  pool: 'forks' as const,
  // Of three one mostly waits for its database.
  maxWorkers: 3,
  testTimeout: 30_000,
  hookTimeout: 60_000,
}
/** Tests that put another module in the place of one. */
const replacingModules = ['apps/server/test/access/attacks.pg.test.ts']

/** Journeys through a browser, one after the other on a platform of their own. They go in two rows side by side, of about the same length. */
const journeys = {
  globalSetup: ['e2e/harness/global-setup.ts'],
  pool: 'forks' as const,
  maxWorkers: 1,
  expect: { poll: { timeout: 10_000 } },
  fileParallelism: false,
  testTimeout: 120_000,
  hookTimeout: 240_000,
}
const ofTheSecondRow = ['e2e/**/{screens,administration}.journey.ts', 'apps/server/test/**/*.journey.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit-node',
          include: ['{packages,apps,scripts,e2e,bench}/**/*.test.ts'],
          exclude: [...never, 'apps/web/**', '**/*.pg.test.ts', '**/*.sip.test.ts'],
          // Some wait for real processes, and a busy machine is no fault.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'unit-dom',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: never,
          environment: 'jsdom',
          setupFiles: ['apps/web/src/platform/browser/unit-tests.setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      // The program's modules are loaded once a process, not once a file: a third of the work.
      { test: { ...onPostgres, name: 'pg', include: ['apps/**/*.pg.test.ts'], exclude: [...never, ...replacingModules], isolate: false } },
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
          testTimeout: 60_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      { test: { ...journeys, name: 'e2e', include: ['e2e/**/*.journey.ts'], exclude: [...never, ...ofTheSecondRow] } },
      { test: { ...journeys, name: 'e2e-second', include: ofTheSecondRow, exclude: never } },
    ],
  },
})
