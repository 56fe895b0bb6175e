/** Hosts (`host` or `host:port`, by commas) that a variable of the environment lists. */
export function hostsFrom(env: Record<string, string | undefined>, name: string): string[] {
  const hosts = (env[name] ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  for (const host of hosts)
    if (!/^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(host))
      throw new Error(`${name} holds "${host}", which is neither a host nor host:port.`)
  return hosts
}

/** Whether an address that a tenant entered is a provider's own, or on a host that whoever runs the installation lists. */
export function isAllowed(url: string, own: readonly string[], hosts: readonly string[]): boolean {
  const asked = new URL(url)
  if (asked.username || asked.password || !/^https?:$/.test(asked.protocol)) return false
  return own.some((one) => new URL(one).origin === asked.origin) || hosts.includes(asked.hostname) || hosts.includes(asked.host)
}
