import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/Sys/Role', title: '角色管理', load: () => import('./role.screen.tsx'), authority: 'role.view' },
  { path: '/Sys/Menu', title: '菜单管理', load: () => import('./menu.screen.tsx'), authority: 'menu.view' },
  { path: '/Sys/Function', title: '功能与系统', load: () => import('./function.screen.tsx'), authority: 'function.view' },
] satisfies Screen[]
