import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/Order/QualityQueue', title: '照片质检', load: () => import('./photos/queue.screen.tsx'), authority: 'orderQuality.view' },
  { path: '/Order/QualityPhotos', title: '质检照片墙', load: () => import('./photos/wall.screen.tsx'), authority: 'orderQuality.view' },
  { path: '/Order/QualityRules', title: '照片抽检规则', load: () => import('./rules/rules.screen.tsx'), authority: 'orderQuality.view' },
] satisfies Screen[]
