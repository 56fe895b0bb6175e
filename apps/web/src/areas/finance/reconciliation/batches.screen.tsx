import { reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { reconBatchStateText } from '@chauffeur/contract/finance/reconciliation-model'
import { reconChannelText, reconKindText } from '@chauffeur/contract/finance/statement'
import { Button } from 'antd'
import { useState } from 'react'
import { sendCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { orNone } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Page } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { MonthDays } from './month-days.tsx'
import { batchPath, batchTone, isUnderWay, mayRun, reconReads, runLabel } from './reconciliation.view.ts'
import './reconciliation.css'

const FetchForm = lazyPiece(() => import('../statement/fetch.form.tsx'))
const UploadDialog = lazyPiece(() => import('../statement/upload.dialog.tsx'))

const Batches = defineList(reconciliationCalls.batches, ({ c, f }) => ({
  name: 'finance.reconBatches',
  title: t('对账批次'),
  inside: true,
  rowKey: (row) => row.batchId,
  rowName: (row) => row.batchNo,
  open: batchPath,
  fills: t('渠道账单次日 10:00 后自动拉取并对账；其他账户的账单由财务上传。'),
  live: { topic: 'reconciliation' },
  pollS: (rows) => (rows.some(({ state }) => isUnderWay(state)) ? { live: 20, otherwise: 2 } : { live: 60, otherwise: 20 }),
  filters: [
    f.keyword(t('批次号或账号')),
    f.days('billDate', t('账单日')),
    f.word('kind', t('类型'), reconKindText),
    f.word('channel', t('渠道'), reconChannelText),
    f.word('state', t('状态'), reconBatchStateText),
  ],
  columns: [
    c.link('billDate', t('账单日'), batchPath, { like: '2000-00-00', under: (row) => tr(reconKindText[row.kind]) }),
    c.two(
      'channel',
      t('渠道 / 账号'),
      (row) => tr(reconChannelText[row.channel]),
      (row) => row.merchantNo,
      ['0000000000000000'],
      { shows: ['channel', 'merchantNo'] },
    ),
    c.status('state', t('状态'), reconBatchStateText, batchTone),
    c.two(
      'ours',
      t('我方'),
      (row) => <Money fen={row.ourFen} />,
      (row) => t('{n} 笔', { n: countText(row.ourCount) }),
      [moneyText(1_234_567_89)],
      { shows: ['ourFen', 'ourCount'], align: 'right' },
    ),
    c.two(
      'theirs',
      t('渠道'),
      (row) => <Money fen={row.channelFen} />,
      (row) => t('{n} 笔', { n: countText(row.channelCount) }),
      [moneyText(1_234_567_89)],
      { shows: ['channelFen', 'channelCount'], align: 'right' },
    ),
    c.two(
      'diffFen',
      t('差异'),
      (row) => <Money fen={row.diffFen} change />,
      (row) => t('{n} 笔', { n: countText(row.diffCount) }),
      [moneyText(-12_345_67)],
      { shows: ['diffFen', 'diffCount'], align: 'right', sortable: true },
    ),
    c.of(
      'openCount',
      t('未处理'),
      (row) => <span className={row.openCount > 0 ? 'ui-number recon-differs' : 'ui-number'}>{countText(row.openCount)}</span>,
      '99,999',
      { align: 'right', sortable: true },
    ),
    c.text('problem', t('失败原因'), (row) => row.problemWords, { shows: ['problemWords'] }),
    c.time('endedAt', t('对账时间')),
    c.text('batchNo', t('对账批次号'), undefined, { optional: true }),
    c.of('other', t('其他流水'), (row) => orNone(row.otherCount ? moneyText(row.otherFen) : ''), moneyText(12_345_67), {
      optional: true,
      align: 'right',
      shows: ['otherFen'],
    }),
  ],
  actions: [
    {
      key: 'run',
      label: runLabel,
      letter: 'R',
      may: reconciliationCalls.run,
      can: mayRun,
      confirm: {
        send: ({ batchId }) => sendCall(reconciliationCalls.run, { batchId }),
        done: t('已开始对账'),
        refreshes: reconReads,
      },
    },
  ],
}))

/** Each day's statements beside what we hold, with the month above them. */
export default function BatchesScreen() {
  const [uploading, setUploading] = useState(false)
  const [fetching, setFetching] = useState(false)
  const mayRunThem = useCan('recon.run')
  const actions = (
    <>
      <Button onClick={() => setFetching(true)}>{t('拉取账单')}</Button>
      <Button onClick={() => setUploading(true)}>{t('上传账单')}</Button>
    </>
  )
  return (
    <Page title={t('对账批次')} fill actions={mayRunThem ? actions : null}>
      <div className="recon-whole">
        <MonthDays />
        <Batches />
      </div>
      <WhenOpened open={fetching}>
        <FetchForm open={fetching} onClose={() => setFetching(false)} />
      </WhenOpened>
      <WhenOpened open={uploading}>
        <UploadDialog open={uploading} onClose={() => setUploading(false)} />
      </WhenOpened>
    </Page>
  )
}
