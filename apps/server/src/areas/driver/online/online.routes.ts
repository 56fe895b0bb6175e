import { driverOnlineCalls } from '@chauffeur/contract/driver/online'
import { citiesToKeep, findCity, mayKeepFor } from '#areas/operations/city'
import { createExport } from '#areas/operations/export'
import { seesEveryCity } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { onlineList } from './online.list.ts'
import { cityDay } from './online.queries.ts'
import { dayOf, DAY_S, hoursOf, isForward, midnightOf, windowsOn, within } from './online.rules.ts'
import { peakTimes } from './peak-times.setting.ts'

const secondsNow = () => Math.floor(Date.now() / 1000)

export const driverOnlineRoutes = implement(
  'driver-online',
  driverOnlineCalls,
)({
  adapMatch: async ({ input, db, fail }) => {
    const { utc_offset_minutes: offset } = (await findCity(db, input.cityId)) ?? fail('driverOnline.cityUnknown')
    const midnight = midnightOf(input.day ? Date.parse(`${input.day}T00:00:00Z`) / 1000 - offset * 60 : secondsNow(), offset)
    const day = dayOf(midnight, offset)
    const start = new Date(midnight * 1000)
    const [{ hours, orders, sums }, times] = await Promise.all([
      cityDay(db, input.cityId, day, start),
      peakTimes.contentFor(db, input.cityId, start),
    ])
    const windows = windowsOn(times, midnight, offset).map(({ span }) => span)
    const peaks = hoursOf(within(windows, { from: midnight, to: midnight + DAY_S }), midnight)
    const byHour = new Map(hours.map((row) => [row.hour, row]))
    return {
      day,
      hours: peaks.map((peakS, hour) => ({
        hour,
        drivers: byHour.get(hour)?.drivers ?? 0,
        onlineS: byHour.get(hour)?.onlineS ?? 0,
        orders: orders.get(hour) ?? 0,
        peakS,
      })),
      ...sums,
    }
  },
  list: onlineList.page,
  export: ({ input: { format = 'XLSX', ...filters }, db, request, ...context }) =>
    createExport({ list: driverOnlineCalls.list.path, filters, format }, { tx: db, english: request.english, ...context }),
  getPeakTime: async ({ db, scope, operator }) => {
    const [rows, cities] = await Promise.all([peakTimes.present(db), citiesToKeep(db, scope)])
    return {
      rows: rows.map(peakTimes.view),
      defaults: peakTimes.standard,
      cities,
      mayChangeTenant: seesEveryCity(scope) && operator.authorities.has('dispatchSettings.edit'),
    }
  },
  peakTimeHistory: ({ input, db }) => peakTimes.history(db, input.settingId),
  updatePeakTime: async ({ input, db, scope, request, fail, ...by }) => {
    const { settingId, version, changeReason: reason, cityId, windows, targetOnlineS = null, targetPeakS = null } = input
    const turned = windows.findIndex((window) => !isForward(window))
    if (turned >= 0)
      return fail(
        'driverOnline.windowInvalid',
        fieldsOf(
          [
            {
              path: `windows.${turned}.to`,
              zh: '应晚于开始；跨零点请分成两段',
              en: 'must be later than the beginning; over midnight make two',
            },
          ],
          request.english,
        ),
      )
    const saved = await peakTimes.save(db, { id: settingId, version, reason }, { ...by, fail }, async (before) => {
      const city = before ? before.cityId : (cityId ?? null)
      const own = await mayKeepFor(db, scope, city)
      return own ? { cityId: city, content: { windows, targetOnlineS, targetPeakS } } : fail('driverOnline.cityUnknown')
    })
    return peakTimes.view(saved)
  },
})
