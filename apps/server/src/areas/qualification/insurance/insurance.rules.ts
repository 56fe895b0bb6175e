import { POLICY_YEARS_MAX } from '@chauffeur/contract/qualification/insurance'

/** Whether a policy ends after it begins, and in a time that policies are written for. */
export function isPeriod({ from, until }: { from: Date; until: Date }): boolean {
  const last = new Date(from)
  last.setUTCFullYear(last.getUTCFullYear() + POLICY_YEARS_MAX)
  return until > from && until <= last
}
