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
    path: '/Financial/Prepayments',
    title: '预付款',
    load: () => import('./prepayment/prepayments.screen.tsx'),
    authority: 'prepayment.view',
  },
  {
    path: '/Financial/CashFlow',
    title: '资金流水',
    load: () => import('./ledger/cash-flow.screen.tsx'),
    authority: 'cashFlow.view',
  },
  {
    path: '/YunYing/DriverWithdrawals',
    title: '提现进度',
    load: () => import('./withdrawal-review/ops-list.screen.tsx'),
    authority: 'withdrawal.view',
  },
  {
    path: '/Financial/BusinessTurnover/BatchMultipleTransactions',
    title: '对账批次',
    load: () => import('./reconciliation/batches.screen.tsx'),
    authority: 'recon.view',
  },
  {
    path: '/Financial/BusinessTurnover/BatchMultipleTransactionsDetail',
    title: '批量交易明细',
    load: () => import('./reconciliation/batch.screen.tsx'),
    authority: 'recon.view',
  },
  {
    path: '/Financial/BusinessTurnover/SingleTransactions',
    title: '单笔付款',
    load: () => import('./reconciliation/singles.screen.tsx'),
    authority: 'recon.view',
  },
] satisfies Screen[]
