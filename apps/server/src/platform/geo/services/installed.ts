import { type MapProviderName } from '@chauffeur/contract/kernel/map-failure'
import { hostsFrom, isAllowed } from '../../provider/hosts.ts'
import { mapProviders, type MapServiceKind, providersOfKind } from '@chauffeur/contract/operations/map-service'

/** A map service of the whole installation: it holds for tenants that have none of their own. */
export interface InstalledService {
  kind: MapServiceKind
  provider: MapProviderName
  url: string
  key: string
}
export interface MapServiceSettings {
  installed: readonly InstalledService[]
  /** Hosts besides the providers' own (`host` or `host:port`) that a tenant's entries may name. */
  hosts: readonly string[]
  /** How long a service of addresses may take, 2,500 ms; and how long whoever is shown what is known waits for more, 700 ms. */
  answerMs?: number
  patienceMs?: number
}

/** `<PROVIDER>_KEY` and `<PROVIDER>_URL`; the order is that of the contract. One that asks for a key is there with a key, others with an address. */
export function mapServicesFrom(env: Record<string, string | undefined>): MapServiceSettings {
  const hosts = hostsFrom(env, 'MAP_SERVICE_HOSTS')
  const installed = (['ADDRESS', 'ROADS'] as const).flatMap((kind) =>
    providersOfKind[kind].flatMap((provider): InstalledService[] => {
      const { url: preset, needsKey } = mapProviders[provider]
      const key = env[`${provider}_KEY`] ?? ''
      const own = env[`${provider}_URL`] ?? ''
      if (own && !/^https?:\/\/[^\s]+$/.test(own)) throw new Error(`${provider}_URL must be an http(s) address, not "${own}".`)
      return (needsKey ? key : own) ? [{ kind, provider, url: own || preset, key }] : []
    }),
  )
  return { installed, hosts }
}

/**
 * Whether a tenant's entry may name this address. A server of ours asks it, from inside: what a tenant may reach there is decided by whoever runs
 * the installation and names hosts, not by the tenant. The providers' own addresses anybody may use.
 */
export function mayBeAsked(url: string, provider: MapProviderName, hosts: readonly string[]): boolean {
  const own = mapProviders[provider].url
  return isAllowed(url, own ? [own] : [], hosts)
}
