import type { Screen } from '#platform/tab/screen.ts'

export default [{ path: '/', title: '控制台', load: () => import('./home.screen.tsx'), authority: 'console.view' }] satisfies Screen[]
