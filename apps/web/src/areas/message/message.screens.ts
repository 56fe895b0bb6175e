import type { Screen } from '#platform/tab/screen.ts'

export default [
  {
    path: '/yunYing/driverBulletins',
    title: '司机公告',
    load: () => import('./bulletin/bulletins.screen.tsx'),
    authority: 'bulletin.view',
  },
  {
    path: '/yunYing/driverBulletin',
    title: '公告详情',
    load: () => import('./bulletin/bulletin.screen.tsx'),
    authority: 'bulletin.view',
    tabBy: 'bulletinId',
  },
  { path: '/yunYing/messageTexts', title: '消息模板', load: () => import('./template/texts.screen.tsx'), authority: 'messageText.view' },
  { path: '/yunYing/messageLimits', title: '短信发送限制', load: () => import('./limit/limits.screen.tsx'), authority: 'messageText.view' },
  { path: '/yunYing/messageLog', title: '消息发送记录', load: () => import('./log/log.screen.tsx'), authority: 'messageLog.view' },
  { path: '/yunYing/smsServices', title: '短信服务商', load: () => import('./service/services.screen.tsx'), authority: 'smsService.view' },
  { path: '/yunYing/messageCosts', title: '短信费用汇总', load: () => import('./log/costs.screen.tsx'), authority: 'messageLog.view' },
  { path: '/yunYing/broadcasts', title: '营销群发', load: () => import('./broadcast/broadcasts.screen.tsx'), authority: 'broadcast.view' },
  {
    path: '/yunYing/broadcast',
    title: '群发详情',
    load: () => import('./broadcast/broadcast.screen.tsx'),
    authority: 'broadcast.view',
    tabBy: 'broadcastId',
  },
  { path: '/yunYing/optOuts', title: '退订名单', load: () => import('./opt-out/opt-outs.screen.tsx'), authority: 'optOut.view' },
] satisfies Screen[]
