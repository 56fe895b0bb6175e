import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/Order/List', title: '订单列表', load: () => import('./list/order-list.screen.tsx'), authority: 'order.view' },
  {
    path: '/Order/Detail',
    title: '订单详情',
    load: () => import('./detail/order-detail.screen.tsx'),
    authority: 'order.view',
    tabBy: 'orderId',
  },
  { path: '/Order/StatusList', title: '派单跟踪', load: () => import('./list/order-tracking.screen.tsx'), authority: 'order.view' },
  {
    path: '/Order/CancelReview',
    title: '取消复核',
    load: () => import('./cancel/cancel-review.screen.tsx'),
    authority: 'orderReview.view',
  },
  {
    path: '/Order/RightAuditQueue',
    title: '权益审核',
    load: () => import('./right-audit/queue.screen.tsx'),
    authority: 'rightAudit.view',
  },
  { path: '/Order/RightAudit', title: '权益订单', load: () => import('./right-audit/audits.screen.tsx'), authority: 'rightAudit.view' },
  {
    path: '/Order/RightAuditRules',
    title: '权益审核规则',
    load: () => import('./right-audit/rules.screen.tsx'),
    authority: 'rightAudit.view',
  },
  { path: '/Order/SoundRecord', title: '订单录音', load: () => import('./sound/sound.screen.tsx'), authority: 'sound.view' },
  {
    path: '/Dispatch/CancelRules',
    title: '取消判责规则',
    load: () => import('./cancel/cancel-rules.screen.tsx'),
    authority: 'cancelRules.view',
  },
] satisfies Screen[]
