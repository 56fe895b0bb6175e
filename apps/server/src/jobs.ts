import { silentCalls, soundPurge } from '#areas/call-centre'
import { bankFileJob, bulkReview, ledgerChecks, payoutRounds, reconciliationJobs, sealing } from '#areas/finance'
import { customerRounds } from '#areas/customer'
import { operationsRounds } from '#areas/operations'
import { exportJob } from '#areas/operations/export'
import { bulkWork, detourRound, lapsingReviews, orderRounds, scheduledOrders, unpaidRounds } from '#areas/order'
import { expiry } from '#areas/pricing'
import type { JobKind } from '#platform/jobs/kind'
import type { Round } from '#platform/jobs/rounds'
import { retentionRound } from '#platform/upkeep/retention.job'
import { imports } from './imports.ts'

/** Every kind of job that this program knows. */
export const jobKinds: readonly JobKind[] = [exportJob, imports.job, bulkWork, bulkReview, bankFileJob, ...reconciliationJobs]

/** What comes round again and again without being asked for. */
export const rounds: readonly Round[] = [
  sealing,
  ledgerChecks,
  lapsingReviews,
  expiry,
  scheduledOrders,
  retentionRound,
  soundPurge,
  silentCalls,
  ...orderRounds,
  detourRound,
  ...unpaidRounds,
  ...payoutRounds,
  ...operationsRounds,
  ...customerRounds,
]
