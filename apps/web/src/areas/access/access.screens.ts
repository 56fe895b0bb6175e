import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/Sys/User', title: '用户管理', load: () => import('./user/user.screen.tsx'), authority: 'user.view' },
  { path: '/Sys/Department', title: '部门管理', load: () => import('./department/department.screen.tsx'), authority: 'department.view' },
  { path: '/Sys/Role', title: '角色管理', load: () => import('./role/role.screen.tsx'), authority: 'role.view' },
  { path: '/Sys/Menu', title: '菜单管理', load: () => import('./menu/menu.screen.tsx'), authority: 'menu.view' },
  { path: '/Sys/Function', title: '功能与系统', load: () => import('./function/function.screen.tsx'), authority: 'function.view' },
  { path: '/icons', title: '图标', load: () => import('./icon/icon.screen.tsx') },
  { path: '/Sys/AccountPolicy', title: '账号安全', load: () => import('./account/account-policy.screen.tsx'), authority: 'account.policy' },
  { path: '/Sys/Tenant', title: '租户管理', load: () => import('./tenant/tenant.screen.tsx'), authority: 'tenant.view' },
  { path: '/Sys/App', title: '应用管理', load: () => import('./app/app.screen.tsx'), authority: 'app.view' },
] satisfies Screen[]
