import { parseArgs } from 'node:util'

export interface Arguments {
  url: string
  drivers: number
  ordersPerMinute: number
  speed: number
  seed: number
  /** Seconds until the run ends by itself; null is never. */
  forS: number | null
  operators: { username: string; password: string }[]
  /** Who sets a partner's program up, and the port of its server; null: no partner is played. */
  partner: { username: string; password: string; port: number } | null
  byHour: boolean
  withParent: boolean
  /** Seconds between two status lines; 0 is only the one at the end. */
  statusEveryS: number
}

export const usage = `usage: npm run simulate -- --operator <username>:<password> [options]
  --operator u:p           an operator's account, once for each tenant, in the demo world's order of tenants
                           (or SIMULATOR_OPERATORS, separated by commas)
  SIMULATOR_PARTNER=u:p    who makes keys of the first tenant's first channel, which a partner's program then orders with
                           (with SIMULATOR_PARTNER_PORT, where its server hears of its orders)
  --url <address>          the server, http://127.0.0.1:8080
  --drivers <n>            120
  --orders-per-minute <n>  6, over all tenants, of the real clock
  --speed <n>              8 times faster than life; drivers move, wait and rest so much faster
  --seed <n>               1
  --for <seconds>          ends by itself
  --by-hour                fewer orders in quiet hours, more in the evening
  --status-every <s>       10 seconds between two status lines; 0 for one at the end only
  --with-parent            ends when standard input closes or the parent process goes away`

/** Reads the command line. Throws an Error with a sentence for the user when it makes no sense. */
export function readArguments(args: string[], env: Record<string, string | undefined>): Arguments {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      drivers: { type: 'string', default: '120' },
      'orders-per-minute': { type: 'string', default: '6' },
      speed: { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
      for: { type: 'string' },
      operator: { type: 'string', multiple: true },
      'by-hour': { type: 'boolean', default: false },
      'status-every': { type: 'string', default: '10' },
      'with-parent': { type: 'boolean', default: false },
    },
  })
  const operators = (values.operator ?? env.SIMULATOR_OPERATORS?.split(',') ?? []).filter(Boolean).map(account)
  if (operators.length === 0) throw new Error('An operator’s account is needed: --operator <username>:<password>')
  if (!URL.canParse(values.url) || !/^https?:/.test(values.url)) throw new Error(`--url ${values.url} is not an http address`)
  return {
    url: values.url,
    drivers: number('drivers', values.drivers, 0, 100_000, true),
    ordersPerMinute: number('orders-per-minute', values['orders-per-minute'], 0, 60_000),
    speed: number('speed', values.speed, 0.1, 60),
    seed: number('seed', values.seed, 0, 2 ** 31, true),
    forS: values.for === undefined ? null : number('for', values.for, 1, 10 ** 7),
    operators,
    partner: partnerOf(env),
    byHour: values['by-hour'],
    withParent: values['with-parent'],
    statusEveryS: number('status-every', values['status-every'], 0, 86_400),
  }
}

function partnerOf({ SIMULATOR_PARTNER, SIMULATOR_PARTNER_PORT }: Record<string, string | undefined>): Arguments['partner'] {
  if (!SIMULATOR_PARTNER || !SIMULATOR_PARTNER_PORT) return null
  const port = number('partner-port', SIMULATOR_PARTNER_PORT, 1, 65_535, true)
  return { ...account(SIMULATOR_PARTNER), port }
}

function account(text: string) {
  const colon = text.indexOf(':')
  if (colon < 1 || colon === text.length - 1) throw new Error('--operator is written <username>:<password>')
  return { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

function number(name: string, text: string, min: number, max: number, whole = false): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!(value >= min && value <= max) || (whole && !Number.isInteger(value))) {
    throw new Error(`--${name} ${text} is not a ${whole ? 'whole ' : ''}number from ${min} to ${max}`)
  }
  return value
}
