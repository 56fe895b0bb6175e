import type { Screen } from '#platform/screen.ts'

const load = () => import('./desk.screen.tsx')
const ahead = () => import('./desk.ahead.ts')

export default [
  { path: '/400/home', title: '来电客户', load, ahead, authority: 'callCentre.view', bare: true },
  { path: '/CallCentre/Desk', title: '接单台', load, ahead, authority: 'callCentre.view' },
] satisfies Screen[]
