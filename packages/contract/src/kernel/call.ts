import type * as z from 'zod'
import type { Authority } from '../authorities.ts'

/** Who may make a call. `driver` calls take a driver's token and `customer` calls a customer's, never an operator's; `partner` calls no token but a channel's signature (`partner.ts`). */
export type Access = 'public' | 'signedIn' | 'driver' | 'customer' | 'partner' | { authority: Authority }
export type Verb = 'GET' | 'POST'
/** Reads may be cached and retried; writes never are. GET calls that write exist on this wire, so the verb says nothing. */
export type Effect = 'read' | 'write'

export interface Call<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  E extends string = string,
  W extends Effect = Effect,
  A extends Access = Access,
> {
  method: Verb
  /** May hold `{name}` parameters, and `?method=…` where several calls share one path. */
  path: `/${string}`
  /** The specification shows no verb for this path: the server answers both. */
  anyVerb?: true
  effect: W
  access: A
  /** What the operation does, for the API document and the operation log. */
  summary: string
  body?: 'form' | 'json' | 'multipart'
  /** The caller looks at `code` itself; the client shows no toast. */
  tolerant?: true
  /** Takes `Idempotency-Key`: the same key and body gives the first answer again. Required where the same body twice could be meant. */
  once?: true | 'required'
  /** Fields of the answer that show a telephone whole to everybody who may make the call; in all others it is masked for who may not see it. */
  wholePhones?: readonly string[]
  /** Fields of the input that look somebody up by a telephone: whoever sees telephones masked would find out whole ones by trying. */
  byPhone?: readonly string[]
  /** The answer carries a tag, and is not sent again to a client that has it. */
  tagged?: true
  /** A write of no lasting consequence (a quote, a position): not in the operation log. */
  unlogged?: true
  /** Open to a session that must first change its password or bind an authenticator; every other call refuses it. */
  beforeSetup?: true
  /** Open to somebody who first has to agree to what their business asks of them; every other call refuses it. */
  beforeAgreement?: true
  /** Crosses tenants on purpose: the handler gets a `PlatformDb`. */
  crossTenant?: true
  /** Goes on for a driver with an order in hand though their app may not be used any more: the trip comes first. */
  ofTrip?: true
  /** Changes what holds for the orders of every channel: refused to a partner's people, whatever their roles give them. */
  everyChannel?: true
  /** The reading calls that show what this one writes: a console asks those again. Set by `part`. */
  shownBy?: () => readonly Call[]
  input: I
  output: O
  failures: readonly E[]
}

export type Area = Record<string, Call>

export function call<
  I extends z.ZodType,
  O extends z.ZodType,
  const W extends Effect,
  const A extends Access,
  const F extends readonly string[] = readonly [],
  const X extends true | undefined = undefined,
>(
  spec: Omit<Call<I, O, string, W, A>, 'failures' | 'crossTenant'> & { failures?: F; crossTenant?: X },
): Call<I, O, F[number], W, A> & (X extends true ? { crossTenant: true } : unknown) {
  return { ...spec, failures: spec.failures ?? [] } as unknown as Call<I, O, F[number], W, A> &
    (X extends true ? { crossTenant: true } : unknown)
}

/** The calls of a part of which each write is shown by every read, and by reads `elsewhere`. */
export function part<P extends Area>(calls: P, elsewhere: () => readonly Call[] = () => []): P {
  const all: Call[] = Object.values(calls)
  const shownBy = () => [...all.filter(({ effect }) => effect === 'read'), ...elsewhere()]
  for (const one of all) if (one.effect === 'write' && !one.unlogged) one.shownBy = shownBy
  return calls
}

/** What a caller passes. */
export type InputOf<C> = C extends Call<infer I> ? z.input<I> : never
/** What a handler receives. */
export type ParsedInputOf<C> = C extends Call<infer I> ? z.output<I> : never
/** What a handler gives back, before shaping. */
export type OutputOf<C> = C extends Call<z.ZodType, infer O> ? z.input<O> : never
/** What a caller gets. */
export type AnswerOf<C> = C extends Call<z.ZodType, infer O> ? z.output<O> : never
export type FailureOf<C> = C extends Call<z.ZodType, z.ZodType, infer E> ? E : never
export type EffectOf<C> = C extends Call<z.ZodType, z.ZodType, string, infer W> ? W : never
