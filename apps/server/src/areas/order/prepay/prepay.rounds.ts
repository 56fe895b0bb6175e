import { releaseOrder } from '#areas/dispatch/search'
import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { awaitsPrepayment, lockOrder, moveOrder } from '../model/index.ts'
import { tellPrepay } from '../edit/index.ts'
import { lapsedOrders, noteTold, untold, wasTold } from './prepay.queries.ts'

const timer = { type: 'TIMER' as const, id: null, name: '系统' }
/** At a time. */
const ORDERS = 100

/** Ends orders that were not paid ahead in time, without a fee, and says so to their customers; returns how many. Several processes may do so at once. */
export async function lapseUnpaid(platform: Platform): Promise<number> {
  let ended = 0
  const due = {
    read: (except: string[], limit: number) => lapsedOrders(platform.db, except, limit),
    idOf: ({ orderId }: { orderId: string }) => orderId,
    limit: ORDERS,
  }
  await eachDue(due, ({ tenantId, orderId }) =>
    platform.db.write(wholeTenant(tenantId), async (tx) => {
      const order = await lockOrder(tx, orderId)
      // Paid, waived or cancelled in the meantime.
      if (!order || !awaitsPrepayment(order) || order.prepay_until! > new Date()) return
      const reason = '未在规定时间内预付'
      const moved = await moveOrder(tx, order, {
        event: 'prepayLapse',
        actor: timer,
        reason,
        payload: { amountFen: order.prepay_fen },
        set: { cancel_actor: 'TIMER', cancel_reason: reason, cancel_verdict: 'NO_FAULT', cancel_fee_fen: 0 },
      })
      if (!moved) return
      await releaseOrder(tx, moved)
      await tellPrepay(tx, moved, platform, timer)
      ended++
    }),
  ).finally(() => void (ended && platform.poke()))
  return ended
}

/** Tells customers what they are to pay before they get a driver, once each; returns to how many. Several processes may do so at once. */
export async function tellDue(platform: Platform): Promise<number> {
  let told = 0
  const due = {
    read: (except: string[], limit: number) => untold(platform.db, except, limit),
    idOf: ({ orderId }: { orderId: string }) => orderId,
    limit: ORDERS,
  }
  await eachDue(due, ({ tenantId, orderId }) =>
    platform.db.write(wholeTenant(tenantId), async (tx) => {
      const order = await lockOrder(tx, orderId)
      // Paid, cancelled or told in the meantime.
      if (!order || !awaitsPrepayment(order) || order.prepay_told_at) return
      // An operator may have been faster.
      if (!(await wasTold(tx, orderId)) && (await tellPrepay(tx, order, platform, timer)) !== order) told++
      await noteTold(tx, orderId)
    }),
  ).finally(() => void (told && platform.poke()))
  return told
}

export const prepayRounds: readonly Round[] = [
  { name: 'order.prepayTell', everyS: 5, work: tellDue },
  { name: 'order.prepayLapse', everyS: 10, work: lapseUnpaid },
]
