import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/yunYing/messageTexts', title: '短信模板', load: () => import('./template/texts.screen.tsx'), authority: 'messageText.view' },
] satisfies Screen[]
