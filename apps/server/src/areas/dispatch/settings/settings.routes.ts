import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { cityView, findCity, tenantCities } from '#areas/operations/city'
import { channelsInScope } from '#areas/partner/channel'
import { implement } from '#platform/http/implement'
import { hhmmOf, localMinute, minuteOf } from '#platform/values/local-clock'
import { dispatchDefaults, radiusOf, timeoutOf } from './params.rules.ts'
import { type DispatchSettingRow, dispatchSettings } from './dispatch.setting.ts'
import { settingList } from './settings.list.ts'
import { detoursInScope } from './settings.queries.ts'
import { createSetting, settingsFor, switchSetting, updateSetting } from './settings.service.ts'

const savedAs = ({ id, version }: DispatchSettingRow) => ({ settingId: id, version })

export const dispatchSettingsRoutes = implement(
  'dispatchSettings',
  dispatchSettingsCalls,
)({
  list: settingList.page,
  choices: async ({ db, platform }) => {
    const [cities, channels, detours] = await Promise.all([tenantCities(db), channelsInScope(db, null), detoursInScope(db)])
    return {
      defaults: dispatchDefaults,
      cities: cities.map(cityView),
      channels,
      detours,
      standardDetourX100: platform.settings.detourX100,
    }
  },
  applies: async ({ input, db, operator, fail }) => {
    const city = await findCity(db, input.cityId)
    if (!city) return fail('dispatchSettings.cityUnknown')
    const minuteOfDay = input.at ? minuteOf(input.at) : localMinute(Date.now(), city.utc_offset_minutes)
    const { setting, params, considered } = await settingsFor(db, input.cityId, {
      channelId: operator.channelId ?? input.channelId ?? null,
      serviceType: input.serviceType ?? 'TRIP',
      minuteOfDay,
    })
    const timeoutS = timeoutOf(params)
    return {
      at: hhmmOf(minuteOfDay),
      settingId: setting?.id ?? null,
      version: setting?.version ?? null,
      params,
      timeoutS,
      rounds: Array.from({ length: params.rounds }, (_, i) => ({
        round: i + 1,
        atS: i * params.roundS,
        radiusM: radiusOf(params, i + 1),
      })).filter(({ atS }) => atS < timeoutS),
      considered: considered.map(({ row, standing }) => ({ ...dispatchSettings.view(row), standing })),
    }
  },
  history: ({ input, db }) => dispatchSettings.history(db, input.settingId),
  create: async ({ input, db, ...by }) => savedAs(await createSetting(db, input, by)),
  update: async ({ input, db, ...by }) => savedAs(await updateSetting(db, input, by)),
  disable: async ({ input, db, ...by }) => savedAs(await switchSetting(db, input, by)),
})
