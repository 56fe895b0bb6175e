import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/Order/List', title: '订单列表', load: () => import('./order-list.screen.tsx'), authority: 'order.view' },
  { path: '/Order/Detail', title: '订单详情', load: () => import('./order-detail.screen.tsx'), authority: 'order.view', tabBy: 'orderId' },
  { path: '/Order/StatusList', title: '派单跟踪', load: () => import('./order-tracking.screen.tsx'), authority: 'order.view' },
  { path: '/Order/CancelReview', title: '取消复核', load: () => import('./cancel-review.screen.tsx'), authority: 'orderReview.view' },
] satisfies Screen[]
