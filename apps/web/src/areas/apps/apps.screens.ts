import type { Screen } from '#platform/tab/screen.ts'

export default [{ path: '/Sys/App', title: '应用管理', load: () => import('./app.screen.tsx'), authority: 'app.view' }] satisfies Screen[]
