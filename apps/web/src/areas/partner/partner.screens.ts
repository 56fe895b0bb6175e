import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/yunYing/channels', title: '渠道管理', load: () => import('./channel/channels.screen.tsx'), authority: 'channel.view' },
  {
    path: '/yunYing/channel',
    title: '渠道详情',
    load: () => import('./channel/channel.screen.tsx'),
    authority: 'channel.view',
    tabBy: 'channelId',
  },
  { path: '/yunYing/webhooks', title: '推送记录', load: () => import('./webhook/webhooks.screen.tsx'), authority: 'webhook.view' },
  {
    path: '/Financial/PartnerStatements',
    title: '合作方结算',
    load: () => import('./settlement/statements.screen.tsx'),
    authority: 'partnerStatement.view',
  },
  {
    path: '/Financial/PartnerStatement',
    title: '结算单',
    load: () => import('./settlement/statement.screen.tsx'),
    authority: 'partnerStatement.view',
  },
] satisfies Screen[]
