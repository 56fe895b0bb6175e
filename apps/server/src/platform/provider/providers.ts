import type { Settings } from '../process/settings.ts'
import { type Provider, type ProviderLog, providerOf } from './provider.ts'
import { type TenantClients, tenantClients } from './tenant-clients.ts'

/** The services outside that are asked; null where none is set. */
export interface Providers {
  onlineCheck: Provider | null
  tenants: TenantClients
}

export const providersOf = ({ onlineCheck }: Settings, log: ProviderLog): Providers => ({
  onlineCheck:
    onlineCheck && providerOf(onlineCheck, { name: 'onlineCheck', timeoutMs: 4_000, retries: 1, mayRepeat: true, atOnce: 20 }, log),
  tenants: tenantClients(log),
})

export const allOf = ({ onlineCheck, tenants }: Providers): Provider[] => [...(onlineCheck ? [onlineCheck] : []), ...tenants.providers()]
