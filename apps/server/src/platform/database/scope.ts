/** What a signed-in person may see. It is put on the database session; row level security does the filtering. */
export interface Scope {
  tenantId: string
  /** City ids, or `*` for every city of the tenant. None sees nothing. */
  cities: '*' | readonly string[]
  /** Departments of the person's subtree, or `*` where the person is not bound to an organisation. */
  orgs: '*' | readonly string[]
  /** One partner channel, `*` for people who are not a partner's, `none` for a partner without one. */
  channel: string
  /** Telephones of others, whole or masked; what is found by a telephone follows it. */
  phones: 'WHOLE' | 'MASKED'
  userId?: string
}

export interface WholeScope extends Scope {
  cities: '*'
  orgs: '*'
  channel: '*'
  phones: 'WHOLE'
}
/** The whole of one tenant: for the dispatch engine, timers, the driver gateway and what the platform looks up beyond a person's sight. */
export const wholeTenant = (tenantId: string): WholeScope => ({ tenantId, cities: '*', orgs: '*', channel: '*', phones: 'WHOLE' })

/** Of a scope, what it says of rows. */
export type Sight = Pick<Scope, 'cities' | 'orgs' | 'channel'>

/** What holds for every city is for those who see every city. */
export const seesEveryCity = ({ cities, orgs, channel }: Sight): boolean => cities === '*' && orgs === '*' && channel === '*'

/** Whether somebody is of an organisation or a partner, and not of the business itself. */
export const isOutsider = ({ orgs, channel }: Pick<Scope, 'orgs' | 'channel'>): boolean => orgs !== '*' || channel !== '*'

/** Whether all cities of something are one's own; what names none holds in every city. */
export const withinCities = (cityIds: readonly string[], own: Scope['cities']): boolean =>
  own === '*' || (cityIds.length > 0 && cityIds.every((cityId) => own.includes(cityId)))

/** Whether somebody may say what holds in all of these cities (none: in every city) for the business, and not for one organisation or partner. */
export const keepsCities = (cityIds: readonly string[], { cities, orgs, channel }: Sight): boolean =>
  !isOutsider({ orgs, channel }) && withinCities(cityIds, cities)

/** Whether everything in one sight is in the other too. */
export function includesSight(wide: Sight, narrow: Sight): boolean {
  const all = (ids: Sight['cities'], of: Sight['cities']) => ids === '*' || (of !== '*' && of.every((id) => ids.includes(id)))
  return all(wide.cities, narrow.cities) && all(wide.orgs, narrow.orgs) && (wide.channel === '*' || wide.channel === narrow.channel)
}

const list = (ids: '*' | readonly string[]) => (ids === '*' ? '*' : `{${ids.join(',')}}`)

/** Values of the scope statement, in the order of `SCOPE_SETTINGS`. */
export const scopeValues = (scope: Scope, caller: string, readOnly: boolean): string[] => [
  scope.tenantId,
  list(scope.cities),
  list(scope.orgs),
  scope.channel,
  scope.userId ?? '',
  caller,
  readOnly ? 'on' : 'off',
]
export const SCOPE_SETTINGS = [
  'app.tenant_id',
  'app.cities',
  'app.orgs',
  'app.channel',
  'app.user',
  'app.caller',
  'transaction_read_only',
] as const

export interface ScopedRow {
  tenantId: string
  cityId: string | null
  orgId: string | null
  channelId: string | null
  userId?: string | null
}

/** The same rule as the policies of the database, for what is sent from memory: live frames and stream events. */
export function inScope(scope: Scope, row: ScopedRow): boolean {
  if (row.tenantId !== scope.tenantId) return false
  if (row.userId) return row.userId === scope.userId
  if (scope.cities !== '*' && (row.cityId === null || !scope.cities.includes(row.cityId))) return false
  if (scope.orgs !== '*' && (row.orgId === null || !scope.orgs.includes(row.orgId))) return false
  return scope.channel === '*' || row.channelId === scope.channel
}
