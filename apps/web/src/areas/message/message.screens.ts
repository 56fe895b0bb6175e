import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/yunYing/messageTexts', title: '短信模板', load: () => import('./template/texts.screen.tsx'), authority: 'messageText.view' },
  { path: '/yunYing/messageLimits', title: '短信发送限制', load: () => import('./limit/limits.screen.tsx'), authority: 'messageText.view' },
  { path: '/yunYing/messageLog', title: '短信发送记录', load: () => import('./log/log.screen.tsx'), authority: 'messageLog.view' },
] satisfies Screen[]
