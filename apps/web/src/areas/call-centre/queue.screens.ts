import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/CallCentre/Queue', title: '全部队列', load: () => import('./queue.screen.tsx'), authority: 'callCentre.queue' },
  { path: '/CallCentre/MyQueue', title: '我的队列', load: () => import('./queue-mine.screen.tsx'), authority: 'callCentre.view' },
] satisfies Screen[]
