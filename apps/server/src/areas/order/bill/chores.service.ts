import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { lockOrder } from '../model/index.ts'
import { eachDue } from '#platform/jobs/each'
import type { Platform } from '#platform/http/implement'
import type { Round } from '#platform/jobs/rounds'
import { wholeTenant } from '#platform/database/scope'
import { fileEnded } from './bill.service.ts'
import { sealTrackOf, tracksToSeal } from '../evidence/index.ts'
import { overdueFilings } from './bill.queries.ts'

interface DueOrder {
  tenantId: string
  orderId: string
}
const idOf = ({ orderId }: DueOrder) => orderId
/** So much of it at a time, that no round takes long. */
const TRACKS = 200

/** Puts the points of orders that are over into their compact form; returns how many orders. Several processes may do so at once. */
export async function sealTracks(platform: Platform): Promise<number> {
  const due = { read: (except: string[], limit: number) => tracksToSeal(platform.db, except, limit), idOf, limit: TRACKS }
  return eachDue(due, (track) => platform.db.write(wholeTenant(track.tenantId), (tx) => sealTrackOf(tx, track)))
}

const timer = { type: 'TIMER' as const, id: null, name: '系统' }
/** Bills at a time. */
const BILLS = 50

/**
 * Files the bills of drivers who did not do so themselves within the time set after their trip's end: without extras, to be paid online.
 * Returns how many were filed. Several processes may do so at once: each bill is filed by whoever has its order locked.
 */
export async function fileOverdue(platform: Platform): Promise<number> {
  const { autoFileAfterS } = platform.settings
  let filed = 0
  const overdue = {
    read: (except: string[], limit: number) => overdueFilings(platform.db, autoFileAfterS, except, limit),
    idOf,
    limit: BILLS,
  }
  const fileOne = (due: DueOrder) =>
    platform.db.write(wholeTenant(due.tenantId), async (tx) => {
      const order = await lockOrder(tx, due.orderId)
      if (order?.service_status !== SERVICE_STATUS.tripEnded) return
      const done = await fileEnded(tx, order, {
        event: 'file',
        actor: timer,
        requestId: '',
        reason: '司机未按时报单，系统自动报单',
        extras: [],
        cashCollected: false,
        source: 'DRIVER',
        // Taken back as a whole: it can be filed once the account is open.
        notBooked: (why) => {
          throw new Error(`The bill of order ${order.order_no} could not be filed: ${why}.`)
        },
      })
      if (done) filed++
    })
  await eachDue(overdue, fileOne).finally(() => void (filed && platform.poke()))
  return filed
}

/** What is done about orders when nobody asks for it. */
export const orderRounds: readonly Round[] = [
  { name: 'dispatch.fileOverdue', everyS: 15, work: fileOverdue },
  { name: 'dispatch.sealTracks', everyS: 15, work: sealTracks },
]
