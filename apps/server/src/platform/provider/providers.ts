import type { Settings } from '../process/settings.ts'
import { type Provider, type ProviderLog, providerOf } from './provider.ts'
import { type TenantClients, tenantClients } from './tenant-clients.ts'

/** The services outside that are asked; null where none is set. */
export interface Providers {
  /** Somebody waits for a code with the telephone in hand: what else goes out has a way, and a quota, of its own. */
  sms: { codes: Provider; rest: Provider } | null
  onlineCheck: Provider | null
  tenants: TenantClients
}

// A message carries its id, but not every gateway looks at it: sent twice is worse than a moment later, which the outbox sees to.
const SMS = { timeoutMs: 8_000, retries: 1, mayRepeat: false, atOnce: 50 }

export const providersOf = ({ sms, onlineCheck }: Settings, log: ProviderLog): Providers => ({
  sms: sms && {
    codes: providerOf({ url: sms.url, token: sms.token }, { name: 'sms.codes', ...SMS }, log),
    rest: providerOf(sms, { name: 'sms.rest', ...SMS }, log),
  },
  onlineCheck:
    onlineCheck && providerOf(onlineCheck, { name: 'onlineCheck', timeoutMs: 4_000, retries: 1, mayRepeat: true, atOnce: 20 }, log),
  tenants: tenantClients(log),
})

export const allOf = ({ sms, onlineCheck, tenants }: Providers): Provider[] => [
  ...(sms ? [sms.codes, sms.rest] : []),
  ...(onlineCheck ? [onlineCheck] : []),
  ...tenants.providers(),
]
