import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { citySwitchCalls, CitySwitchStand, Switched, SwitchResult } from '@chauffeur/contract/operations/city-switch'
import { tellOfCities } from '../city-opening/index.ts'
import { tenantCities } from '../city/index.ts'
import { lockSettings } from '#platform/setting/version-table'
import { applySwitch, type SwitchContext, wrongTime } from './city-switch.service.ts'
import { changesOf } from './city-switch.rules.ts'
import { isDuty, standsOf } from './stand.service.ts'

type Input = ParsedInputOf<typeof citySwitchCalls.batchSave>

/** Changes each switch by itself; what cannot be changed is left as it was. A preview changes none. Results stand in the order of the rows. */
export async function saveMany(input: Input, context: SwitchContext<'citySwitch.nowOnly' | 'citySwitch.times'>) {
  const { tx, operator, fail, request } = context
  const { rows, from, until, preview, changeReason } = input
  const dated = from !== undefined || until !== undefined
  if (dated && rows.some(({ key }) => isDuty(key))) return fail('citySwitch.nowOnly')
  // Of all of them at once: whether the times make sense has nothing to do with how one of them stands.
  const times = { on: true, from: from ? new Date(from) : undefined, until: until ? new Date(until) : undefined }
  const changes = changesOf(times, [], new Date())
  if (typeof changes === 'string') return fail('citySwitch.times', wrongTime(changes, request.english))
  if (!preview) await lockSettings(tx, 'setting_versions', operator.tenantId)
  const inSight = new Set((await tenantCities(tx)).map(({ city_id }) => city_id))
  const asked = [...new Set(rows.map(({ cityId }) => cityId))].filter((cityId) => inSight.has(cityId))
  const stands = await standsOf(tx, asked, context)
  const dutySaved = new Map<string, number>()
  const done = new Set<string>()
  const results: Switched[] = []
  for (const { cityId, key, on, version } of rows) {
    const stand = stands.get(cityId)?.find((one) => one.key === key)
    const place = `${cityId} ${key}`
    // A switch that is named twice: the first one counts.
    const result = done.has(place) ? 'CONFLICT' : resultOf(stand, { on, version, until })
    done.add(place)
    if (result === 'SAVED' && stand && !preview) {
      // Switches of duty share one setting: each that is saved is a version of it.
      const saved = isDuty(key) ? (dutySaved.get(cityId) ?? 0) : 0
      await applySwitch(
        tx,
        { cityId, key, on, prepayWaitS: stand.prepayWaitS, from, until, changeReason },
        { ...stand, version: stand.version + saved },
        context,
      )
      if (isDuty(key)) dutySaved.set(cityId, saved + 1)
    }
    results.push({
      cityId,
      key,
      on,
      result,
      before: stand ? { on: stand.on, version: stand.version, planned: stand.planned.length } : null,
    })
  }
  const saved = results.filter(({ result }) => result === 'SAVED').length
  if (saved > 0 && !preview) await tellOfCities(context)
  return { saved, rows: results }
}

function resultOf(
  stand: CitySwitchStand | undefined,
  { on, version, until }: { on: boolean; version: number | undefined; until: string | undefined },
): SwitchResult {
  if (!stand?.mayChange) return 'NOT_YOURS'
  if (version !== undefined && version !== stand.version) return 'CONFLICT'
  return stand.on === on && stand.planned.length === 0 && until === undefined ? 'SAME' : 'SAVED'
}
