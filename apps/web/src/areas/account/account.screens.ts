import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/Sys/AccountPolicy', title: '账号安全', load: () => import('./account-policy.screen.tsx'), authority: 'account.policy' },
] satisfies Screen[]
