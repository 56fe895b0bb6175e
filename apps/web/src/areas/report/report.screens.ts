import type { Screen } from '#platform/screen.ts'

export default [{ path: '/', title: '控制台', load: () => import('./home.screen.tsx'), authority: 'console.view' }] satisfies Screen[]
