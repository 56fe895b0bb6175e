import type { Screen } from '#platform/tab/screen.ts'

export default [
  {
    path: '/Customer/Enterprises',
    title: '企业客户',
    load: () => import('./enterprise/enterprise-list.screen.tsx'),
    authority: 'enterprise.view',
  },
  {
    path: '/Customer/Enterprise',
    title: '企业详情',
    load: () => import('./enterprise/enterprise.screen.tsx'),
    authority: 'enterprise.view',
    tabBy: 'enterpriseId',
  },
] satisfies Screen[]
