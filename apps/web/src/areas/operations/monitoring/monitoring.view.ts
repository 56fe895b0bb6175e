import type { monitoringCalls } from '@chauffeur/contract/operations/monitoring'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { percentText } from '#ui/show/measure.view.ts'

export type Health = AnswerOf<typeof monitoringCalls.overview>
export type LedgerFindings = AnswerOf<typeof monitoringCalls.ledger>['checked']
export type ProcessHealth = Health['processes'][number]

/** What the small charts remember of one answer. */
export interface Sample {
  /** Milliseconds since 1970. */
  at: number
  loopP99Ms: number
  cpuBp: number
  rssMb: number
  activeConnections: number
}

/** Ten minutes at one answer every five seconds. */
export const KEPT_SAMPLES = 120
export const EVERY_S = 5

export const livingProcesses = (health: Health): ProcessHealth[] => health.processes.filter(({ gone }) => !gone)
const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

/** Of all living processes: the worst event loop, and processor and memory together. */
export function sampleOf(health: Health): Sample {
  const processes = livingProcesses(health)
  return {
    at: Date.parse(health.at),
    loopP99Ms: Math.max(0, ...processes.map(({ eventLoop }) => eventLoop.p99Ms)),
    cpuBp: sum(processes, ({ cpuBp }) => cpuBp),
    rssMb: sum(processes, ({ memory }) => memory.rssB) / 1_048_576,
    activeConnections: health.database.connections.active,
  }
}

/** Adds an answer, once, and forgets the oldest; an answer older than the last one is left out. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1)
  return last && last.at >= next.at ? samples : [...samples, next].slice(-KEPT_SAMPLES)
}

/** Bytes with one decimal in the unit that fits. */
export function bytesText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let value = bytes
  let at = 0
  while (value >= 1024 && at < units.length - 1) {
    value /= 1024
    at += 1
  }
  return at === 0 ? `${value} B` : `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[at]}`
}

/** Milliseconds: fractions below ten, seconds from ten thousand on. */
export function msText(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`
}

export const cpuText = (bp: number) => percentText(bp)

/** From here on a number asks to be looked at. */
export const LIMITS = { loopP99Ms: 200, faultBp: 100, cacheHitBp: 9500, connectionsBp: 8000, heapBp: 9000 }

/** What somebody should look at, by the name of its figure. */
export function alarms(health: Health) {
  const { database, dispatch, totals, jobs, sms, ledger } = health
  return {
    processes: health.processes.some(({ gone }) => gone),
    loop: sampleOf(health).loopP99Ms > LIMITS.loopP99Ms,
    connections: database.connections.max > 0 && (database.connections.used / database.connections.max) * 10_000 > LIMITS.connectionsBp,
    cache: database.cacheHitBp < LIMITS.cacheHitBp,
    locks: database.locks.length > 0,
    faults: totals.faultBp > LIMITS.faultBp,
    jobs: jobs.some(({ late, lastErrorAt, lastDoneAt }) => late || lastRunFailed(lastErrorAt, lastDoneAt)),
    dispatch: dispatch.overdueSearches > 0,
    // Without a gateway messages stay in the outbox on purpose.
    sms: sms.failed > 0 || smsLate(sms),
    ledger: ledger !== null && !ledger.sound,
  }
}

/** What each check asserts, in words. */
export const invariantText: Record<string, string> = {
  '1 entries are balanced, of at least two lines': '每笔分录借贷相等，至少两行',
  '1 entries are of one currency': '每笔分录只用一种货币',
  '2 the roles that serve requests cannot change what was posted': '已入账的分录不能被修改或删除',
  '3 balances are the sums of their lines': '账户余额等于分录之和',
  '3 the chain of balances has no gap': '余额变动连续，没有断档',
  '4 no balance is below its floor': '余额不低于下限',
  '4 what is frozen of a driver is what their withdrawals hold': '司机冻结金额等于其提现占用',
  '5 what is in transit is what is being paid out': '在途金额等于正在付款的提现',
  '6 each step of a business is posted once': '每个业务步骤只入账一次',
  '8 the trial balance is zero': '试算平衡为零',
}

/** Every finding in a row of its own. */
export const findingRows = (checked: LedgerFindings) =>
  checked.flatMap(({ invariant, findings }) => findings.map((finding) => ({ invariant, ...finding })))

/** Messages wait longer than a gateway should need. */
export const smsLate = ({ provider, oldestS }: Health['sms']) => provider === 'HTTP' && oldestS > 60

/** The last run of a job ended in an error. */
export function lastRunFailed(lastErrorAt: string | null, lastDoneAt: string | null): boolean {
  return lastErrorAt !== null && (lastDoneAt === null || Date.parse(lastErrorAt) > Date.parse(lastDoneAt))
}
