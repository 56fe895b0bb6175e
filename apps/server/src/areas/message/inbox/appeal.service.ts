import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { Vault } from '#platform/identity/vault'
import { tellDriver } from './tell.service.ts'

const MATTERS = {
  RIGHT_AUDIT: { zh: '权益审核申诉', en: 'appeal against the audit' },
  DISPUTE: { zh: '取消判责申诉', en: 'appeal against the verdict on the cancellation' },
  LEAVE: { zh: '取消订单申请', en: 'request to leave the order' },
} as const satisfies Record<string, Record<MessageLanguage, string>>
const LAPSED = { zh: '超时未处理，由系统处理', en: 'decided by the system, as nobody did in time' }

/** What became of what a driver asked for, in the transaction that decides it. `reason` as whoever decided wrote it; LAPSED: by the clock. */
export const tellOfAppeal = (
  tx: TenantTx,
  vault: Vault,
  order: { order_id: string; order_no: string; tenant_id: string },
  { driverId, matter, granted, reason }: { driverId: string; matter: keyof typeof MATTERS; granted: boolean; reason: string },
): Promise<void> =>
  tellDriver(whole(tx), vault, order.tenant_id, {
    driverId,
    orderId: order.order_id,
    event: granted ? 'APP_APPEAL_GRANTED' : 'APP_APPEAL_REFUSED',
    values: (language) => ({
      orderTail: order.order_no.replace(/-\d+$/, '').slice(-6),
      matter: MATTERS[matter][language],
      reason: reason === 'LAPSED' ? LAPSED[language] : reason || '—',
    }),
  })
