import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/yunYing/channels', title: '渠道管理', load: () => import('./channel/channels.screen.tsx'), authority: 'channel.view' },
  { path: '/yunYing/webhooks', title: '推送记录', load: () => import('./webhook/webhooks.screen.tsx'), authority: 'webhook.view' },
] satisfies Screen[]
