import { sessionCalls } from '@chauffeur/contract/access/session'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { orderCalls } from '@chauffeur/contract/order/list'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { signIn } from './account.ts'
import { send } from './wire.ts'

const { created, dispatchStart, dispatching } = SERVICE_STATUS

/**
 * Calls off what a journey ordered and nobody drives: else the next journey's driver is asked for it, and its map shows it. An order that
 * somebody took or called off meanwhile is over for us.
 */
export async function callOffWaiting(address: string, since: Date): Promise<void> {
  const { token } = await signIn(address, 'operator')
  const waiting = { createdAtFrom: since.toISOString(), serviceStatus: [created, dispatchStart, dispatching], pageSize: 50 }
  const { rows } = await send(address, orderCalls.list, waiting, token)
  for (const { orderId } of rows) {
    const callOff = async () => {
      const { quoteId } = await send(address, callCentreCalls.cancel, { orderId }, token)
      await send(address, callCentreCalls.cancel, { orderId, quoteId: quoteId ?? '', reason: '客户改约' }, token)
    }
    await callOff().catch(() => undefined)
  }
  await send(address, sessionCalls.signOut, {}, token)
}
