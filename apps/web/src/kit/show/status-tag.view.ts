import { liveServiceStatuses, PAY_STATUS } from '@chauffeur/contract/order/model'
import type { DispatchStatus, PayStatus, ServiceStatus, WorkStatus } from '@chauffeur/contract/order/model'
import type { Tone } from '#ui/show/tag.tsx'

export const serviceTone: Record<ServiceStatus, Tone> = {
  101: 'wait',
  102: 'wait',
  180: 'wait',
  301: 'run',
  302: 'run',
  303: 'run',
  304: 'run',
  501: 'done',
  403: 'off',
  404: 'off',
  405: 'off',
  502: 'lost',
  506: 'lost',
}

export const payTone: Record<PayStatus, Tone> = { 0: 'off', 10: 'wait', 20: 'run', 30: 'done', 40: 'idle', 50: 'off', 60: 'lost' }
/** An order under way has no bill; one that is over has a bill of nothing. */
export const notBilledYet = (pay: PayStatus, of: ServiceStatus): boolean => pay === PAY_STATUS.none && liveServiceStatuses.includes(of)

export const dispatchTone: Record<DispatchStatus, Tone> = {
  NONE: 'off',
  SEARCHING: 'wait',
  OFFERED: 'wait',
  ASSIGNED: 'run',
  FAILED: 'lost',
  ENDED: 'off',
}

export const workTone: Record<WorkStatus, Tone> = {
  OFFLINE: 'off',
  ONLINE_IDLE: 'done',
  OFFERED: 'wait',
  TO_PICKUP: 'run',
  WAITING: 'run',
  DRIVING: 'run',
  FILING: 'run',
  PAUSED: 'idle',
}
