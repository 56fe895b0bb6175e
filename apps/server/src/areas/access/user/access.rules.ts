/** How far somebody sees. A city, organisation or channel they need and lack puts everything beyond them. */
export interface Reach {
  cities: '*' | readonly string[]
  orgs: '*' | readonly string[]
  channel: string
}
export interface Giver {
  level: number
  platformAdmin: boolean
  scope: Reach
}

export interface Access {
  deptId: string
  /** Of the department. */
  deptType: number
  allCities: boolean
  cityIds: readonly string[]
  channelId: string | null
  level: number
}
export interface Person extends Access {
  userId: string
  platformAdmin: boolean
}
export type AccessRefusal = 'people.beyondScope' | 'people.beyondOwn' | 'people.higherLevel'
type Refused = { refusal: AccessRefusal; detail?: object } | null

/** What of a person's reach lies beyond somebody's own; empty when nothing does. */
export function beyond(access: Omit<Access, 'level' | 'deptType'>, scope: Reach): ('cities' | 'department' | 'channel')[] {
  const cities =
    scope.cities === '*' || (scope.cities.length > 0 && !access.allCities && access.cityIds.every((id) => scope.cities.includes(id)))
  const department = scope.orgs === '*' || scope.orgs.includes(access.deptId)
  const channel = scope.channel === '*' || access.channelId === scope.channel
  return [...(cities ? [] : ['cities' as const]), ...(department ? [] : ['department' as const]), ...(channel ? [] : ['channel' as const])]
}

/**
 * Why somebody may not look after a person at all, or null: nobody administers those who can do more than they can.
 * `lacking` are the person's functions that the giver has not.
 */
export function administerRefusal(giver: Giver, person: Person, lacking: readonly string[]): Refused {
  if (person.platformAdmin && !giver.platformAdmin) return { refusal: 'people.beyondOwn' }
  return giveRefusal(giver, person, lacking)
}

/** Why somebody may not give this access, or null. `lacking` are functions of the roles to be given that the giver has not. */
export function giveRefusal(giver: Giver, access: Access, lacking: readonly string[]): Refused {
  const outside = beyond(access, giver.scope)
  if (outside.length > 0) return { refusal: 'people.beyondScope', detail: { beyond: outside } }
  if (access.level > giver.level) return { refusal: 'people.higherLevel' }
  return lacking.length > 0 ? { refusal: 'people.beyondOwn', detail: { lacking } } : null
}

const sameSet = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((item) => b.includes(item))
export const sameAccess = (a: Access & { roleIds: readonly string[] }, b: Access & { roleIds: readonly string[] }): boolean =>
  a.deptId === b.deptId &&
  a.level === b.level &&
  a.allCities === b.allCities &&
  a.channelId === b.channelId &&
  sameSet(a.cityIds, b.cityIds) &&
  sameSet(a.roleIds, b.roleIds)

/** A role bound to departments is for their people and those below; `path` is a department and all above it. */
export const roleFitsDept = (role: { deptIds: readonly string[] }, path: readonly string[]): boolean =>
  role.deptIds.length === 0 || role.deptIds.some((id) => path.includes(id))
