import type { Screen } from '#platform/screen.ts'

export default [
  { path: '/yunYing/driverMap', title: '司机地图', load: () => import('./driver-map.screen.tsx'), authority: 'driver.view' },
] satisfies Screen[]
