import type { CityMoved, cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { WriteContext } from '#platform/http/implement'
import { audited, checklistOf, tellOfCities } from './city-opening.service.ts'
import { cities, type ListedCity, listed, listedCity, lockCity, standingIn, updateCity } from './city-opening.queries.ts'
import { closingOf, nextClock, stateOf } from './city-opening.rules.ts'

type Input = ParsedInputOf<(typeof cityOpeningCalls)['moveMany']>
type Context = WriteContext<(typeof cityOpeningCalls)['moveMany']['failures'][number]>
type Judged = Pick<CityMoved, 'result' | 'missing'> & { until: Date | null }

/** Moves each city by itself; what cannot be moved is left as it was. A preview moves none. Results stand in the order of the rows. */
export async function moveMany(input: Input, context: Context) {
  const { tx, fail } = context
  const now = new Date()
  const { what, preview } = input
  if (what === 'CLOSE' && !input.reason && !preview) return fail('city.reasonMissing')
  if (what === 'CLOSE' && input.until && !closingOf({ until: input.until }, now)) return fail('city.closingTimes')
  // In the order of their numbers, as everybody locks several; told of in the order they were asked for.
  const wanted = new Map(input.rows.map((row) => [row.cityId, row]))
  const results = new Map<string, CityMoved>()
  for (const { cityId, version } of [...wanted.values()].toSorted((a, b) => Number(a.cityId) - Number(b.cityId))) {
    const locked = await lockCity(tx, cityId)
    const row = locked && (await listed(cities(tx)).where('tenant_cities.city_id', '=', cityId).executeTakeFirst())
    const judged: Judged =
      row && context.scope.orgs === '*' ? await judge(row, version, input, context, now) : { result: 'NOT_YOURS', missing: [], until: null }
    const { running = 0, searching = 0, bookings = 0 } = row ? await standingIn(tx, cityId) : {}
    if (judged.result === 'DONE' && !preview) await move(row!, judged, input, context, now)
    const until = judged.until?.toISOString() ?? null
    results.set(cityId, { cityId, result: judged.result, missing: judged.missing, until, running, searching, bookings })
  }
  const rows = [...wanted.keys()].map((cityId) => results.get(cityId)!)
  const done = rows.filter(({ result }) => result === 'DONE').length
  if (done > 0 && !preview) await tellOfCities(context)
  return { done, rows }
}

async function judge(row: ListedCity, version: number, input: Input, { tx }: Context, now: Date): Promise<Judged> {
  const state = stateOf(row, now)
  const not = (result: CityMoved['result'], missing: CityMoved['missing'] = []): Judged => ({ result, missing, until: null })
  if (row.version !== version) return not('CONFLICT')
  if (input.what === 'OPEN') {
    // A closing that is planned is off with it.
    if (state === 'OPEN' && row.closed_from === null) return not('SAME')
    const { missing } = await checklistOf(tx, row.city_id, { addresses: 0, messages: 0 })
    return missing.length > 0 ? not('NOT_READY', missing) : not('DONE')
  }
  // What is closed for good is not opened by the end of a night.
  if (state === 'CLOSED') return not('SAME')
  const until = input.untilClock ? nextClock(now, input.untilClock, row.utc_offset_minutes) : input.until ? new Date(input.until) : null
  return { result: 'DONE', missing: [], until }
}

async function move(row: ListedCity, { until }: Judged, { what, reason = '' }: Input, { tx, operator, audit }: Context, now: Date) {
  const closes = what === 'CLOSE'
  await updateCity(tx, row.city_id, operator.userId, {
    ...(!closes && { open: true }),
    ...(closes && until === null && { open: false }),
    closed_from: closes ? now : null,
    closed_until: closes ? until : null,
    closed_reason: closes ? reason : '',
  })
  const after = audited(await listedCity(tx, row.city_id))
  audit({ object: 'city', objectId: row.city_id, before: audited(row), after: { ...after, ...(closes && { reason }) } })
}
