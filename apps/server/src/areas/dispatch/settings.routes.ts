import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch-settings'
import type { ServiceType } from '@chauffeur/contract/order-model'
import { implement } from '#platform/implement'
import { dispatchDefaults } from './search.rules.ts'
import { newestSettings, type SettingRow, versionsOf } from './settings.queries.ts'
import { hhmmOf } from './settings.rules.ts'
import { createSetting, paramsOf, switchSetting, updateSetting } from './settings.service.ts'

const settingView = (row: SettingRow) => ({
  settingId: row.setting_id,
  version: row.version,
  cityId: row.city_id,
  cityName: row.city_name,
  channelId: row.channel_id,
  channelName: row.channel_name,
  serviceType: row.service_type as ServiceType | null,
  from: row.from_minute === null ? null : hhmmOf(row.from_minute),
  to: row.to_minute === null ? null : hhmmOf(row.to_minute),
  enabled: row.enabled,
  remark: row.remark,
  changedBy: row.created_by_name,
  changedAt: row.created_at.toISOString(),
  ...paramsOf(row),
})

/** The fields at fault in the operator's language, or the setting that is in the way. */
const detailOf = (refused: { problems?: { path: string; zh: string; en: string }[]; settingId?: string }, english: boolean) =>
  refused.problems
    ? { fields: refused.problems.map(({ path, zh, en }) => ({ path, message: english ? en : zh })) }
    : refused.settingId && { settingId: refused.settingId }

export const dispatchSettingsRoutes = implement(
  'dispatchSettings',
  dispatchSettingsCalls,
)({
  list: async ({ input, db }) => ({ rows: (await newestSettings(db, input.cityId ?? null)).map(settingView), defaults: dispatchDefaults }),
  history: async ({ input, db }) => ({ rows: (await versionsOf(db, input.settingId)).map(settingView) }),
  create: async ({ input, db, operator, request, audit, fail }) => {
    const saved = await createSetting(db, input, operator)
    if ('refusal' in saved) return fail(saved.refusal, detailOf(saved, request.english))
    audit({ object: 'dispatchSetting', objectId: saved.settingId, after: input })
    return saved
  },
  update: async ({ input, db, operator, request, audit, fail }) => {
    const saved = await updateSetting(db, input, operator)
    if ('refusal' in saved) return fail(saved.refusal, detailOf(saved, request.english))
    audit({ object: 'dispatchSetting', objectId: saved.settingId, after: input })
    return saved
  },
  disable: async ({ input, db, operator, request, audit, fail }) => {
    const saved = await switchSetting(db, input, operator)
    if ('refusal' in saved) return fail(saved.refusal, detailOf(saved, request.english))
    audit({ object: 'dispatchSetting', objectId: saved.settingId, after: { enabled: input.enabled ?? false } })
    return saved
  },
})
