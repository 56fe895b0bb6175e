import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/Sys/Tenant', title: '租户管理', load: () => import('./tenant.screen.tsx'), authority: 'tenant.view' },
] satisfies Screen[]
