import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/Sys/User', title: '用户管理', load: () => import('./user.screen.tsx'), authority: 'user.view' },
  { path: '/Sys/Department', title: '部门管理', load: () => import('./department.screen.tsx'), authority: 'department.view' },
] satisfies Screen[]
