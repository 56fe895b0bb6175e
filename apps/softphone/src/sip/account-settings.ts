export interface SipAccountSettings {
  /** The account's address, `sip:1001@pbx.example`. */
  uri: string
  /** For authentication, where it is another than the address's. */
  user: string
  password: string
  /** Shown to those who are called. */
  name: string
  host: string
  port: number
  localPort: number
  transport: 'udp' | 'tcp'
  register: boolean
  expiresS: number
  /** Calls at once, each a channel of the device. */
  lines: number
  /** A call nobody answers is given back to the PBX after this time. */
  noAnswerS: number
  /** Hosts beside the one in the session description that audio may come from. */
  mediaHosts: readonly string[]
  trace: boolean
}

const standardPort = 5060

/** An account from its settings, where everything but `uri` may be left out. Throws in words. */
export function readAccount(given: unknown, common: { password: string; trace: boolean }): SipAccountSettings {
  if (typeof given !== 'object' || given === null) throw new Error('A SIP account is an object with at least its uri.')
  const fields = given as Record<string, unknown>
  const uri = textOf(fields, 'uri', '')
  const address = /^sips?:([^@\s]+)@([^:;\s]+)(?::(\d+))?/.exec(uri)
  if (!address) throw new Error(`${uri || 'A SIP account'} is no address like sip:1001@pbx.example`)
  const server = textOf(fields, 'server', `${address[2]}:${address[3] ?? standardPort}`)
  const [host = '', port = String(standardPort)] = server.split(':')
  const transport = textOf(fields, 'transport', 'udp')
  if (transport !== 'udp' && transport !== 'tcp') throw new Error('transport is udp or tcp.')
  return {
    uri,
    user: textOf(fields, 'user', address[1] ?? ''),
    password: textOf(fields, 'password', common.password),
    name: textOf(fields, 'name', ''),
    host,
    port: numberIn(Number(port), 'server', 1, 65_535),
    localPort: numberIn(fields.localPort ?? 0, 'localPort', 0, 65_535),
    transport,
    register: fields.register !== false,
    expiresS: numberIn(fields.expiresS ?? 300, 'expiresS', 10, 86_400),
    lines: numberIn(fields.lines ?? 1, 'lines', 1, 32),
    noAnswerS: numberIn(fields.noAnswerS ?? 180, 'noAnswerS', 10, 3_600),
    mediaHosts: Array.isArray(fields.mediaHosts) ? fields.mediaHosts.filter((one) => typeof one === 'string') : [],
    trace: common.trace,
  }
}

function textOf(fields: Record<string, unknown>, name: string, otherwise: string): string {
  const value = fields[name] ?? otherwise
  if (typeof value !== 'string') throw new Error(`${name} must be text.`)
  return value
}

function numberIn(value: unknown, name: string, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new Error(`${name} must be a number from ${least} to ${most}.`)
}
