import type { CancelConsequence } from '@chauffeur/contract/order/cancel-rules'
import { type BulkAction, bulkActionNeeds } from '@chauffeur/contract/order/bulk'
import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import type { OperatorSession } from '#platform/identity/session'
import type { OrderRowDb } from '../model/index.ts'

/** A role may hold the bulk work and not what it does. */
export const mayDo = (action: BulkAction, { authorities }: OperatorSession): boolean => authorities.has(bulkActionNeeds[action])

const WAITS: readonly number[] = [S.dispatchStart, S.dispatching, S.dispatchFailed]
/** What speaks against searching again for many at once, as a refusal's name: only who has no driver is searched for. */
export const againstRedispatch = ({ service_status, driver_id }: OrderRowDb): string | null =>
  WAITS.includes(service_status) ? null : driver_id === null ? 'dispatchDesk.notRedispatchable' : 'orderBulk.hasDriver'

/** What a driver bears; how many orders they had meanwhile is no part of it. */
const bears = (of: CancelConsequence | null) => [
  of?.driverPenaltyFen ?? 0,
  of?.waived ?? false,
  of?.countsToRate ?? false,
  of?.hideDriverS ?? 0,
]
/** Where nobody had the order when it was shown, somebody who has it now would lose it unseen. */
export const sameFor = (shown: CancelConsequence | null, now: CancelConsequence | null): boolean =>
  (shown === null) === (now === null) && bears(shown).join() === bears(now).join()
