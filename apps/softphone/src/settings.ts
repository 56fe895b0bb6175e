import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readOrigin } from './protocol/guard.ts'
import { readAccount, type SipAccountSettings } from './sip/account-settings.ts'

export interface Settings {
  port: number
  origins: string[]
  uploadOrigins: string[]
  /** Recordings, saved settings and user logs. */
  folder: string
  simulate: boolean
  /** Simulated lines. */
  lines: number
  accounts: SipAccountSettings[]
  /**
   * - `devices` the machine's microphone and loudspeaker
   * - `record` calls are carried and can be recorded, and nobody here hears them
   * - `none` the operator's own SIP telephone talks; we follow it
   */
  audio: 'devices' | 'record' | 'none'
  /** Simulated time runs so many times as fast. */
  speed: number
}

export const usage = `The local phone service: a desk phone for the console, on this machine alone.

  node softphone.mjs [options]

  --config FILE         settings as JSON, with the names of the options below; options given here win
  --origin URL          a console that may use it; several times for several (http://localhost:8080)
  --upload-origin URL   another server that recordings may be sent to
  --port N              3001
  --folder DIR          recordings and settings (~/.local/share/chauffeur-softphone)
  --simulate            a scripted line: POST /sim/call {"number":"…"}, /sim/hangup, /sim/handset
  --lines N             how many simulated lines (1)
  --speed N             simulated time runs N times as fast (1)

  --sip URI             an account at a PBX, sip:1001@pbx.example; several times for several. More about an account
                        (server, user, transport, lines …) stands in the file, as "sip": [{"uri": …}]
  --password-file FILE  the accounts' password, where the file of settings gives none
  --audio record        carry and record calls without a microphone and loudspeaker of this machine
  --no-audio            signalling only: follow the operator's own SIP telephone by its dialog events
  --trace               the SIP library's warnings in the log
`

const options = {
  config: { type: 'string' },
  origin: { type: 'string', multiple: true },
  'upload-origin': { type: 'string', multiple: true },
  port: { type: 'string' },
  folder: { type: 'string' },
  simulate: { type: 'boolean' },
  lines: { type: 'string' },
  speed: { type: 'string' },
  sip: { type: 'string', multiple: true },
  'password-file': { type: 'string' },
  audio: { type: 'string' },
  'no-audio': { type: 'boolean' },
  trace: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Given = Record<string, unknown>

/** Settings from the command line and the file it names. Undefined when help was asked for; throws in words. */
export function readSettings(args: string[]): Settings | undefined {
  const { values } = parseArgs({ args, options, strict: true })
  if (values.help) return undefined
  const given: Given = { ...(values.config === undefined ? {} : readFile(values.config)), ...values }
  const unknown = Object.keys(given).filter((name) => !(name in options))
  if (unknown.length > 0) throw new Error(`There is no setting ${unknown.join(', ')}.`)
  const accounts = accountsOf(given)
  const simulate = given.simulate === true
  if (simulate === accounts.length > 0) throw new Error('Give either --simulate or at least one --sip account.')
  return {
    port: numberOf(given, 'port', 3001, 0, 65_535),
    origins: listOf(given, 'origin', ['http://localhost:8080']).map(readOrigin),
    uploadOrigins: listOf(given, 'upload-origin', []).map(readOrigin),
    folder: textOf(given, 'folder') ?? join(homedir(), '.local', 'share', 'chauffeur-softphone'),
    simulate,
    lines: numberOf(given, 'lines', 1, 1, 128),
    speed: simulate ? numberOf(given, 'speed', 1, 0.01, 1_000, false) : 1,
    accounts,
    audio: audioOf(given),
  }
}

function accountsOf(given: Given): SipAccountSettings[] {
  const listed = given.sip === undefined ? [] : Array.isArray(given.sip) ? given.sip : [given.sip]
  const file = textOf(given, 'password-file')
  const password = file === undefined ? '' : readFileSync(file, 'utf8').trim()
  return listed.map((one: unknown) => readAccount(typeof one === 'string' ? { uri: one } : one, { password, trace: given.trace === true }))
}

function audioOf(given: Given): Settings['audio'] {
  if (given['no-audio'] === true) return 'none'
  const audio = textOf(given, 'audio') ?? 'devices'
  if (audio === 'devices' || audio === 'record' || audio === 'none') return audio
  throw new Error('audio is devices, record or none.')
}

function readFile(path: string): Given {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Given
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  throw new Error(`${path} holds no settings.`)
}

function numberOf(given: Given, name: string, otherwise: number, least: number, most: number, whole = true): number {
  const value = given[name]
  if (value === undefined) return otherwise
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'number' && number >= least && number <= most && (!whole || Number.isInteger(number))) return number
  throw new Error(`${name} must be a number from ${least} to ${most}.`)
}

function textOf(given: Given, name: string): string | undefined {
  const value = given[name]
  if (value === undefined || typeof value === 'string') return value
  throw new Error(`${name} must be text.`)
}

function listOf(given: Given, name: string, otherwise: string[]): string[] {
  const value = given[name]
  if (value === undefined) return otherwise
  const list = Array.isArray(value) ? value : [value]
  if (list.every((one) => typeof one === 'string')) return list
  throw new Error(`${name} must be a list of texts.`)
}
