/** The push services of Chrome, Firefox, Edge and Safari. A name that begins with a dot stands for all below it. */
export const PUSH_SERVICES: readonly string[] = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  'web.push.apple.com',
]
const LONGEST = 1_000

/** Whether a telephone may name this address: by https, at a push service that the installation knows. A port has to be listed with its host. */
export function isPushEndpoint(text: string, services: readonly string[]): boolean {
  if (text.length > LONGEST || !URL.canParse(text)) return false
  const { protocol, hostname, host, username, password, hash } = new URL(text)
  if (protocol !== 'https:' || username || password || hash) return false
  return services.some((one) => (one.startsWith('.') ? host === hostname && host.endsWith(one) : host === one))
}

/** Services that may be inside: those that whoever runs the installation lists with a port. Every other is asked at public addresses alone. */
export const insideOf = (services: readonly string[]): string[] => services.filter((one) => /:\d+$/.test(one))
