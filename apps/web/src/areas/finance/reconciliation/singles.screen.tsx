import { attemptStateText, payoutChannelText } from '@chauffeur/contract/finance/payout'
import { reconciliationCalls, type SingleRow } from '@chauffeur/contract/finance/reconciliation'
import { reconResultText } from '@chauffeur/contract/finance/reconciliation-model'
import { t, tr } from '#platform/text/text.ts'
import { none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { failureWords } from '../withdrawal-review/review.view.ts'
import { askAboutSingles, attemptWords } from './ask.ts'
import { singleKey, SinglesBar } from './bulk-bars.tsx'
import { resultTone, withdrawalStateWords } from './reconciliation.view.ts'
import './reconciliation.css'

const SingleDrawer = lazyPiece(() => import('./single.drawer.tsx'))
const RetrySingles = lazyPiece(async () => ({ default: (await import('./retry.form.tsx')).RetrySinglesForm }))

export const attemptTone: Record<string, Tone> = {
  CHOSEN: 'wait',
  ACCEPTED: 'run',
  PROCESSING: 'run',
  WAIT_CONFIRM: 'wait',
  UNKNOWN: 'wait',
  PAID: 'done',
  FAILED: 'lost',
}
const words = [...Object.values(attemptStateText)].map(tr)

/** Every payment to a driver by itself, as the channel holds it. */
export default defineList(reconciliationCalls.singles, ({ c, f, a }) => ({
  name: 'finance.singlePayouts',
  title: t('单笔付款'),
  rowKey: singleKey,
  rowName: (row) => row.outBillNo,
  open: ['look'],
  fills: t('打款后，每一次付款都列在这里。'),
  pollS: 30,
  filters: [
    f.keyword(t('付款单号、提现单号或渠道流水号')),
    f.word('channelState', t('渠道状态'), attemptStateText),
    f.word('channel', t('渠道'), payoutChannelText),
    f.flag('open', t('进度'), t('未结束'), t('已结束')),
  ],
  columns: [
    c.opener('outBillNo', t('付款单号'), {
      like: 'W20261122000000A1000000000000000',
      under: (row) => t('{no} 第 {n} 次', { no: row.withdrawNo, n: row.attempt }),
    }),
    c.money('amountFen', t('金额')),
    c.two(
      'channelState',
      t('渠道状态'),
      (row) => <Tag tone={attemptTone[row.channelState] ?? 'idle'}>{attemptWords(row.channelState)}</Tag>,
      (row) => row.failCode && <span title={failureWords(row.failCode).hint}>{failureWords(row.failCode).what}</span>,
      words,
      { shows: ['channelState', 'failCode'], besidePx: 13 },
    ),
    c.of('state', t('我方状态'), (row) => withdrawalStateWords(row.state), [t('打款失败'), t('结果待查')]),
    c.of(
      'result',
      t('渠道账单'),
      (row) => (row.result === null ? none : <Tag tone={resultTone[row.result]}>{tr(reconResultText[row.result])}</Tag>),
      Object.values(reconResultText).map(tr),
      { besidePx: 13 },
    ),
    c.word('channel', t('渠道'), payoutChannelText as Record<string, string>),
    c.time('requestedAt', t('发送时间')),
    c.time('lastQueriedAt', t('最近查询'), { optional: true }),
    c.count('queryCount', t('查询次数'), { optional: true }),
    c.time('nextQueryAt', t('下次查询'), { optional: true }),
    c.time('finalAt', t('完成时间')),
    c.text('channelNo', t('渠道流水号'), undefined, { optional: true }),
  ],
  actions: [
    a.look(SingleDrawer),
    {
      key: 'refresh',
      label: t('查询渠道'),
      letter: 'Q',
      may: reconciliationCalls.singleRefresh,
      run: ({ withdrawalId }) => askAboutSingles([withdrawalId]),
    },
    { key: 'retry', label: t('重试付款'), danger: true, may: reconciliationCalls.retrySingle, Dialog: RetryOne },
  ],
  bulk: { may: reconciliationCalls.singleRefresh, Bar: SinglesBar },
}))

function RetryOne({ row, open, onClose }: RowDialogProps<SingleRow>) {
  return <RetrySingles open={open} rows={[row]} onClose={onClose} />
}
