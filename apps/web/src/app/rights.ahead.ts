import { authorityCalls } from '@chauffeur/contract/authority'
import { begin, PLATFORM_ID } from '#platform/http.ts'

/** Asks for menu and authorities as soon as it is known who is signed in. */
export async function rightsAhead(me: Promise<unknown>): Promise<void> {
  const deptType = ((await me) as { deptType?: 1 | 2 | 3 } | null)?.deptType
  if (!deptType) return
  const who = { platformId: PLATFORM_ID, deptType }
  await Promise.all([begin(authorityCalls.leftMenu, who), begin(authorityCalls.authorities, who)])
}
