import { messageLimitCalls } from '@chauffeur/contract/message/limits'
import { citiesToKeep, mayKeepFor } from '#areas/operations/city'
import { seesEveryCity } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { type HoursFault, hoursFault } from './limit.rules.ts'
import { messageLimits } from './limit.setting.ts'

const HOURS: Record<HoursFault, { zh: string; en: string }> = {
  BOTH: { zh: '开始和结束时间须同时填写', en: 'Give both times' },
  SAME: { zh: '开始和结束不能相同', en: 'Must differ from the beginning' },
}

export const messageLimitRoutes = implement(
  'messageLimit',
  messageLimitCalls,
)({
  get: async ({ db, scope, operator }) => {
    const [rows, cities] = await Promise.all([messageLimits.present(db), citiesToKeep(db, scope)])
    return {
      rows: rows.map(messageLimits.view),
      defaults: messageLimits.standard,
      cities,
      mayChangeTenant: seesEveryCity(scope) && operator.authorities.has('messageText.approve'),
    }
  },
  history: ({ input, db }) => messageLimits.history(db, input.settingId),
  update: async ({ input, db, scope, request, fail, ...by }) => {
    const { settingId, version, changeReason: reason, cityId, quietFrom = null, quietTo = null, remindersPerDay = null } = input
    const { marketingPer30Days = null } = input
    const fault = hoursFault(quietFrom, quietTo)
    if (fault) return fail('messageLimit.hoursInvalid', fieldsOf([{ path: 'quietTo', ...HOURS[fault] }], request.english))
    const saved = await messageLimits.save(db, { id: settingId, version, reason }, { ...by, fail }, async (before) => {
      const city = before ? before.cityId : (cityId ?? null)
      return (await mayKeepFor(db, scope, city))
        ? { cityId: city, content: { quietFrom, quietTo, remindersPerDay, marketingPer30Days } }
        : fail('messageLimit.cityUnknown')
    })
    return messageLimits.view(saved)
  },
})
