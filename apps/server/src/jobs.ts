import { numberRounds, silentCalls, soundPurge } from '#areas/call-centre'
import { bankFileJob, bulkReview, ledgerChecks, payoutRounds, reconciliationJobs, sealing } from '#areas/finance'
import { customerJobs, customerRounds } from '#areas/customer'
import { driverRounds } from '#areas/driver'
import { broadcastJob, broadcastRounds } from '#areas/message/broadcast'
import { operationsRounds } from '#areas/operations'
import { exportJob } from '#areas/operations/export'
import {
  bulkWork,
  detourRound,
  prepayRounds,
  lapsingReviews,
  orderRounds,
  rightAuditRounds,
  scheduledOrders,
  screening,
  unpaidRounds,
  uploadRound,
} from '#areas/order'
import { partnerRounds } from '#areas/partner'
import { pricingJobs, pricingRounds } from '#areas/pricing'
import { privacyJobs } from '#areas/privacy'
import { qualificationJobs, qualificationRounds } from '#areas/qualification'
import { qualityRounds } from '#areas/quality'
import type { JobKind } from '#platform/jobs/kind'
import type { Round } from '#platform/jobs/rounds'
import { retentionRound } from '#platform/upkeep/retention.job'
import { imports } from './imports.ts'

/** Every kind of job that this program knows. */
export const jobKinds: readonly JobKind[] = [
  exportJob,
  imports.job,
  bulkWork,
  bulkReview,
  bankFileJob,
  ...reconciliationJobs,
  ...pricingJobs,
  ...customerJobs,
  ...privacyJobs,
  ...qualificationJobs,
  broadcastJob,
]

/** What comes round again and again without being asked for. */
export const rounds: readonly Round[] = [
  sealing,
  ledgerChecks,
  lapsingReviews,
  ...pricingRounds,
  scheduledOrders,
  ...prepayRounds,
  retentionRound,
  soundPurge,
  silentCalls,
  ...numberRounds,
  ...orderRounds,
  detourRound,
  ...unpaidRounds,
  screening,
  ...rightAuditRounds,
  uploadRound,
  ...payoutRounds,
  ...operationsRounds,
  ...driverRounds,
  ...qualificationRounds,
  ...qualityRounds,
  ...customerRounds,
  ...partnerRounds,
  ...broadcastRounds,
]
