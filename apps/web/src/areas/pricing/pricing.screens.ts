import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/priceTemplateInfo', title: '价格模板', load: () => import('./template/template.screen.tsx'), authority: 'pricing.view' },
  { path: '/Pricing/Fences', title: '价格围栏', load: () => import('./fence/fence.screen.tsx'), authority: 'pricing.view' },
  { path: '/Pricing/Rates', title: '天气与动态加价', load: () => import('./rate/rate.screen.tsx'), authority: 'pricing.view' },
  {
    path: '/Marketing/CouponTemplates',
    title: '优惠券模板',
    load: () => import('./coupon/templates.screen.tsx'),
    authority: 'coupon.view',
  },
  { path: '/Marketing/Coupons', title: '已发放优惠券', load: () => import('./coupon/coupons.screen.tsx'), authority: 'coupon.view' },
  { path: '/Marketing/RedeemCodes', title: '兑换码', load: () => import('./coupon/batches.screen.tsx'), authority: 'coupon.view' },
  { path: '/Marketing/CouponEffect', title: '优惠券效果', load: () => import('./coupon/effect.screen.tsx'), authority: 'coupon.view' },
  { path: '/Marketing/Rights', title: '合作方权益', load: () => import('./right/rights.screen.tsx'), authority: 'right.view' },
  { path: '/Marketing/RightGrants', title: '已发放权益', load: () => import('./right/grants.screen.tsx'), authority: 'right.view' },
] satisfies Screen[]
