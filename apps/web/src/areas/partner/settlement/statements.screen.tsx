import { partnerStatementCalls, partnerStatementStateText } from '@chauffeur/contract/partner/statement'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { statementPath, statementTone } from './settlement.view.ts'

const MakeForm = lazyPiece(() => import('./make.form.tsx'))

/** What partners pay for the uses of their rights, month by month. */
export default defineList(partnerStatementCalls.list, ({ c, f }) => ({
  name: 'partner.statements',
  title: t('合作方结算'),
  rowKey: (row) => row.partnerStatementId,
  rowName: (row) => row.statementNo,
  open: statementPath,
  fills: t('月末后自动生成上月草稿：每个合作渠道一份，列出当月审核通过的权益使用。'),
  add: { may: partnerStatementCalls.make, label: t('生成结算单'), Dialog: MakeForm },
  filters: [f.keyword(t('结算单号或渠道')), f.pick('channel'), f.word('state', t('状态'), partnerStatementStateText)],
  columns: [
    c.link('statementNo', t('结算单号'), statementPath, { like: 'S26112300000', under: (row) => row.month }),
    c.text('channelName', t('合作渠道'), undefined, { like: letters(10) }),
    c.status('state', t('状态'), partnerStatementStateText, statementTone),
    c.count('lineCount', t('明细行数')),
    c.money('totalFen', t('应收'), { sum: true }),
    c.money('paidFen', t('已收'), { sum: true }),
    c.count('openCount', t('待处理异议')),
    c.two(
      'waiting',
      t('顺延'),
      (row) => (row.waitingCount === 0 ? '' : <Money fen={row.waitingFen} />),
      (row) => (row.waitingCount === 0 ? '' : t('{n} 笔审核中', { n: countText(row.waitingCount) })),
      [moneyText(12_345_67), t('{n} 笔审核中', { n: 99 })],
      { shows: ['waitingFen', 'waitingCount'], align: 'right' },
    ),
    c.time('sentAt', t('发出时间')),
    c.time('confirmedAt', t('确认时间'), { optional: true }),
    c.time('finalAt', t('定稿时间'), { optional: true }),
  ],
}))
