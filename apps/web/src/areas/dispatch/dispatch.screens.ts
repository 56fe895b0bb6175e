import type { Screen } from '#platform/screen.ts'

export default [
  { path: '/Dispatch/Settings', title: '派单设置', load: () => import('./settings.screen.tsx'), authority: 'dispatchSettings.view' },
  { path: '/Dispatch/CancelRules', title: '取消判责规则', load: () => import('./cancel-rules.screen.tsx'), authority: 'cancelRules.view' },
] satisfies Screen[]
