import { type ClaimRow, claimStateText, driverClaimCalls } from '@chauffeur/contract/qualification/claim'
import { insuranceProductText } from '@chauffeur/contract/qualification/insurance'
import { letters, orNone } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t, tr } from '#platform/text/text.ts'
import { claimTones } from '#shared/driver/claims.panel.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

const ClaimForm = lazyPiece(() => import('./claim.form.tsx'))
const ClaimDrawer = lazyPiece(() => import('./claim.drawer.tsx'))

/** What drivers' insurers are asked to pay, and what became of it. */
export default defineList(driverClaimCalls.claims, ({ c, f, a }) => ({
  name: 'qualification.claims',
  title: t('保险理赔'),
  rowKey: (row) => row.driverClaimId,
  rowName: (row) => `${row.driverName} ${row.policyNo}`,
  open: ['look'],
  fills: t('司机出险后在这里登记，保险公司的答复逐步记录。'),
  add: { may: driverClaimCalls.report, label: t('登记理赔'), Dialog: ClaimForm },
  filters: [
    f.keyword(t('工号、姓名或电话')),
    f.city(),
    f.word('state', t('状态'), claimStateText),
    f.days('loss', t('出险时间')),
    f.text('policyNo', t('保单号'), { more: true }),
    f.pick('driver', { more: true }),
  ],
  columns: [
    c.opener('driverNo', t('司机'), {
      like: letters(8),
      words: (row) => row.driverName,
      under: (row) => row.driverNo,
      shows: ['driverNo', 'driverName'],
    }),
    c.city(),
    c.status('state', t('状态'), claimStateText, claimTones),
    c.time('lossAt', t('出险时间'), { sortable: true }),
    c.two(
      'policyNo',
      t('保单'),
      (row) => row.policyNo,
      (row) => `${tr(insuranceProductText[row.product])} · ${row.insurer}`,
      ['PA2026120100123456'],
      { shows: ['policyNo', 'insurer', 'product'], grow: true },
    ),
    c.of('orderNo', t('订单号'), (row: ClaimRow) => orNone(row.orderNo), '20261124000001'),
    c.money('amountFen', t('索赔金额'), { sortable: true }),
    c.money('paidFen', t('赔付金额')),
    c.count('pictures', t('图片')),
    c.text('reportNo', t('报案号'), undefined, { optional: true }),
    c.text('what', t('出险经过'), undefined, { optional: true }),
    c.of('reportedBy', t('理赔登记人'), (row: ClaimRow) => (row.byDriver ? t('司机上报') : row.reportedBy), letters(8)),
    c.time('reportedAt', t('登记时间'), { optional: true }),
  ],
  actions: [a.look(ClaimDrawer)],
}))
