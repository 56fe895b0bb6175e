import type { Screen } from '#platform/tab/screen.ts'

export default [{ path: '/Sys/Log', title: '日志管理', load: () => import('./log.screen.tsx'), authority: 'log.view' }] satisfies Screen[]
