import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/yunYing/channels', title: '渠道管理', load: () => import('./channel/channels.screen.tsx'), authority: 'channel.view' },
] satisfies Screen[]
