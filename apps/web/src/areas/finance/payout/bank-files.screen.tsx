import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { jobCalls } from '@chauffeur/contract/operations/job'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Button } from 'antd'
import { useState } from 'react'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CityField } from '#kit/pickers/city-field.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { refresh, useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { withdrawalReads } from '../withdrawal-review/review.view.ts'
import { FormatsPanel } from './formats.panel.tsx'
import './payout.css'

const LinesDrawer = lazyPiece(() => import('./bank-lines.drawer.tsx'))
const ImportDialog = lazyPiece(() => import('#kit/import/import.dialog.tsx'))

export type BankFile = AnswerOf<typeof payoutCalls.bankFiles>['rows'][number]
const reads = [payoutCalls.bankFiles, payoutCalls.bankLines]

/** Files for the bank: what waits is put into one, it is downloaded, and the bank's answer is brought in line by line. */
export default function BankFilesScreen() {
  const query = useCall(payoutCalls.bankFiles, {}, { saysRefusals: true })
  const cities = useCities()
  const [making, setMaking] = useState(false)
  const [looking, setLooking] = useState<BankFile | null>(null)
  const [bringing, setBringing] = useState<{ batch: BankFile; open: boolean } | null>(null)
  return (
    <Page
      title={t('银行代发')}
      extra={t('一笔付款只进入一个批次；下载文件给银行，再导入银行的结果')}
      actions={
        <Button type="primary" onClick={() => setMaking(true)}>
          {t('生成批次')}
        </Button>
      }
    >
      <Async
        query={query}
        skeleton={<Skeleton lines={6} />}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<EmptyState title={t('还没有银行批次')} hint={t('提现打款走银行代发后，在这里生成文件')} />}
      >
        {({ rows }) => (
          <div className="payout-wide payout-files">
            <PlainTable
              label={t('银行代发')}
              rows={rows}
              rowKey={({ batchId }) => batchId}
              columns={[
                {
                  title: t('批次号'),
                  head: true,
                  cell: (row) => (
                    <button type="button" className="ui-text-button ui-number" onClick={() => setLooking(row)}>
                      {row.batchNo}
                    </button>
                  ),
                },
                { title: t('城市'), cell: ({ cityId }) => cities.words([cityId]) },
                { title: t('笔数'), end: true, cell: ({ payments }) => payments },
                { title: t('合计'), end: true, cell: ({ totalFen }) => <Money fen={totalFen} /> },
                { title: t('银行结果'), cell: (row) => <Answered row={row} /> },
                { title: t('生成'), cell: ({ madeByName }) => madeByName },
                { title: t('时间'), cell: ({ madeAt }) => <Time at={madeAt} as="short" /> },
                {
                  title: t('操作'),
                  cell: (row) => (
                    <span className="payout-row-actions">
                      <Download row={row} />
                      <Button size="small" onClick={() => setBringing({ batch: row, open: true })}>
                        {t('导入银行结果')}
                      </Button>
                    </span>
                  ),
                },
              ]}
            />
          </div>
        )}
      </Async>
      <FormatsPanel />
      <MakeDialog open={making} onClose={() => setMaking(false)} />
      <WhenOpened open={looking !== null}>
        <LinesDrawer row={looking} onClose={() => setLooking(null)} />
      </WhenOpened>
      {bringing ? (
        <WhenOpened open={bringing.open}>
          <ImportDialog
            kind={{
              kind: 'finance.bankResult',
              title: t('银行结果 {no}', { no: bringing.batch.batchNo }),
              may: payoutCalls.makeBankFile,
              hint: t('每行一笔：付款单号、结果（成功、失败或退票）、交易时间，可附金额、银行流水号和原因。重复导入不会重复记账。'),
              example: t('{no}，成功，2026-11-23 10:05', { no: 'W2611230000001A1…' }),
              refreshes: [...reads, ...withdrawalReads],
            }}
            into={{ batchId: bringing.batch.batchId }}
            open={bringing.open}
            onClose={() => setBringing({ ...bringing, open: false })}
          />
        </WhenOpened>
      ) : null}
    </Page>
  )
}

/** How much of it the bank has answered. */
function Answered({ row: { payments, paid, failed } }: { row: BankFile }) {
  const waiting = payments - paid - failed
  return (
    <span className="payout-answered">
      {waiting > 0 ? <Tag tone="wait">{t('待回 {n}', { n: waiting })}</Tag> : null}
      {paid > 0 ? <Tag tone="done">{t('成功 {n}', { n: paid })}</Tag> : null}
      {failed > 0 ? <Tag tone="lost">{t('失败 {n}', { n: failed })}</Tag> : null}
    </span>
  )
}

/** The file holds whole account numbers: it is written as a job of whoever asked, and taken from there. */
function Download({ row: { batchId } }: { row: BankFile }) {
  const { send, pending } = useSend(payoutCalls.writeBankFile)
  const write = (format: 'XLSX' | 'CSV') =>
    void send({ batchId, format }).then(
      () => {
        toast.success(t('正在写文件，完成后在右上角“任务”里下载'))
        void refresh([jobCalls.list])
      },
      (error: Error) => toast.error(error.message),
    )
  return (
    <>
      <Button size="small" loading={pending} onClick={() => write('XLSX')}>
        {t('下载 {format}', { format: 'XLSX' })}
      </Button>
      <Button size="small" loading={pending} onClick={() => write('CSV')}>
        {t('下载 {format}', { format: 'CSV' })}
      </Button>
    </>
  )
}

const MakeDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <CallForm
    call={payoutCalls.makeBankFile}
    refreshes={[...reads, ...withdrawalReads]}
    open={open}
    title={t('生成银行代发批次')}
    okText={t('生成')}
    saved={({ batchNo, payments, totalFen }) => t('{no}：{n} 笔，{sum}', { no: batchNo, n: payments, sum: moneyText(totalFen) })}
    onClose={onClose}
  >
    <p>{t('该城市走银行代发、还不在任何批次里的付款，最多 1,000 笔进入一个批次。')}</p>
    <CityField name="cityId" label={t('城市')} required />
  </CallForm>
)
