import dns from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'

/** Where nobody outside is: this machine, its network, what is kept for documents, tests and groups, and what leads there by another notation. */
const INSIDE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INSIDE.addSubnet(network, prefix, 'ipv4')
/** Of IPv6 only what is given out to the public is outside, without what carries an IPv4 address or serves documents. */
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  INSIDE.addSubnet(network, prefix, 'ipv6')

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !INSIDE.check(address, 'ipv4')
  return family === 6 && PUBLIC_V6.check(address, 'ipv6') && !INSIDE.check(address, 'ipv6')
}

/** In the code of an error: the name leads inside. */
export const NOT_PUBLIC = 'EADDRNOTPUBLIC'
const notPublic = () => Object.assign(new Error('not an address of the public internet'), { code: NOT_PUBLIC })

const bare = (host: string): string => host.replace(/^\[|\]$/g, '')

/** An address that somebody else entered: by https, to a host on the public internet, or to one that whoever runs the installation lists. */
export function isPublicUrl(text: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username || url.password || !/^https?:$/.test(url.protocol)) return false
  if (isListed(url, allowed)) return true
  const host = bare(url.hostname)
  return url.protocol === 'https:' && (isIP(host) ? isPublicAddress(host) : host.includes('.') && !host.endsWith('.localhost'))
}
const isListed = ({ hostname, host }: URL, allowed: readonly string[]) => allowed.includes(hostname) || allowed.includes(host)

/**
 * Looked up once, for the connection itself: what was judged is what is connected to, whatever the name says a moment later. One address inside
 * is enough to go nowhere.
 */
const publicOnly: LookupFunction = (host, options, done) => {
  dns.lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    if (found.length === 0 || found.some(({ address }) => !isPublicAddress(address))) return done(notPublic(), '')
    return options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)
  })
}

/** Posts what is short to an address that somebody else entered; follows no redirection, and goes nowhere inside but to hosts that are listed. */
export const publicFetch =
  (allowed: readonly string[]): typeof fetch =>
  // Not an async function: what `fetch` takes and gives is made by hand from Node's own client, which lets a connection be led.
  (input, init) =>
    new Promise((done, failed) => {
      const url = new URL(input as string)
      if (!isPublicUrl(url.href, allowed)) return failed(notPublic())
      const asked = (url.protocol === 'https:' ? requestSecure : requestPlain)(
        url,
        {
          method: init?.method ?? 'GET',
          headers: init?.headers as Record<string, string>,
          signal: init?.signal ?? undefined,
          agent: false,
          ...(!isListed(url, allowed) && { lookup: publicOnly }),
        },
        (answer) => {
          const status = Math.max(answer.statusCode ?? 0, 200)
          const empty = status === 204 || status === 205 || status === 304
          if (empty) answer.resume()
          const { 'retry-after': retryAfter } = answer.headers
          const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
          done(new Response(empty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), { status, headers }))
        },
      )
      asked.on('error', failed)
      asked.end((init?.body as string | Uint8Array | undefined) ?? '')
    })
