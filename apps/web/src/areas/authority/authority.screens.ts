import type { Screen } from '#platform/screen.ts'

export default [
  { path: '/Sys/Role', title: '角色管理', load: () => import('./role.screen.tsx'), authority: 'role.view' },
] satisfies Screen[]
