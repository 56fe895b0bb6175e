import { FOUND_AT_MOST } from '@chauffeur/contract/kernel/find'
import { cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import { seesWholeTenant } from '#areas/access/function'
import { citiesOfChina, findCity, tenantCities } from '../city/index.ts'
import type { TenantDb } from '#platform/database/db'
import { implement } from '#platform/http/implement'
import { cityList } from './city-opening.list.ts'
import { addCity, checklistOf, closeCity, closing, openCity, saveArea, tellOfCities } from './city-opening.service.ts'
import { moveMany } from './many-cities.service.ts'
import { copyCity, previewCopy } from './copy-city.service.ts'

export const cityOpeningRoutes = implement(
  'city-opening',
  cityOpeningCalls,
)({
  list: cityList.page,
  find: async ({ input, db, scope }) => ({ rows: seesWholeTenant(scope) ? await findInCountry(db, input) : [] }),
  add: ({ input, db, ...context }) => addCity(input, { tx: db, ...context }),
  saveArea: ({ input, db, request, ...context }) => saveArea(input, { tx: db, english: request.english, ...context }),
  checklist: async ({ input, db, platform, operator, fail }) => {
    if (!(await findCity(db, input.cityId))) return fail('city.notFound')
    const [maps, senders] = await Promise.all([platform.maps.of(operator.tenantId, 'ADDRESS'), platform.sms.of(operator.tenantId)])
    const messages = senders.filter(({ enabled }) => enabled).length
    const { rows, ready } = await checklistOf(db, input.cityId, { addresses: maps.length, messages })
    return { rows, ready }
  },
  open: ({ input, db, ...context }) => openCity(input, { tx: db, ...context }),
  closing: ({ input, db, fail }) => closing(db, input.cityId, fail),
  close: ({ input, db, ...context }) => closeCity(input, { tx: db, ...context }),
  moveMany: ({ input, db, ...context }) => moveMany(input, { tx: db, ...context }),
  copyPreview: ({ input, db, operator, fail }) => previewCopy(db, input, { operator, fail }),
  copy: async ({ input, db, operator, scope, audit, fail }) => {
    const copied = await copyCity(db, input, { operator, scope, audit, fail })
    await tellOfCities({ tx: db, operator })
    return copied
  },
})

/** Of the list of the country, what the tenant does not have yet; or those of the ids, whichever they are. */
async function findInCountry(db: TenantDb, { keyword = '', ids }: { keyword?: string | undefined; ids?: readonly string[] | undefined }) {
  const own = new Set((await tenantCities(db)).map(({ city_id }) => city_id))
  const typed = keyword.toLowerCase()
  return citiesOfChina
    .map(([code, name, pinyin]) => ({ id: String(code), name, fact: String(code), pinyin }))
    .filter(({ id, name, pinyin }) =>
      ids ? ids.includes(id) : !own.has(id) && (name.includes(typed) || pinyin.startsWith(typed) || id.startsWith(typed)),
    )
    .slice(0, ids?.length || FOUND_AT_MOST)
    .map(({ id, name, fact }) => ({ id, name, fact, place: '', off: false }))
}
