// Any web page may send a script or image request to loopback, and one that got a name resolved to 127.0.0.1 may even read the
// answer. Only pages of the configured origins are served.

export interface Asker {
  host: string | undefined
  origin: string | undefined
  referer: string | undefined
  fetchSite: string | undefined
  fetchMode: string | undefined
  fetchDest: string | undefined
}

/** The origin of the page that asks, or undefined when it may not. `port` is the one the service listens on. */
export function allowedOrigin(asker: Asker, origins: readonly string[], port: number, modes: readonly string[]): string | undefined {
  if (!isOurHost(asker.host, port)) return undefined
  // Typed into the address bar, or followed by hand: not a page's request.
  if (asker.fetchSite === 'none') return undefined
  if (asker.fetchMode !== undefined && !modes.includes(asker.fetchMode)) return undefined
  // A picture or a frame with our address is nobody's client.
  if (asker.fetchDest !== undefined && !['script', 'empty', 'websocket'].includes(asker.fetchDest)) return undefined
  const origin = asker.origin ?? originOf(asker.referer)
  return origin !== undefined && origins.includes(origin) ? origin : undefined
}

/** A program of this machine, which no browser sent: it names no page, and speaks to us by a name of our own. */
export function isLocalProgram(asker: Asker, port: number): boolean {
  const { origin, referer, fetchSite, fetchMode, fetchDest } = asker
  return isOurHost(asker.host, port) && [origin, referer, fetchSite, fetchMode, fetchDest].every((one) => one === undefined)
}

/** What is configured as an origin, as browsers write it. Throws when it is none. */
export function readOrigin(text: string): string {
  const url = new URL(text)
  if (!['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new Error(`${text} is not an origin: give it as http://host:port`)
  }
  return url.origin
}

function isOurHost(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`
}

function originOf(referer: string | undefined): string | undefined {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
}
