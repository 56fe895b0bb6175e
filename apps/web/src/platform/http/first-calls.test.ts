import { authorityCalls } from '@chauffeur/contract/access/authority'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { expect, test } from 'vitest'
import { FIRST_CALLS } from './first-calls.ts'

test('what a page asks before the contract is here is what the contract says', () => {
  const calls = { ...authorityCalls, ...callCentreCalls }
  for (const [name, first] of Object.entries(FIRST_CALLS)) {
    const { method, path, effect, body, tolerant } = calls[name as keyof typeof FIRST_CALLS] as (typeof calls)['leftMenu']
    expect({ method, path, effect, body, tolerant }, name).toEqual({ ...first, body: undefined, tolerant: undefined })
  }
})
