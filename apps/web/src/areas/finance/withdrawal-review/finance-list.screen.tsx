import { payoutChannelText } from '@chauffeur/contract/finance/payout'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { defineList } from '#kit/list/define.list.tsx'
import { letters, orNone } from '#kit/list/columns.tsx'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { ReviewBulk } from './review-bulk.tsx'
import { sharedColumns, sharedFilters, stateTabs, Totals } from './review.columns.tsx'
import { accountWords } from './review.view.ts'
import './review.css'

const LifeDrawer = lazyPiece(() => import('../withdrawal-life/life.drawer.tsx'))

/** Withdrawals as finance sees them: with their accounts, masked, and what may be done about each. */
export default defineList(withdrawalReviewCalls.list, ({ c, f, a }) => ({
  name: 'finance.withdrawals',
  title: t('司机提现'),
  rowKey: (row) => row.withdrawalId,
  rowName: (row) => row.withdrawNo,
  open: ['look'],
  fills: t('司机申请提现后，在这里审核和打款。'),
  tabs: stateTabs(),
  Extra: Totals,
  filters: sharedFilters(f),
  columns: [
    ...sharedColumns(),
    c.two(
      'account',
      t('收款账户'),
      (row) => row.account.holderName,
      (row) => accountWords(row, { ...row.account, branch: '' }),
      [`${letters(4)} ****1234`],
      { shows: [] },
    ),
    c.text('outNo', t('渠道单号'), undefined, { optional: true, width: 200 }),
    c.text('channelNo', t('渠道流水号'), (row) => row.channelNo, { optional: true, width: 180 }),
    c.of(
      'channel',
      t('打款渠道'),
      (row) => orNone(row.channel && tr(payoutChannelText[row.channel])),
      Object.values(payoutChannelText).map(tr),
      {
        optional: true,
      },
    ),
    c.text('paidByName', t('打款人'), undefined, { optional: true, width: 90 }),
  ],
  actions: [a.look(LifeDrawer, { label: t('办理') })],
  bulk: { may: withdrawalReviewCalls.actOnMany, Bar: ReviewBulk },
  live: {
    topic: 'withdrawals',
    rowOf: ({ withdrawalId }) => withdrawalId,
    isNew: ({ event }) => event === 'apply',
    newText: (n) => t('{n} 笔新申请', { n }),
  },
  pollS: { live: 60, otherwise: 10 },
}))
