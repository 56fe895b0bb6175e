import { type FinanceWithdrawal, withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { withdrawalActionText } from '@chauffeur/contract/finance/withdrawal-review-model'
import type { Job } from '@chauffeur/contract/operations/job'
import { Button, Drawer } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useKept } from '#kit/detail/use-kept.ts'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { MoneyField } from '#kit/fields/number-fields.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { isUnderWay } from '#kit/jobs/job.view.ts'
import { JobProgress } from '#kit/jobs/job-progress.tsx'
import { useJob } from '#kit/jobs/use-jobs.ts'
import { refresh, useCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { Check } from '../withdrawal-life/action.dialog.tsx'
import { State } from './review.columns.tsx'
import type { BulkWork } from './review-bulk.tsx'
import { flagsWords, whyNot, withdrawalReads } from './review.view.ts'

interface BulkDrawerProps {
  work: BulkWork | null
  onClose: (done: boolean) => void
}

/** Many at once: which of them it can be done to and what they come to, the sum typed once more, then what became of each. */
export default function BulkDrawer({ work: asked, onClose }: BulkDrawerProps) {
  const work = useKept(asked)
  const [jobId, setJobId] = useState<string | null>(null)
  const title = work ? t('批量{what}', { what: tr(withdrawalActionText[work.action]) }) : ''
  const close = () => {
    onClose(jobId !== null)
    setJobId(null)
  }
  return (
    <Drawer open={asked !== null} title={title} size={820} onClose={close} mask={{ closable: jobId !== null }} destroyOnHidden>
      {work ? <Work work={work} jobId={jobId} onStarted={setJobId} onClose={close} /> : null}
    </Drawer>
  )
}

interface WorkProps {
  work: BulkWork
  jobId: string | null
  onStarted: (jobId: string) => void
  onClose: () => void
}

function Work({ work, jobId, onStarted, onClose }: WorkProps) {
  /** Caught when the work begins: a filter would find others by then. */
  const [begun, setBegun] = useState<readonly FinanceWithdrawal[] | null>(null)
  const input = begun ? { withdrawalIds: begun.map(({ withdrawalId }) => withdrawalId), pageNo: 1, pageSize: begun.length } : work.found
  const query = useCall(withdrawalReviewCalls.list, input, { saysRefusals: true, keepPrevious: true })
  const job = useJob(jobId)
  // Each row shows how it stands while the work comes on, and the list behind it too.
  const cameOn = job && `${job.state} ${job.done}`
  useEffect(() => {
    if (cameOn) void refresh(withdrawalReads)
  }, [cameOn])
  return (
    <Async query={query} skeleton={<Skeleton lines={10} />}>
      {({ rows }) =>
        begun ? (
          <Outcome begun={begun} rows={rows} job={job} onClose={onClose} />
        ) : (
          <Question
            work={work}
            rows={rows}
            onStarted={(can, id) => {
              setBegun(can)
              onStarted(id)
            }}
            onClose={onClose}
          />
        )
      }
    </Async>
  )
}

interface QuestionProps {
  work: BulkWork
  rows: readonly FinanceWithdrawal[]
  onStarted: (rows: readonly FinanceWithdrawal[], jobId: string) => void
  onClose: () => void
}
interface Values {
  totalFen: number
  reason?: string
}

function Question({ work: { action }, rows, onStarted, onClose }: QuestionProps) {
  const rights = useCall(withdrawalReviewCalls.cities, {}, { freshS: 300, silent: true }).data
  const { send } = useSend(withdrawalReviewCalls.actOnMany, { refreshes: withdrawalReads })
  const can = rows.filter(({ allowedActions }) => allowedActions.includes(action))
  const cannot = rows.filter((row) => !can.includes(row))
  const sumOf = (key: 'applyFen' | 'netFen') => can.reduce((sum, row) => sum + row[key], 0)
  const totalFen = sumOf('applyFen')
  const what = tr(withdrawalActionText[action])
  const flagged = can.filter(({ riskFlags }) => riskFlags.length > 0).length
  const needsReason = action === 'REJECT' || (action === 'APPROVE' && flagged > 0)
  /** A form that is saved closes: here the outcome takes its place. */
  const started = useRef(false)
  const save = async ({ totalFen: typed, reason }: Values) => {
    const { jobId } = await send({
      action,
      rows: can.map(({ withdrawalId, state }) => ({ withdrawalId, state })),
      totalFen: typed,
      reason,
    })
    started.current = true
    onStarted(can, jobId)
  }
  if (can.length === 0)
    return (
      <>
        <EmptyState title={t('所选提现现在都不能{what}', { what })} hint={t('原因见每一行')} />
        <Rows rows={rows} last={{ title: t('原因'), cell: (row) => whyNot(row, rights) || t('状态不符') }} />
      </>
    )
  return (
    <>
      <p className="withdrawal-bulk-sum">
        {t('将{what} {n} 笔，申请合计 {apply}，实付合计 {net}', {
          what,
          n: can.length,
          apply: moneyText(totalFen),
          net: moneyText(sumOf('netFen')),
        })}
        {cannot.length > 0 ? t('；另有 {n} 笔不能处理，不在其中', { n: cannot.length }) : ''}
        {flagged > 0 && action !== 'REJECT' ? <strong className="ui-left-over">{t('；{n} 笔有风险提示', { n: flagged })}</strong> : null}
      </p>
      {action === 'PAY' ? <PayCheck rows={can} /> : null}
      <EditForm<Values>
        as="panel"
        title={t('确认')}
        okText={t('{what} {n} 笔', { what, n: can.length })}
        danger={action !== 'APPROVE'}
        save={save}
        saved={null}
        onClose={() => started.current || onClose()}
      >
        <MoneyField
          name="totalFen"
          label={t('输入申请合计以确认')}
          required
          min={1}
          max={100_000_000_000}
          rules={[
            {
              validator: (_, typed?: number | null) =>
                typed === undefined || typed === null || typed === totalFen
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('与合计 {sum} 不一致', { sum: moneyText(totalFen) }))),
            },
          ]}
        />
        <TextField name="reason" label={needsReason ? t('原因') : t('备注')} required={needsReason} maxLength={200} />
      </EditForm>
      <Rows rows={can} last={{ title: t('风险提示'), cell: flagsWords }} />
      {cannot.length > 0 ? (
        <>
          <h3>{t('不能处理的')}</h3>
          <Rows rows={cannot} last={{ title: t('原因'), cell: (row) => whyNot(row, rights) || t('状态不符') }} />
        </>
      ) : null}
    </>
  )
}

function PayCheck({ rows }: { rows: readonly FinanceWithdrawal[] }) {
  const query = useCall(
    withdrawalReviewCalls.amountCheck,
    { withdrawalIds: rows.map(({ withdrawalId }) => withdrawalId) },
    { silent: true },
  )
  return (
    <Async query={query} skeleton={<Skeleton lines={1} />}>
      {(check) => <Check check={check} />}
    </Async>
  )
}

interface OutcomeProps {
  begun: readonly FinanceWithdrawal[]
  rows: readonly FinanceWithdrawal[]
  job: Job | undefined
  onClose: () => void
}

function Outcome({ begun, rows, job, onClose }: OutcomeProps) {
  const now = new Map(rows.map((row) => [row.withdrawalId, row]))
  const problems = new Map(job?.parts.map(({ subject, problem }) => [subject, problem]))
  const over = job !== undefined && !isUnderWay(job)
  const shown = begun.map((row) => ({ ...row, now: now.get(row.withdrawalId) ?? row, problem: problems.get(row.withdrawNo) ?? '' }))
  const changed = ({ now: present, state, audited }: (typeof shown)[number]) =>
    present.state !== state || (present.audited !== null && audited === null)
  const refused = job?.refused ?? 0
  return (
    <>
      <JobProgress label={t('批量处理进度')} done={job?.done ?? 0} total={begun.length} active={!over} />
      <p className="withdrawal-bulk-sum" aria-live="polite">
        {over
          ? t('已结束：{done} 笔完成，{refused} 笔未完成', { done: begun.length - refused, refused })
          : t('正在逐笔处理，可以关闭，进度在右上角“任务”')}
        {job?.problem ? `${t('：')}${job.problem}` : ''}
      </p>
      <PlainTable
        label={t('每笔结果')}
        rows={shown}
        rowKey={({ withdrawalId }) => withdrawalId}
        columns={[
          { title: t('提现单号'), head: true, cell: ({ withdrawNo }) => <span className="ui-number">{withdrawNo}</span> },
          { title: t('司机'), cell: ({ driverName, driverNo }) => `${driverName} ${driverNo}` },
          { title: t('申请金额'), end: true, cell: ({ applyFen }) => <Money fen={applyFen} /> },
          { title: t('现在的状态'), cell: ({ now: present }) => <State row={present} /> },
          {
            title: t('结果'),
            cell: (row) =>
              row.problem ? (
                <Tag tone="lost">{row.problem}</Tag>
              ) : changed(row) || over ? (
                <Tag tone="done">{t('已完成')}</Tag>
              ) : (
                <Tag tone="wait">{t('待处理')}</Tag>
              ),
          },
        ]}
      />
      <p className="withdrawal-steps">
        <Button type={over ? 'primary' : 'default'} onClick={onClose}>
          {over ? t('完成') : t('转到后台')}
        </Button>
      </p>
    </>
  )
}

interface RowsProps {
  rows: readonly FinanceWithdrawal[]
  last: { title: string; cell: (row: FinanceWithdrawal) => string }
}
const Rows = ({ rows, last }: RowsProps) => (
  <PlainTable
    label={last.title}
    rows={rows}
    rowKey={({ withdrawalId }) => withdrawalId}
    columns={[
      { title: t('提现单号'), head: true, cell: ({ withdrawNo }) => <span className="ui-number">{withdrawNo}</span> },
      { title: t('司机'), cell: ({ driverName, driverNo }) => `${driverName} ${driverNo}` },
      { title: t('状态'), cell: (row) => <State row={row} /> },
      { title: t('申请金额'), end: true, cell: ({ applyFen }) => <Money fen={applyFen} /> },
      { title: t('实付金额'), end: true, cell: ({ netFen }) => <Money fen={netFen} /> },
      last,
    ]}
  />
)
