import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/Sys/Monitor', title: '系统监控', load: () => import('./monitor.screen.tsx'), authority: 'monitoring.view' },
] satisfies Screen[]
