import type { Scope } from '#platform/database/scope'

/**
 * Where a customer is at home who is to have this city, or (empty) none: who works for some cities would not see one without. Null where it
 * has to be said.
 */
export function homeCity(cityId: string | undefined, { cities }: Pick<Scope, 'cities'>): string | null {
  if (cityId || cities === '*') return cityId ?? ''
  return cities.length === 1 ? cities[0]! : null
}
