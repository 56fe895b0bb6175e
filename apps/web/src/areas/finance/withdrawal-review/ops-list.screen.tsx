import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { defineList } from '#kit/list/define.list.tsx'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { sharedColumns, sharedFilters, stateTabs, Totals } from './review.columns.tsx'
import './review.css'

const StandsDrawer = lazyPiece(() => import('./stands.drawer.tsx'))

/** The same withdrawals as operations and organisations see them: no accounts, nothing to be done. */
export default defineList(withdrawalReviewCalls.listOps, ({ f, a }) => ({
  name: 'finance.withdrawalsOps',
  title: t('提现进度'),
  rowKey: (row) => row.withdrawalId,
  rowName: (row) => row.withdrawNo,
  open: ['look'],
  fills: t('司机申请提现后，进度显示在这里。'),
  tabs: stateTabs(),
  Extra: Totals,
  filters: sharedFilters(f),
  columns: sharedColumns(),
  actions: [a.look(StandsDrawer)],
  live: { topic: 'withdrawals', rowOf: ({ withdrawalId }) => withdrawalId },
  pollS: { live: 60, otherwise: 10 },
}))
