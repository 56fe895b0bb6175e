import { createHash } from 'node:crypto'
import { believed, providerOfTenant } from '../number-provider/index.ts'
import { emitEvent } from '#platform/database/events'
import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { orderNews } from './binding.queries.ts'
import { isAsking, noteCall, noteNonce, pairOfSubscription } from './call.queries.ts'
import { newsOfPush } from './call.rules.ts'
import { partiesOf } from './parties.ts'
import type { PushDesk } from './push.http.ts'

type Hearing = Pick<Platform, 'db' | 'vault' | 'settings' | 'providers' | 'poke'>

/** What stands behind the door that a provider pushes calls through. */
export const pushDesk = (platform: Hearing): PushDesk => ({
  heard: async (tenantId, signature, body) => {
    const active = await providerOfTenant(platform, tenantId)
    if (!active) return { fault: 'NO_PROVIDER' }
    const who = believed({ appKey: active.row.app_key, secret: active.secret }, signature, new Date())
    if ('fault' in who) return who
    const news = newsOfPush(jsonOf(body))
    if (!news) return { fault: 'UNREADABLE' }
    const digest = createHash('sha256').update(body).digest()
    const taken = await platform.db.write(wholeTenant(tenantId), async (tx) => {
      if (!(await noteNonce(tx, tenantId, who.nonce, digest))) return { fault: 'NONCE_USED' as const }
      const orders = new Set<string>()
      for (const one of news) {
        const pair = one.subscription ? await pairOfSubscription(tx, one.subscription) : undefined
        if (pair) {
          await noteCall(tx, pair, one, partiesOf(one.caller, pair))
          orders.add(pair.order_id)
          // What it was bound as may not have reached us yet: told again in a minute, it has.
        } else if (one.subscription && (await isAsking(tx))) return { fault: 'NOT_YET' as const }
      }
      for (const orderId of orders) await emitEvent(tx, await orderNews(tx, orderId, 'privacyNumber.call'))
      return null
    })
    if (!taken) platform.poke()
    return taken
  },
})

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
