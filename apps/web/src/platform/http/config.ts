/** Settings of an installation, read from `config.json` beside the page. */
export interface SiteConfig {
  /** Hosts on which nobody is signed out for inactivity. */
  idleExemptHosts: string[]
}

const fallback: SiteConfig = { idleExemptHosts: [] }
let loading: Promise<SiteConfig> | undefined

/** The settings; the defaults when there is no file or it cannot be read. */
export function siteConfig(): Promise<SiteConfig> {
  loading ??= fetch(new URL('config.json', document.baseURI), { cache: 'no-cache' })
    .then((response) => (response.ok ? response.json() : fallback))
    .then((value: unknown) => read(value))
    .catch(() => fallback)
  return loading
}

function read(value: unknown): SiteConfig {
  if (typeof value !== 'object' || value === null) return fallback
  const hosts = 'idleExemptHosts' in value && Array.isArray(value.idleExemptHosts) ? value.idleExemptHosts : []
  return { idleExemptHosts: hosts.filter((host): host is string => typeof host === 'string') }
}
