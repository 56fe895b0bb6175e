import { expect, test } from 'vitest'
import {
  alarms,
  bytesText,
  lastRunFailed,
  KEPT_SAMPLES,
  msText,
  sampleOf,
  withSample,
  type Health,
  type Sample,
} from './monitoring.view.ts'

const process = (part: object = {}) => ({
  instance: 'a:1:1',
  host: 'a',
  pid: 1,
  node: 'v24',
  startedAt: '2026-11-21T00:00:00Z',
  seenAt: '2026-11-21T00:00:00Z',
  gone: false,
  self: true,
  eventLoop: { meanMs: 1, p99Ms: 12, maxMs: 30, utilisationBp: 1000 },
  memory: { rssB: 104_857_600, heapUsedB: 1, heapTotalB: 2, externalB: 0 },
  cpuBp: 1200,
  liveStreams: 3,
  pools: [],
  ...part,
})
const health = (part: Partial<Health> = {}): Health => ({
  at: '2026-11-21T00:00:05Z',
  processes: [process()],
  database: {
    version: '17',
    sizeB: 1,
    startedAt: '2026-11-21T00:00:00Z',
    connections: { used: 20, max: 100, active: 4, idle: 16, idleInTransaction: 0 },
    cacheHitBp: 9990,
    deadlocks: 0,
    longRunning: [],
    locks: [],
    slowStatements: null,
    tables: [],
  },
  jobs: [],
  queues: [],
  liveStreams: 3,
  signedIn: { operators: 1, drivers: 2 },
  dispatch: { openSearches: 0, overdueSearches: 0, oldestSearchS: 0, pendingOffers: 0, driversOnDuty: 2, silentDrivers: 0, leases: [] },
  sms: { waiting: 0, oldestS: 0, failed: 0, provider: 'OUTBOX' },
  ledger: null,
  calls: [],
  totals: { calls: 100, refused: 2, faults: 0, faultBp: 0, windowS: 900 },
  ...part,
})

test('processes add up, the worst event loop counts, and those that are gone do not', () => {
  const sample = sampleOf(
    health({
      processes: [
        process(),
        process({ eventLoop: { meanMs: 1, p99Ms: 80, maxMs: 90, utilisationBp: 1 } }),
        process({ gone: true, cpuBp: 9000 }),
      ],
    }),
  )
  expect(sample).toEqual({ at: Date.parse('2026-11-21T00:00:05Z'), loopP99Ms: 80, cpuBp: 2400, rssMb: 200, activeConnections: 4 })
})

test('an answer enters the charts once, and ten minutes are kept', () => {
  const at = (ms: number): Sample => ({ ...sampleOf(health()), at: ms })
  let samples: readonly Sample[] = []
  for (let n = 1; n <= KEPT_SAMPLES + 5; n++) samples = withSample(samples, at(n))
  expect([samples.length, samples[0]?.at, samples.at(-1)?.at]).toEqual([KEPT_SAMPLES, 6, KEPT_SAMPLES + 5])
  expect(withSample(samples, at(KEPT_SAMPLES + 5))).toBe(samples)
  expect(withSample(samples, at(3))).toBe(samples)
})

test('nothing alarms when all is well; each trouble alarms its own figure', () => {
  expect(Object.values(alarms(health())).some(Boolean)).toBe(false)
  expect(alarms(health({ processes: [process({ gone: true })] })).processes).toBe(true)
  expect(alarms(health({ totals: { calls: 10, refused: 0, faults: 1, faultBp: 1000, windowS: 900 } }))).toMatchObject({
    faults: true,
    loop: false,
  })
  expect(alarms(health({ dispatch: { ...health().dispatch, overdueSearches: 1 } })).dispatch).toBe(true)
  expect(alarms(health({ sms: { waiting: 4, oldestS: 61, failed: 0, provider: 'HTTP' } })).sms).toBe(true)
  expect(alarms(health({ sms: { waiting: 4, oldestS: 61, failed: 0, provider: 'OUTBOX' } })).sms).toBe(false)
})

test('a job is in trouble while its last run failed, and no longer after the next good one', () => {
  expect(lastRunFailed(null, null)).toBe(false)
  expect(lastRunFailed('2026-11-21T00:00:05Z', null)).toBe(true)
  expect(lastRunFailed('2026-11-21T00:00:05Z', '2026-11-21T00:00:01Z')).toBe(true)
  expect(lastRunFailed('2026-11-21T00:00:05Z', '2026-11-21T00:00:09Z')).toBe(false)
})

test('sizes and times come in the unit that fits', () => {
  expect([0, 1023, 1024, 15 * 1024, 1_572_864, 3 * 1024 ** 3].map(bytesText)).toEqual([
    '0 B',
    '1023 B',
    '1.0 KB',
    '15 KB',
    '1.5 MB',
    '3.0 GB',
  ])
  expect([0.42, 9.96, 120.4, 12_345].map(msText)).toEqual(['0.4 ms', '10.0 ms', '120 ms', '12.3 s'])
})
