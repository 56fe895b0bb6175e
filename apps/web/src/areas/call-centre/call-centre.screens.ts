import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import { FIRST_CALLS } from '#platform/http/first-calls.ts'
import type { Screen } from '#platform/tab/screen.ts'

const load = () => import('./desk.screen.tsx')
/** A phone is ringing while this page opens: the caller and the cities are asked for at once. */
const ahead: Screen['ahead'] = (query, ask) => {
  const phone = normalPhone(query.get('telPhone') ?? '')
  ask(FIRST_CALLS.openCities, {})
  if (phone) ask(FIRST_CALLS.customerInfo, { phone })
}

export default [
  { path: '/400/home', title: '来电客户', load, ahead, authority: 'callCentre.view', bare: true },
  { path: '/CallCentre/Desk', title: '接单台', load, ahead, authority: 'callCentre.view' },
] satisfies Screen[]
