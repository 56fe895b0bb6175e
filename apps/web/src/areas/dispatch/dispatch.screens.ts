import type { Screen } from '#platform/tab/screen.ts'

export default [
  {
    path: '/Dispatch/Settings',
    title: '派单设置',
    load: () => import('./settings/settings.screen.tsx'),
    authority: 'dispatchSettings.view',
  },
  { path: '/Dispatch/Teams', title: '派单车队', load: () => import('./team/teams.screen.tsx'), authority: 'dispatchSettings.view' },
  { path: '/Dispatch/Blocks', title: '客户屏蔽司机', load: () => import('./desk/blocks.screen.tsx'), authority: 'dispatchDesk.block' },
] satisfies Screen[]
