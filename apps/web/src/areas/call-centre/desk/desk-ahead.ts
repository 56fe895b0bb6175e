import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import { FIRST_CALLS } from '#platform/http/first-calls.ts'
import type { Screen } from '#platform/tab/screen.ts'

/** A phone is ringing while the desk opens: its code, the caller and the cities are asked for at once. */
export const deskAhead = {
  load: () => import('./desk.screen.tsx'),
  ahead: (query, ask) => {
    const phone = normalPhone(query.get('telPhone') ?? '')
    ask(FIRST_CALLS.openCities, {})
    if (phone) ask(FIRST_CALLS.customerInfo, { phone })
  },
} satisfies Pick<Screen, 'load' | 'ahead'>
