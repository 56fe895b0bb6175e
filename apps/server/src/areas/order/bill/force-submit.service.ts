import type { BillExtra, BillStand, orderBillCalls } from '@chauffeur/contract/order/bill'
import { SERVICE_STATUS as S, type PayStatus, PAY_STATUS } from '@chauffeur/contract/order/model'
import { labelOf } from '@chauffeur/contract/pricing/model'
import { fileEnded, offWhenOrdered, priceEnded } from './bill.service.ts'
import { billLinesView, billOf, findOrder, fits, lockOrder, type OrderRowDb } from '../model/index.ts'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { whole } from '#platform/database/whole-tenant'
import { asSeen, wrongState } from '../model/index.ts'

/** Of one kind on one order, fen: an operator may add more than a driver, not any sum. */
const EXTRA_LIMIT_FEN = 100_000

export interface FiledBill {
  orderId: string
  distanceM?: number | undefined
  waitS?: number | undefined
  extras?: readonly BillExtra[] | undefined
  cashCollected?: boolean | undefined
}
interface BeforeAfter {
  before: BillStand
  after: BillStand
}
type FailLook = Fail<(typeof orderBillCalls.forceSubmitPreview.failures)[number]>

async function standOf(db: TenantDb, order: OrderRowDb): Promise<BillStand> {
  return {
    serviceStatus: order.service_status,
    payStatus: order.pay_status,
    distanceM: order.distance_m,
    waitS: order.wait_s,
    lines: billLinesView(await billOf(db, order.order_id)),
    totalFen: order.total_fen,
  }
}

async function look(db: TenantDb, order: OrderRowDb, filed: FiledBill, fail: FailLook, settings = db): Promise<BeforeAfter> {
  if (!fits('forceSubmit', order.service_status)) return wrongState(order, fail)
  const off = await offWhenOrdered(settings, order, { extras: filed.extras ?? [], cashCollected: filed.cashCollected ?? false })
  if (off) return fail(`order.${off}`)
  const sums = Map.groupBy(filed.extras ?? [], ({ type }) => type)
  for (const [type, extras] of sums) {
    const amountFen = extras.reduce((sum, extra) => sum + extra.amountFen, 0)
    if (amountFen > EXTRA_LIMIT_FEN) return fail('order.extraTooLarge', { type, amountFen, limitFen: EXTRA_LIMIT_FEN })
  }
  const { priced, prepaidFen, waitS } = await priceEnded(db, order, { ...filed, extras: filed.extras ?? [] })
  const after: BillStand = {
    serviceStatus: S.billFiled,
    payStatus: payStatusAfter({ ...priced, prepaidFen }, filed.cashCollected ?? false),
    distanceM: filed.distanceM ?? order.distance_m,
    waitS,
    lines: priced.lines.map((line) => ({ type: line.type, label: labelOf(line).zh, amountFen: line.amountFen })),
    totalFen: priced.totalFen,
  }
  return { before: await standOf(db, order), after }
}

/** What an enterprise pays, and what was paid ahead, is paid at once; the traveller's part where the driver took it. */
function payStatusAfter(
  { personalFen, enterpriseFen, prepaidFen }: { personalFen: number; enterpriseFen: number; prepaidFen: number },
  cash: boolean,
): PayStatus {
  if (personalFen > 0) return cash ? PAY_STATUS.paid : PAY_STATUS.unpaid
  return enterpriseFen + prepaidFen > 0 ? PAY_STATUS.paid : PAY_STATUS.none
}

/** How the order stands, and how it would after filing. */
export async function previewForceSubmit(db: TenantDb, filed: FiledBill, fail: FailLook): Promise<BeforeAfter & { version: number }> {
  const order = (await findOrder(db, filed.orderId)) ?? fail('order.notFound')
  return { ...(await look(db, order, filed, fail)), version: order.version }
}

/** Files the bill at exactly the total the operator was shown; before and after stay with the event. */
export async function forceSubmit(
  tx: TenantTx,
  filed: FiledBill & { version?: number | undefined; totalFen: number; reason: string },
  operator: OperatorSession,
  requestId: string,
  fail: Fail<(typeof orderBillCalls.forceSubmit.failures)[number]>,
): Promise<BeforeAfter & { version: number }> {
  const order = (await lockOrder(tx, filed.orderId)) ?? fail('order.notFound')
  await asSeen(tx, order, filed.version, fail)
  const looked = await look(tx, order, filed, fail, whole(tx))
  const totalFen = looked.after.totalFen ?? 0
  if (totalFen !== filed.totalFen) return fail('order.billChanged', { totalFen })
  const done = await fileEnded(tx, order, {
    extras: filed.extras ?? [],
    distanceM: filed.distanceM,
    waitS: filed.waitS,
    cashCollected: filed.cashCollected ?? false,
    event: 'forceFile',
    actor: operatorActor(operator),
    requestId,
    reason: filed.reason,
    payload: looked,
    source: 'OPERATOR',
    notBooked: (why) => fail(`order.${why}`),
  })
  if (!done) return wrongState(order, fail)
  return { before: looked.before, after: await standOf(tx, done.order), version: done.order.version }
}
