import { reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { reconBatchStateText } from '@chauffeur/contract/finance/reconciliation-model'
import { reconChannelText, reconKindText } from '@chauffeur/contract/finance/statement'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { toast } from '#platform/browser/events.ts'
import { refresh, sendCall, useCall, useSend } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { t, tr } from '#platform/text/text.ts'
import { defineDetail, DetailPage } from '#kit/detail/detail-page.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { keepFile } from '#kit/jobs/download.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Panel } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { Faults } from '../statement/faults.tsx'
import { ItemList } from './items.list.tsx'
import { type Batch, BATCHES, batchTone, mayRun, reconReads, runLabel } from './reconciliation.view.ts'
import './reconciliation.css'

const UploadDialog = lazyPiece(() => import('../statement/upload.dialog.tsx'))

export default defineDetail(
  'batchId',
  () => ({ title: t('批量交易明细'), noId: t('地址里没有批次编号'), list: [BATCHES, t('去对账批次')] }),
  BatchPage,
)

function BatchPage({ id: batchId }: { id: string }) {
  const query = useCall(reconciliationCalls.batch, { batchId }, { saysRefusals: true, refetchIntervalS: usePollS(2) })
  const toNow = () => void refresh([reconciliationCalls.batch])
  useLive('reconciliation', (event) => event.batchId === batchId && toNow(), { onGap: toNow })
  const [uploading, setUploading] = useState(false)
  const runNo = query.data?.runNo
  const shownRun = useRef(runNo)
  useEffect(() => {
    // The items below are those of the run before.
    if (shownRun.current !== undefined && shownRun.current !== runNo) void refresh([reconciliationCalls.details])
    shownRun.current = runNo
  }, [runNo])
  const run = useSend(reconciliationCalls.run, { refreshes: reconReads })
  const again = () =>
    void run
      .send({ batchId })
      .then(() => toast.success(t('已开始对账')))
      .catch(() => undefined)
  return (
    <>
      <DetailPage
        query={query}
        fill
        title={({ billDate, kind }) => `${billDate} ${tr(reconKindText[kind])}`}
        tabTitle={({ billDate }) => t('对账 {day}', { day: billDate })}
        status={({ state }) => <Tag tone={batchTone[state]}>{tr(reconBatchStateText[state])}</Tag>}
        actions={(row) => (
          <>
            {row.file ? <Button onClick={() => void download(batchId).catch(() => undefined)}>{t('下载账单')}</Button> : null}
            {row.allowedActions.includes('upload') ? <Button onClick={() => setUploading(true)}>{t('上传账单')}</Button> : null}
            {mayRun(row) ? (
              <Button type="primary" loading={run.pending} onClick={again}>
                {runLabel(row)}
              </Button>
            ) : null}
          </>
        )}
      >
        {(row) => (
          <div className="recon-whole">
            <Sums row={row} />
            {row.problem ? <Problem row={row} /> : null}
            <Statement row={row} />
            <ItemList batchId={batchId} />
          </div>
        )}
      </DetailPage>
      {query.data ? (
        <WhenOpened open={uploading}>
          <UploadDialog open={uploading} of={query.data} onClose={() => setUploading(false)} />
        </WhenOpened>
      ) : null}
    </>
  )
}

const download = async (batchId: string) => keepFile((await sendCall(reconciliationCalls.statementFile, { batchId })).url)

function Sums({ row }: { row: Batch }) {
  const items = (count: number) => t('{n} 笔', { n: countText(count) })
  return (
    <StatTiles
      label={t('对账结果')}
      stats={[
        { name: t('我方'), value: <Money fen={row.ourFen} />, note: items(row.ourCount) },
        { name: t('渠道'), value: <Money fen={row.channelFen} />, note: items(row.channelCount) },
        { name: t('差异'), value: <Money fen={row.diffFen} change />, note: items(row.diffCount), alarm: row.diffFen !== 0 },
        { name: t('未处理'), value: countText(row.openCount), note: t('笔差异'), alarm: row.openCount > 0 },
        { name: t('其他流水'), value: <Money fen={row.otherFen} change />, note: items(row.otherCount) },
      ]}
    />
  )
}

function Problem({ row }: { row: Batch }) {
  return (
    <Alert
      type="error"
      role="alert"
      showIcon
      className="recon-problem"
      title={row.problemWords}
      description={
        <>
          {row.nextTryAt ? (
            <p className="recon-problem">
              {t('将自动重试：')}
              <Time at={row.nextTryAt} as="short" />
            </p>
          ) : null}
          <Faults faults={row.faults} />
        </>
      }
    />
  )
}

function Statement({ row }: { row: Batch }) {
  const { file } = row
  return (
    <Panel>
      <Facts
        as="tiles"
        label={t('渠道账单')}
        facts={[
          [t('渠道 / 账号'), `${tr(reconChannelText[row.channel])} ${row.merchantNo}`],
          [t('账单文件'), file?.name],
          [t('账单行数'), file ? countText(file.rows) : null],
          file && [
            'SHA1',
            <span key="sha1" className="recon-mono">
              {file.sha1}
            </span>,
          ],
          [t('账单获取时间'), file ? <Time key="at" at={file.downloadedAt} as="exact" /> : null],
          [t('对账次数'), row.runNo],
          [t('对账时间'), <Time key="ended" at={row.endedAt} as="exact" />],
        ]}
      />
    </Panel>
  )
}
