import { createHash } from 'node:crypto'
import type { Provider, ProviderLog } from './provider.ts'

/** Clients of services whose keys tenants enter. */
export interface TenantClients {
  /**
   * One client for each tenant and service, however often it is asked for: that it is left alone after failures, and what it may be asked in a
   * second, holds for all who use it. Other settings make another; where `make` gives null, there is none.
   */
  of<C extends { providers: readonly Provider[] }>(
    tenantId: string,
    service: string,
    settings: object,
    make: (log: ProviderLog) => C | null,
  ): C | null
  providers(): Provider[]
}

export function tenantClients(log: ProviderLog): TenantClients {
  const made = new Map<string, { print: string; client: { providers: readonly Provider[] } | null }>()
  return {
    of: (tenantId, service, settings, make) => {
      const key = `${service} ${tenantId}`
      const print = createHash('sha256').update(JSON.stringify(settings)).digest('base64')
      const present = made.get(key)
      if (present?.print === print) return present.client as ReturnType<typeof make>
      const client = make(log)
      made.set(key, { print, client })
      return client
    },
    providers: () => [...made.values()].flatMap(({ client }) => [...(client?.providers ?? [])]),
  }
}
