import type { Screen } from '#platform/tab/screen.ts'

export default [{ path: '/icons', title: '图标', load: () => import('./icons.screen.tsx') }] satisfies Screen[]
