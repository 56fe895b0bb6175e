import type { Screen } from '#platform/tab/screen.ts'
import { deskAhead } from './desk/desk-ahead.ts'

export default [
  { path: '/400/home', title: '来电客户', ...deskAhead, authority: 'callCentre.view', bare: true },
  { path: '/CallCentre/Desk', title: '接单台', ...deskAhead, authority: 'callCentre.view' },
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
