import type { Area, Call, EffectOf, FailureOf, OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { Database, PlatformDb, TenantDb, TenantTx } from '../database/db.ts'
import type { CallStats } from '../process/call-stats.ts'
import type { AddressLimiter } from '../process/call-limits.ts'
import type { EventInput } from '../database/events.ts'
import type { Files } from '../files/files.ts'
import type { Imports } from '../import/imports.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Ticks } from '../jobs/ticks.ts'
import type { Turns } from '../values/turns.ts'
import type { Positions } from '../live/positions.ts'
import type { MapServices } from '../geo/services/services.ts'
import type { Roads } from '../geo/roads/roads.ts'
import type { SmsServices } from '../sending/services.ts'
import type { Providers } from '../provider/providers.ts'
import type { Scope } from '../database/scope.ts'
import type { AppClient, DriverApps } from '../identity/driver-apps.ts'
import type { PartnerSession } from '../identity/partner.ts'
import type { CustomerSession, DriverSession, OperatorSession } from '../identity/session.ts'
import type { Settings } from '../process/settings.ts'
import type { ShapedJson } from '../list/shaped-json.ts'
import type { Vault } from '../identity/vault.ts'

/** A refusal on its way out; raised through `fail`, whose argument the call's declaration limits. */
export class Refused extends Error {
  override name = 'Refused'
  readonly failure: string
  readonly detail: unknown

  constructor(failure: string, detail?: unknown) {
    super(failure)
    this.failure = failure
    this.detail = detail
  }
}

/** Ends the work with a refusal, which takes back all that it wrote. What may be refused stands in the type: it has to be among the call's own. */
export type Fail<F extends string> = (failure: F, detail?: unknown) => never
/** For work that no call asked for: a timer, a row of a job. */
export const refuse: Fail<string> = (failure, detail) => {
  throw new Refused(failure, detail)
}
/** For `catch`: what was refused comes to this instead. A fault goes on. */
export const whenRefused =
  <T>(instead: (refused: Refused) => T) =>
  (error: unknown): T => {
    if (error instanceof Refused) return instead(error)
    throw error
  }

/** What an operation did to which object; goes to the operation log with phones and secrets masked. */
export interface Audit {
  object: string
  objectId: string
  before?: unknown
  after?: unknown
}

/** What every part of the server shares. */
export interface Platform {
  db: Database
  /** Every pool of connections of this process, under its name. */
  pools: Database['pools']
  positions: Positions
  settings: Settings
  /** This process among others: `<host>:<pid>:<start>`. */
  instance: string
  vault: Vault
  files: Files
  providers: Providers
  /** By whom each business sends text messages. */
  sms: SmsServices
  /** The apps of each business, as its drivers' clients answer to them. */
  driverApps: DriverApps
  maps: MapServices
  /** Distances and times by road, and how much longer than the straight line they are. */
  roads: Roads
  /** How often an address may ask for sign-in codes. */
  codeAsks: AddressLimiter
  /** How often an address may type a wrong one. */
  codeTries: AddressLimiter
  /** Where whoever gives a password waits for their turn. */
  passwords: Turns
  /** What calls and ticks of this process did, for whoever watches it. */
  calls: CallStats
  ticks: Ticks
  /** Work that goes on behind a request. */
  jobs: Jobs
  imports: Imports
  /** This process forgets what it remembers of a session that ended, or of every one. */
  forgetSession: (tokenHash?: Buffer) => void
  /** Searches of a city are looked at now rather than at the next tick. */
  wakeDispatch: (cityId: string) => void
  /** Tells this process's stream that a transaction with events has committed. */
  poke: () => void
  /** Writes a fault that is answered for otherwise into the log. */
  reportFault: (what: string, error: unknown) => void
}

/** What the handler of a person's call hands to a service that changes something and may refuse. */
export interface WriteContext<F extends string> {
  tx: TenantTx
  operator: OperatorSession
  scope: Scope
  platform: Platform
  audit: (entry: Audit) => void
  fail: Fail<F>
}

interface Common<C> {
  input: ParsedInputOf<C>
  /**
   * The answer is this refusal; the transaction is rolled back. A detail that needs the database is given as a function, called after that: a
   * second connection while the first is held is what a crowd of callers waits for in vain.
   */
  fail: Fail<FailureOf<C>>
  audit: (entry: Audit) => void
  request: {
    id: string
    ip: string
    userAgent: string
    host: string /** Address of this installation as the caller sees it, without a path. */
    origin: string
    english: boolean
    /** What a driver's client says of itself. */
    client: AppClient
  }
  platform: Platform
}
type Handle<C> = C extends { crossTenant: true } ? PlatformDb : EffectOf<C> extends 'write' ? TenantTx : TenantDb

interface Signed<C> extends Common<C> {
  db: Handle<C>
  scope: Scope
  /** The same reads, besides showing the customer whose telephone this is. */
  forCaller: (phone: string) => Promise<TenantDb>
  /** Writes an event for live streams, in this transaction. */
  emit: (event: EventInput) => Promise<void>
}
export interface OperatorContext<C> extends Signed<C> {
  operator: OperatorSession
}
export interface DriverContext<C> extends Signed<C> {
  driver: DriverSession
}
export interface CustomerContext<C> extends Signed<C> {
  customer: CustomerSession
}
export interface PartnerContext<C> extends Signed<C> {
  partner: PartnerSession
}
/** Nobody is known yet: a public call opens the transaction it needs through `platform.db`. */
export type PublicContext<C> = Common<C>

export type ContextOf<C extends Call> = C['access'] extends 'public'
  ? PublicContext<C>
  : C['access'] extends 'driver'
    ? DriverContext<C>
    : C['access'] extends 'customer'
      ? CustomerContext<C>
      : C['access'] extends 'partner'
        ? PartnerContext<C>
        : OperatorContext<C>
/** Only a read may give its answer as text: that of a write may be kept for whoever sends it again. */
type Answer<C> = OutputOf<C> | (EffectOf<C> extends 'read' ? ShapedJson<OutputOf<C>> : never)
export type Handlers<A extends Area> = { [K in keyof A]: (context: ContextOf<A[K]>) => Promise<Answer<A[K]>> | Answer<A[K]> }

export interface BoundRoute {
  name: string
  call: Call
  handle: (context: never) => unknown
}

/**
 * Binds an area's handlers to its calls; a missing, extra or wrongly shaped handler does not compile.
 * Curried on purpose: in one call TypeScript widens literals in async handlers (`'cancelled'` becomes `string`).
 */
export function implement<A extends Area>(areaName: string, calls: A): (handlers: Handlers<A>) => BoundRoute[] {
  return (handlers) =>
    Object.entries(calls).map(([name, call]) => ({ name: `${areaName}.${name}`, call, handle: handlers[name] as BoundRoute['handle'] }))
}
