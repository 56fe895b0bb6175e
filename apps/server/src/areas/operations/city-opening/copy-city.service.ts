import type { CopyKind, CopyLine, cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import type { Authority } from '@chauffeur/contract/authorities'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import { dispatchSettings, overlaps, settingsInForce } from '#areas/dispatch/settings'
import { dutyRules } from '#areas/qualification/duty'
import { cancelRules, rulesInForce } from '#areas/order/cancel'
import { priceTemplates } from '#areas/pricing/template'
import { citySwitches } from '@chauffeur/contract/operations/city-switch'
import { citySwitchSettings, findCity, switchVersions, type TenantCity } from '../city/index.ts'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Fail, WriteContext } from '#platform/http/implement'
import type { Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { withoutVersion } from '#platform/setting/version'
import { windowText } from '#platform/values/local-clock'
import { lockCity } from './city-opening.queries.ts'

type Input = ParsedInputOf<(typeof cityOpeningCalls)['copy']>
type Fails = Fail<(typeof cityOpeningCalls)['copy']['failures'][number]>
type CallerContext = Pick<WriteContext<never>, 'operator' | 'audit'>
interface Copied {
  line: CopyLine
  /** Makes it, in the caller's transaction. */
  make: (tx: TenantTx, by: CallerContext, reason: string) => Promise<unknown>
}
interface Cities {
  from: TenantCity
  to: TenantCity
}

/** What changes such a setting asks for it here too. */
const NEEDS: Record<CopyKind, Authority> = {
  PRICES: 'pricing.edit',
  DISPATCH: 'dispatchSettings.edit',
  CANCEL_RULES: 'cancelRules.edit',
  DUTY_RULES: 'dispatchSettings.edit',
  SWITCHES: 'city.switch',
}

/** By the name of the new city where it had that of the old. */
const renamed = (text: string, { from, to }: Cities): string =>
  text.includes(from.name) ? text.replaceAll(from.name, to.name) : `${text}（${to.name}）`
const recoded = (code: string, { from, to }: Cities): string =>
  code.includes(from.city_id) ? code.replaceAll(from.city_id, to.city_id) : `${code}-${to.city_id}`
/** Nothing is refused that was looked at under the same lock. */
const unrefused: Fail<string> = (failure) => {
  throw new Error(`A copy between cities was refused: ${failure}`)
}

/** Those of a city, an enterprise or a partner, in force now. Those of fences hold with their fences alone, which are other places elsewhere. */
async function prices(db: TenantDb, cities: Cities): Promise<Copied[]> {
  const all = await priceTemplates.present(db)
  const codes = new Set(all.map(({ code }) => code))
  const caseOf = ({ ownerType, ownerId, serviceType, channelIds }: (typeof all)[number]) =>
    JSON.stringify([ownerType, ownerId, serviceType, [...channelIds].sort()])
  const held = new Set(
    all
      .filter(({ cityIds, status }) => cityIds.includes(cities.to.city_id) && (status === 'EFFECTIVE' || status === 'SCHEDULED'))
      .map(caseOf),
  )
  return all
    .filter(({ cityIds, status, ownerType }) => cityIds.includes(cities.from.city_id) && status === 'EFFECTIVE' && ownerType !== 'FENCE')
    .map((row) => {
      const name = renamed(row.name, cities)
      const wanted = recoded(row.code, cities)
      let code = wanted
      for (let n = 2; codes.has(code); n++) code = `${wanted}-${n}`
      codes.add(code)
      const values = { ...withoutVersion(row), code, name, cityIds: [cities.to.city_id], effectiveTo: null }
      return {
        line: { kind: 'PRICES', name: row.name, newName: name, standing: held.has(caseOf(row)) ? 'THERE' : 'NEW' },
        make: (tx, by, reason) => priceTemplates.create(tx, { ...values, effectiveFrom: new Date() }, { ...by, fail: unrefused }, reason),
      }
    })
}

async function dispatch(db: TenantDb, { from, to }: Cities): Promise<Copied[]> {
  const [rows, held] = await Promise.all([settingsInForce(db, from.city_id), settingsInForce(db, to.city_id)])
  return rows.map((row) => {
    const window = windowText(row.from, row.to)
    const rest = [
      row.channelName,
      row.serviceType && serviceTypeText[row.serviceType as keyof typeof serviceTypeText],
      window.from && `${window.from}–${window.to}`,
    ]
    const called = (city: string) => [city, ...rest].filter(Boolean).join(' · ')
    return {
      line: {
        kind: 'DISPATCH',
        name: called(from.name),
        newName: called(to.name),
        standing: held.some((other) => overlaps(other, row)) ? 'THERE' : 'NEW',
      },
      make: (tx, by, reason) =>
        dispatchSettings.create(tx, { ...withoutVersion(row), cityId: to.city_id }, { ...by, fail: unrefused }, reason),
    }
  })
}

/** Rows of the consequence table that are the city's own; what holds in every city holds in the new one anyway. */
async function cancelRows(db: TenantDb, { from, to }: Cities): Promise<Copied[]> {
  const all = await rulesInForce(db)
  const held = new Set(all.filter(({ cityId }) => cityId === to.city_id).map(({ code, by }) => `${by} ${code}`))
  return all
    .filter(({ cityId }) => cityId === from.city_id)
    .map((row) => ({
      line: { kind: 'CANCEL_RULES', name: row.code, newName: row.code, standing: held.has(`${row.by} ${row.code}`) ? 'THERE' : 'NEW' },
      make: (tx, by, reason) => cancelRules.create(tx, { ...withoutVersion(row), cityId: to.city_id }, { ...by, fail: unrefused }, reason),
    }))
}

async function duty(db: TenantDb, { from, to }: Cities): Promise<Copied[]> {
  const rows = await dutyRules.present(db)
  const own = rows.find(({ cityId }) => cityId === from.city_id)
  if (!own) return []
  return [
    {
      line: {
        kind: 'DUTY_RULES',
        name: from.name,
        newName: to.name,
        standing: rows.some(({ cityId }) => cityId === to.city_id) ? 'THERE' : 'NEW',
      },
      make: (tx, by, reason) => dutyRules.saveFor(tx, { cityId: to.city_id, version: 0, reason }, { ...by, fail: unrefused }, own.content),
    },
  ]
}

/** What somebody switched in the one city, as it stands now: what is planned there is not, nor what nobody touched. */
async function switches(db: TenantDb, { from, to }: Cities): Promise<Copied[]> {
  const [theirs, held] = await Promise.all([switchVersions(db, from.city_id), switchVersions(db, to.city_id)])
  return theirs
    .filter(({ toCome }) => !toCome)
    .map(({ key, on, prepayWaitS }) => {
      const { name } = citySwitches[key]
      return {
        line: { kind: 'SWITCHES', name, newName: name, on, standing: held.some((one) => one.key === key) ? 'THERE' : 'NEW' },
        make: (tx, by, reason) =>
          citySwitchSettings[key].saveFor(
            tx,
            { cityId: to.city_id, version: 0, reason },
            { ...by, fail: unrefused },
            { on, ...(prepayWaitS !== null && { prepayWaitS }) },
          ),
      }
    })
}

const KINDS: Record<CopyKind, (db: TenantDb, cities: Cities) => Promise<Copied[]>> = {
  PRICES: prices,
  DISPATCH: dispatch,
  CANCEL_RULES: cancelRows,
  DUTY_RULES: duty,
  SWITCHES: switches,
}

async function citiesOf(db: TenantDb, { cityId, fromCityId }: Input, fail: Fail<'city.notFound' | 'city.sameCity'>): Promise<Cities> {
  if (cityId === fromCityId) return fail('city.sameCity')
  const [from, to] = await Promise.all([findCity(db, fromCityId), findCity(db, cityId)])
  return from && to ? { from, to } : fail('city.notFound')
}

/** In the order they were asked for; what the asker may not change is theirs to see, and is not copied. */
async function copiesOf(db: TenantDb, cities: Cities, kinds: readonly CopyKind[], operator: OperatorSession): Promise<Copied[]> {
  const of = await Promise.all([...new Set(kinds)].map((kind) => KINDS[kind](db, cities)))
  return of.flat().map(({ line, make }) => ({
    make,
    line: operator.authorities.has(NEEDS[line.kind]) ? line : { ...line, standing: 'FORBIDDEN' as const },
  }))
}

export async function previewCopy(
  db: TenantDb,
  input: Input,
  { operator, fail }: { operator: OperatorSession; fail: Fail<'city.notFound' | 'city.sameCity'> },
) {
  const copies = await copiesOf(db, await citiesOf(db, input, fail), input.kinds, operator)
  return { rows: copies.map(({ line }) => line) }
}

/** Everything that is new, or nothing: one transaction, each the first version of a setting that says where it came from. */
export async function copyCity(tx: TenantTx, input: Input, by: CallerContext & { scope: Scope; fail: Fails }) {
  if (by.scope.orgs !== '*') return by.fail('city.headquartersOnly')
  const cities = await citiesOf(tx, input, by.fail)
  await lockCity(tx, input.cityId)
  const copies = await copiesOf(tx, cities, input.kinds, by.operator)
  const made = copies.filter(({ line }) => line.standing === 'NEW')
  for (const { make } of made) await make(tx, by, `复制自${cities.from.name}`)
  by.audit({
    object: 'city',
    objectId: input.cityId,
    after: { copiedFrom: input.fromCityId, made: made.map(({ line }) => `${line.kind} ${line.newName}`) },
  })
  return { rows: copies.map(({ line }) => line) }
}
