import type { Screen } from '#platform/tab/screen.ts'

export default [
  {
    path: '/DriverConfig/WithdrawalConfig',
    title: '司机提现设置',
    load: () => import('./withdrawal/withdrawal-config.screen.tsx'),
    authority: 'withdrawalTerms.view',
  },
  {
    path: '/Financial/DriverWithdrawals',
    title: '司机提现',
    load: () => import('./withdrawal-review/finance-list.screen.tsx'),
    authority: 'withdrawal.accounts',
  },
  {
    path: '/Financial/WithdrawalQueue',
    title: '提现处理',
    load: () => import('./withdrawal-review/queue.screen.tsx'),
    authority: 'withdrawal.accounts',
  },
  {
    path: '/Financial/BankFiles',
    title: '银行代发',
    load: () => import('./payout/bank-files.screen.tsx'),
    authority: 'withdrawal.pay',
  },
  {
    path: '/YunYing/DriverWithdrawals',
    title: '提现进度',
    load: () => import('./withdrawal-review/ops-list.screen.tsx'),
    authority: 'withdrawal.view',
  },
] satisfies Screen[]
