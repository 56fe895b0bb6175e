import type { Screen } from '#platform/tab/screen.ts'

export default [
  {
    path: '/DriverConfig/WithdrawalConfig',
    title: '司机提现设置',
    load: () => import('./withdrawal/withdrawal-config.screen.tsx'),
    authority: 'withdrawalTerms.view',
  },
] satisfies Screen[]
