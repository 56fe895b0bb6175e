import type { NumberFailure } from '@chauffeur/contract/call-centre/number-provider'
import { type ActiveProvider, type BoundPair, type PairFailure, pairFailureOf, providerOfTenant } from '../number-provider/index.ts'
import type { TenantTx } from '#platform/database/db'
import { emitEvent } from '#platform/database/events'
import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import {
  bindingMoves,
  type BindingRow,
  type BindingSet,
  claimUses,
  dropUses,
  factsOf,
  freeNumbers,
  lockBinding,
  lockPair,
  orderNews,
  type PairRow,
  setBinding,
} from './binding.queries.ts'
import { againS, bindForS, type BindingEvent, bindingOfReference, referenceOf, type Step, stepOf, surelyOver } from './binding.rules.ts'

export type Pairing = Pick<Platform, 'db' | 'vault' | 'settings' | 'providers'>
const CLOCK = { type: 'TIMER', id: null, name: '' } as const
/** Longer than a request of ours to the provider takes, its second try included. */
const CLAIM_S = 15

const inS = (seconds: number) => new Date(Date.now() + seconds * 1_000)
/** Names this installation to the provider, among all who use the same account. */
const installationOf = ({ vault }: Pick<Platform, 'vault'>) =>
  vault.fingerprint('installation', 'privacy-numbers').toString('hex').slice(0, 12)
const referenceFor = (pairing: Pairing, { tenant_id, binding_id }: BindingRow) =>
  referenceOf(installationOf(pairing), tenant_id, binding_id)

async function move(tx: TenantTx, row: BindingRow, event: BindingEvent, set: BindingSet = {}, reason = ''): Promise<BindingRow | null> {
  const moved = await bindingMoves.move(tx, row, { event, actor: CLOCK, set, reason })
  if (moved) await emitEvent(tx, await orderNews(tx, row.order_id, `privacyNumber.${event}`))
  return moved
}

/** One step of a pair, as far as it goes; what is asked of the provider is asked while no row is held. */
export async function work(pairing: Pairing, of: Pick<PairRow, 'tenant_id' | 'binding_id'>): Promise<void> {
  const { db } = pairing
  const active = await providerOfTenant(pairing, of.tenant_id)
  const step = await db.write(wholeTenant(of.tenant_id), (tx) => begin(tx, of.binding_id, pairing, active))
  if (!step) return
  const { row, what } = step
  if (!active) return noProvider(pairing, row, what)
  const made = { pairing, active, row }
  if (what === 'ASK') return ask(made)
  if (what === 'CHANGE' || what === 'EXTEND') return change(made, what)
  return release(made)
}

interface Doing {
  pairing: Pairing
  active: ActiveProvider
  row: BindingRow
}
type Asked = 'ASK' | 'CHANGE' | 'EXTEND' | 'RELEASE'

/** Writes down what is going to be asked, so that whoever comes after this process knows what may be on its way; null: nothing is. */
async function begin(
  tx: TenantTx,
  bindingId: string,
  pairing: Pairing,
  active: ActiveProvider | null,
): Promise<{ row: BindingRow; what: Asked } | null> {
  const pair = await lockPair(tx, bindingId)
  if (!pair) return null
  const step = stepOf(factsOf(pair), { keepMinutes: pair.keep_minutes ?? 0, on: active !== null && pair.provider_on === true }, new Date())
  const row = (await lockBinding(tx, bindingId))!
  if (step === 'ASK' || step === 'RETRY') return beginAsk(tx, row, step, active)
  if (step === 'BEGIN_CHANGE') return beginChange(tx, row, pair)
  if (step === 'BEGIN_RELEASE') return beginRelease(tx, row)
  if (step === null) return null
  await setBinding(tx, bindingId, { next_at: inS(CLAIM_S), attempts: row.attempts + 1 })
  return { row: { ...row, attempts: row.attempts + 1 }, what: step satisfies Exclude<Step, null> as Asked }
}

async function beginAsk(tx: TenantTx, before: BindingRow, step: 'ASK' | 'RETRY', active: ActiveProvider | null) {
  const row = step === 'RETRY' ? await move(tx, before, 'retry') : before
  if (!row) return null
  const phones = [row.driver_phone, row.contact_phone]
  const number = row.number || (await claimNumber(tx, row, phones, active?.row.most_pairs ?? 0))
  if (!number) {
    // A driver who is their own customer needs no number.
    await failed(tx, row, { failure: new Set(phones).size < 2 ? 'BAD_REQUEST' : 'POOL_EMPTY', code: '' })
    return null
  }
  const attempts = row.attempts + 1
  // Where the one before may have come through, its moment stands: it is looked for first.
  const set = { number, attempts, next_at: inS(CLAIM_S), asked_at: row.asked_at ?? new Date(), until: inS(bindForS) }
  const asked = await bindingMoves.note(tx, row, { event: 'ask', actor: CLOCK, set })
  return { row: { ...asked, asked_at: row.asked_at }, what: 'ASK' as const }
}

async function claimNumber(tx: TenantTx, row: BindingRow, phones: readonly string[], most: number): Promise<string | null> {
  if (new Set(phones).size < 2) return null
  for (const number of await freeNumbers(tx, row.city_id, phones, row.tried, most)) {
    if (await claimUses(tx, row, number, phones)) return number
    await dropUses(tx, row.binding_id)
  }
  return null
}

/** No number: it is tried again, with others than those that the provider would not give. */
async function failed(
  tx: TenantTx,
  row: BindingRow,
  { failure, code }: { failure: NumberFailure; code: string },
  tried: string[] = row.tried,
) {
  await dropUses(tx, row.binding_id)
  const set = {
    number: '',
    asked_at: null,
    until: null,
    failure,
    failure_code: code,
    tried,
    next_at: inS(tried.length > row.tried.length ? 0 : againS(row.attempts)),
  }
  await move(tx, row, 'fail', set, failure)
}

async function beginChange(tx: TenantTx, row: BindingRow, pair: PairRow) {
  const to = [pair.order_driver_phone, pair.order_contact_phone]
  // Somebody is behind this number already, in another pair: then a number of their own.
  if (new Set(to).size < 2 || !(await claimUses(tx, row, row.number, to))) return beginRelease(tx, row)
  const set = {
    next_driver_id: pair.order_driver_id,
    next_driver_phone: pair.order_driver_phone,
    next_contact_phone: pair.order_contact_phone,
    next_at: inS(CLAIM_S),
    attempts: 1,
  }
  const moved = await move(tx, row, 'change', set)
  return moved && { row: moved, what: 'CHANGE' as const }
}

async function beginRelease(tx: TenantTx, row: BindingRow) {
  // What was asked a moment ago may still come through, and is waited for.
  const onItsWay = row.state === 'ASKED' && row.asked_at !== null && row.next_at > new Date()
  const moved = await move(tx, row, 'release', { next_at: onItsWay ? row.next_at : inS(CLAIM_S), attempts: onItsWay ? 0 : 1 })
  return moved && !onItsWay ? { row: moved, what: 'RELEASE' as const } : null
}

const later = ({ pairing, row }: Doing, set: BindingSet) =>
  pairing.db.write(wholeTenant(row.tenant_id), async (tx) => {
    const now = await lockBinding(tx, row.binding_id)
    if (now?.state === row.state) await setBinding(tx, row.binding_id, set)
  })
const heldBack = (row: BindingRow, { failure, code }: Pick<PairFailure, 'failure' | 'code'>) => ({
  failure,
  failure_code: code,
  next_at: inS(againS(row.attempts)),
})

async function ask(doing: Doing): Promise<void> {
  const { pairing, active, row } = doing
  try {
    const found = row.asked_at ? await findOwn(doing) : null
    const { subscription, recorded } = found
      ? { subscription: found.subscription, recorded: active.row.records }
      : await active.pairs.bind({
          number: row.number,
          driver: row.driver_phone,
          contact: row.contact_phone,
          reference: referenceFor(pairing, row),
          forS: bindForS,
        })
    return await noteBound(doing, subscription, recorded)
  } catch (error) {
    await notBound(doing, pairFailureOf(error))
  }
}

/** What the provider has of this pair, where an answer of it was lost. */
async function findOwn({ pairing, active, row }: Doing): Promise<BoundPair | null> {
  const reference = referenceFor(pairing, row)
  return (await active.pairs.all(row.number)).find((one) => one.reference === reference) ?? null
}

const noteBound = ({ pairing, row }: Doing, subscription: string, recorded: boolean) =>
  pairing.db.write(wholeTenant(row.tenant_id), async (tx) => {
    const now = await lockBinding(tx, row.binding_id)
    if (!now) return
    const set = { subscription, recorded, failure: '', failure_code: '', asked_at: null, attempts: 0, next_at: new Date() }
    // The order ended meanwhile: what was bound all the same is released under its name.
    if (!(await move(tx, now, 'bind', { ...set, bound_at: new Date() })) && now.state === 'RELEASING')
      await bindingMoves.note(tx, now, { event: 'boundLate', actor: CLOCK, set: { subscription, asked_at: null, next_at: new Date() } })
  })

async function notBound(doing: Doing, failure: PairFailure): Promise<void> {
  const { pairing, row } = doing
  if (failure.failure === 'TAKEN') {
    const own = await findOwn(doing).catch(() => null)
    if (own) return noteBound(doing, own.subscription, doing.active.row.records)
  }
  await pairing.db.write(wholeTenant(row.tenant_id), async (tx) => {
    const now = await lockBinding(tx, row.binding_id)
    if (now?.state !== 'ASKED') return
    if (failure.outcome === 'DONE_OR_NOT') return void (await setBinding(tx, row.binding_id, heldBack(now, failure)))
    if (failure.failure === 'UNREACHABLE' || failure.failure === 'TOO_MANY')
      return void (await setBinding(tx, row.binding_id, { ...heldBack(now, failure), asked_at: row.asked_at }))
    const ofNumber = failure.failure === 'TAKEN' || failure.failure === 'NUMBER_BLOCKED' || failure.failure === 'NOT_THERE'
    await failed(tx, now, failure, ofNumber ? [...now.tried, now.number] : now.tried)
  })
}

async function change(doing: Doing, what: 'CHANGE' | 'EXTEND'): Promise<void> {
  const { pairing, active, row } = doing
  const to =
    what === 'CHANGE'
      ? { driver: row.next_driver_phone, contact: row.next_contact_phone }
      : { driver: row.driver_phone, contact: row.contact_phone }
  try {
    await active.pairs.change(row.subscription, { ...to, forS: bindForS })
  } catch (error) {
    const failure = pairFailureOf(error)
    const lost = failure.outcome === 'NOT_DONE' && failure.failure !== 'UNREACHABLE' && failure.failure !== 'TOO_MANY'
    if (!lost) return later(doing, heldBack(row, failure))
    // It is bound for others than it should be, or gone there: rather another one.
    return pairing.db.write(wholeTenant(row.tenant_id), async (tx) => {
      const now = await lockBinding(tx, row.binding_id)
      if (now?.state !== row.state) return
      await move(
        tx,
        now,
        'release',
        { failure: failure.failure, failure_code: failure.code, attempts: 0, next_at: new Date() },
        failure.failure,
      )
    })
  }
  await pairing.db.write(wholeTenant(row.tenant_id), async (tx) => {
    const now = await lockBinding(tx, row.binding_id)
    if (now?.state !== row.state) return
    const set = { until: inS(bindForS), failure: '', failure_code: '', attempts: 0, next_at: new Date() }
    if (what === 'EXTEND') return void (await bindingMoves.note(tx, now, { event: 'extend', actor: CLOCK, set }))
    await dropUses(tx, row.binding_id, [to.driver, to.contact])
    await move(tx, now, 'changed', {
      ...set,
      driver_id: now.next_driver_id ?? now.driver_id,
      driver_phone: to.driver,
      contact_phone: to.contact,
      next_driver_id: null,
      next_driver_phone: '',
      next_contact_phone: '',
    })
  })
}

async function release(doing: Doing): Promise<void> {
  const { active, row } = doing
  try {
    const subscription = row.subscription || (row.asked_at && row.number ? (await findOwn(doing))?.subscription : undefined)
    if (subscription) await active.pairs.release(subscription)
  } catch (error) {
    if (!surelyOver(row.until, new Date())) return later(doing, heldBack(row, pairFailureOf(error)))
  }
  await noteReleased(doing.pairing, row)
}
const noteReleased = ({ db }: Pairing, row: BindingRow) =>
  db.write(wholeTenant(row.tenant_id), async (tx) => {
    const now = await lockBinding(tx, row.binding_id)
    // Bound late: there is a name to release it by now.
    if (!now || now.subscription !== row.subscription) return
    await dropUses(tx, row.binding_id)
    await move(tx, now, 'released', { released_at: new Date(), asked_at: null })
  })

/** Nobody can be asked: what the provider ends by itself is over then. */
async function noProvider(pairing: Pairing, row: BindingRow, what: Asked): Promise<void> {
  if (what === 'RELEASE' && (surelyOver(row.until, new Date()) || (!row.subscription && !row.asked_at))) return noteReleased(pairing, row)
  await pairing.db.write(wholeTenant(row.tenant_id), (tx) =>
    setBinding(tx, row.binding_id, { failure: 'NO_PROVIDER', failure_code: '', next_at: inS(60) }),
  )
}

/** What the provider has bound to a number for this business that nobody needs is released. */
export async function releaseStray(
  pairing: Pairing,
  tenantId: string,
  number: string,
  strayOf: (bound: { bindingId: string; subscription: string }[]) => Promise<string[]>,
): Promise<number> {
  const active = await providerOfTenant(pairing, tenantId)
  if (!active) return 0
  const bound = (await active.pairs.all(number)).flatMap(({ subscription, reference }) => {
    const bindingId = bindingOfReference(installationOf(pairing), tenantId, reference)
    return bindingId ? [{ bindingId, subscription }] : []
  })
  const stray = bound.length ? await strayOf(bound) : []
  for (const subscription of stray) await active.pairs.release(subscription)
  return stray.length
}
