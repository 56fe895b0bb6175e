import { PAY_STATUS } from '@chauffeur/contract/order/model'
import { quietCities } from '#areas/message/limit'
import { lockOrder } from '../model/index.ts'
import { eachDue } from '#platform/jobs/each'
import { type Platform, refuse, whenRefused } from '#platform/http/implement'
import type { Round } from '#platform/jobs/rounds'
import { wholeTenant } from '#platform/database/scope'
import { sendReminder } from '../edit/index.ts'
import { longUnpaid, unreminded, wasReminded } from './payment.queries.ts'
import { writeOff } from './payment.service.ts'

const timer = { type: 'TIMER' as const, id: null, name: '' }
const idOf = ({ orderId }: { orderId: string }) => orderId
/** At a time, so that no round takes long. */
const ORDERS = 100

/** Reminds customers of bills that stay open, once each; returns how many. Several processes may do so at once. */
export async function remindUnpaid(platform: Platform): Promise<number> {
  const hours = { ...platform.settings.unpaidReminder, quiet: await quietCities(platform.db, new Date()) }
  let sent = 0
  const due = { read: (except: string[], limit: number) => unreminded(platform.db, hours, except, limit), idOf, limit: ORDERS }
  await eachDue(due, ({ tenantId, orderId }) =>
    platform.db.write(wholeTenant(tenantId), async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (order?.pay_status !== PAY_STATUS.unpaid || (await wasReminded(tx, orderId))) return
      if (await sendReminder(tx, order, platform, timer)) sent++
    }),
  ).finally(() => void (sent && platform.poke()))
  return sent
}

/** Gives up bills that nobody paid for as many days as the settings say; returns how many. Several processes may do so at once. */
export async function writeOffOverdue(platform: Platform): Promise<number> {
  let given = 0
  const { badDebtAfterDays } = platform.settings
  const due = { read: (except: string[], limit: number) => longUnpaid(platform.db, badDebtAfterDays, except, limit), idOf, limit: ORDERS }
  await eachDue(due, ({ tenantId, orderId }) =>
    platform.db
      .write(wholeTenant(tenantId), (tx) =>
        writeOff(tx, orderId, { actor: timer, reason: '长期未支付，系统列为坏账', requestId: '', fail: refuse }),
      )
      .then(() => void given++)
      // Paid in the meantime.
      .catch(whenRefused(() => {})),
  ).finally(() => void (given && platform.poke()))
  return given
}

/** What becomes of bills that nobody pays. */
export const unpaidRounds: readonly Round[] = [
  { name: 'orderAction.remindUnpaid', everyS: 60, work: remindUnpaid },
  { name: 'orderAction.writeOffOverdue', everyS: 300, work: writeOffOverdue },
]
