import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/priceTemplateInfo', title: '价格模板', load: () => import('./template/template.screen.tsx'), authority: 'pricing.view' },
  { path: '/Pricing/Fences', title: '价格围栏', load: () => import('./fence/fence.screen.tsx'), authority: 'pricing.view' },
  { path: '/Pricing/Rates', title: '天气与动态加价', load: () => import('./rate/rate.screen.tsx'), authority: 'pricing.view' },
] satisfies Screen[]
