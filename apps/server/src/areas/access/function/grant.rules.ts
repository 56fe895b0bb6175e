import { platformOnly } from '@chauffeur/contract/authorities'

/** Who gives: what they may do now, read in the transaction that gives, and how far they see. */
export interface Grantor {
  userId: string
  level: number
  platformAdmin: boolean
  authorities: ReadonlySet<string>
  scope: Reach
}
export interface Reach {
  cities: '*' | readonly string[]
  orgs: '*' | readonly string[]
  channel: string
}

/** What makes an administrator: as long as one enabled person has both, a tenant can help itself. */
export const ADMINISTRATION = ['user.edit', 'role.edit'] as const
export const isAdministrator = (codes: ReadonlySet<string>): boolean => ADMINISTRATION.every((code) => codes.has(code))

/** Functions among `codes` that would reach somebody although the giver lacks them; those for platform administrators reach nobody else. */
export const lackingToGive = (codes: Iterable<string>, own: ReadonlySet<string>): string[] =>
  [...codes].filter((code) => !own.has(code) && !platformOnly.has(code))

/** Functions that come or go, whatever their kind, and that the changer lacks. */
export function lackingToChange(before: Iterable<string>, after: Iterable<string>, own: ReadonlySet<string>): string[] {
  const { added, removed } = difference(before, after)
  return [...added, ...removed].filter((code) => !own.has(code))
}

export function difference(before: Iterable<string>, after: Iterable<string>): { added: string[]; removed: string[] } {
  const from = new Set(before)
  const to = new Set(after)
  return { added: [...to].filter((code) => !from.has(code)), removed: [...from].filter((code) => !to.has(code)) }
}

/** Sees no row of anything: no city, no organisation or no channel where one is needed. */
export const seesNothing = ({ cities, orgs, channel }: Reach): boolean =>
  (cities !== '*' && cities.length === 0) || (orgs !== '*' && orgs.length === 0) || channel === 'none'

export const seesWholeTenant = ({ cities, orgs, channel }: Reach): boolean => cities === '*' && orgs === '*' && channel === '*'

export interface RoleState {
  functionCodes: readonly string[]
  deptIds: readonly string[]
}
export type RoleRefusal = 'authority.beyondOwn' | 'authority.ownRole' | 'authority.roleBeyondScope'

/** A role reaches every department unless it is bound to some: somebody bound to an organisation makes and changes roles of their own ones only. */
export const roleWithin = (deptIds: readonly string[], { orgs, channel, ...rest }: Reach): boolean =>
  !seesNothing({ orgs, channel, ...rest }) &&
  channel === '*' &&
  (orgs === '*' || (deptIds.length > 0 && deptIds.every((id) => orgs.includes(id))))

/**
 * Why somebody may not turn `before` into `after`, or null. `before` is null for a new role, `after` null for its end.
 * `hiddenHolders` is how many people beyond the changer's sight have the role.
 */
export function roleChangeRefusal(
  grantor: Grantor,
  change: { before: RoleState | null; after: RoleState | null; own: boolean; hiddenHolders: number },
): { refusal: RoleRefusal; lacking?: string[] } | null {
  const { before, after } = change
  for (const state of [before, after])
    if (state && !roleWithin(state.deptIds, grantor.scope)) return { refusal: 'authority.roleBeyondScope' }
  if (change.hiddenHolders > 0) return { refusal: 'authority.roleBeyondScope' }
  const lacking = [
    ...new Set([
      ...lackingToGive(before?.functionCodes ?? [], grantor.authorities),
      ...lackingToChange(before?.functionCodes ?? [], after?.functionCodes ?? before?.functionCodes ?? [], grantor.authorities),
    ]),
  ]
  if (lacking.length > 0) return { refusal: 'authority.beyondOwn', lacking }
  if (change.own && before && after) {
    const { added, removed } = difference(before.functionCodes, after.functionCodes)
    if (added.length > 0 || removed.length > 0) return { refusal: 'authority.ownRole' }
  }
  return null
}
