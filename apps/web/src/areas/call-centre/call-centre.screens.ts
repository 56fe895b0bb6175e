import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import { FIRST_CALLS } from '#platform/http/first-calls.ts'
import type { Screen } from '#platform/tab/screen.ts'

const load = () => import('./desk/desk.screen.tsx')
/** A phone is ringing while this page opens: the caller and the cities are asked for at once. */
const ahead: Screen['ahead'] = (query, ask) => {
  const phone = normalPhone(query.get('telPhone') ?? '')
  ask(FIRST_CALLS.openCities, {})
  if (phone) ask(FIRST_CALLS.customerInfo, { phone })
}

export default [
  { path: '/400/home', title: '来电客户', load, ahead, authority: 'callCentre.view', bare: true },
  { path: '/CallCentre/Desk', title: '接单台', load, ahead, authority: 'callCentre.view' },
  { path: '/CallCentre/Queue', title: '全部队列', load: () => import('./booking-queue/queue.screen.tsx'), authority: 'callCentre.queue' },
  {
    path: '/CallCentre/MyQueue',
    title: '我的队列',
    load: () => import('./booking-queue/queue-mine.screen.tsx'),
    authority: 'callCentre.view',
  },
  { path: '/CallCentre/CallLog', title: '通话记录', load: () => import('./phone/call-log.screen.tsx'), authority: 'callLog.view' },
  {
    path: '/CallCentre/PrivacyNumbers',
    title: '隐私号绑定',
    load: () => import('./number/bindings.screen.tsx'),
    authority: 'privacyNumber.view',
  },
  { path: '/Sys/Numbers', title: '隐私号服务', load: () => import('./number/numbers.screen.tsx'), authority: 'number.provider' },
] satisfies Screen[]
