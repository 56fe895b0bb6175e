import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/CallCentre/CallLog', title: '通话记录', load: () => import('./call-log.screen.tsx'), authority: 'callLog.view' },
  { path: '/Order/SoundRecord', title: '订单录音', load: () => import('./sound.screen.tsx'), authority: 'sound.view' },
] satisfies Screen[]
