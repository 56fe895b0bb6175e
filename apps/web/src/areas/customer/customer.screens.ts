import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/Customer/List', title: '客户列表', load: () => import('./profile/customers.screen.tsx'), authority: 'customer.view' },
  {
    path: '/customers/user_info',
    title: '客户详情',
    load: () => import('./profile/customer.screen.tsx'),
    authority: 'customer.view',
    tabBy: 'customerId',
  },
  { path: '/Customer/Groups', title: '客户分组', load: () => import('./group/groups.screen.tsx'), authority: 'customerGroup.view' },
  {
    path: '/Customer/Group',
    title: '分组详情',
    load: () => import('./group/group.screen.tsx'),
    authority: 'customerGroup.view',
    tabBy: 'groupId',
  },
  { path: '/Customer/Levels', title: '客户等级', load: () => import('./level/levels.screen.tsx'), authority: 'customer.view' },
  { path: '/Marketing/PointConfig', title: '积分规则', load: () => import('./points/config.screen.tsx'), authority: 'points.view' },
  { path: '/Marketing/PointRecords', title: '积分记录', load: () => import('./points/records.screen.tsx'), authority: 'points.view' },
  {
    path: '/Marketing/PointAdjustments',
    title: '积分调整',
    load: () => import('./points/adjustments.screen.tsx'),
    authority: 'points.view',
  },
  { path: '/Marketing/PointReport', title: '积分负债', load: () => import('./points/report.screen.tsx'), authority: 'points.report' },
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
