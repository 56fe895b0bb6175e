import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'

/** Which roles' people need an authenticator, under the names the roles had. What counts at signing in stands in `authenticator_roles`. */
export const accountPolicy = defineCitySetting<{ roles: { roleId: string; name: string }[] }>()({
  kind: 'accountPolicy',
  object: 'accountPolicy',
  standard: { roles: [] },
  view: (row) => ({ ...versionFactsOf(row), roles: row.content.roles }),
  refusals: { conflict: 'account.versionConflict' },
})
