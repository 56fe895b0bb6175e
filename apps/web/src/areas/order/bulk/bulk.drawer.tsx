import {
  BULK_LIMIT,
  bulkAction,
  type BulkAction,
  bulkActionNeeds,
  bulkActionText,
  orderBulkCalls,
  type BulkRowState,
} from '@chauffeur/contract/order/bulk'
import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import { Alert, Button, Drawer, Form, Input, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { refresh, sendCall } from '#platform/http/call.ts'
import { useSession } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { driverConsequences, verdictText, verdictTone } from '#shared/order/cancel.view.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { JobProgress } from '#kit/jobs/job-progress.tsx'
import { none, orNone } from '#kit/list/columns.tsx'
import { PlainTable, type PlainColumn } from '#ui/table/plain-table.tsx'
import { Money } from '#ui/show/money.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Tag } from '#ui/show/tag.tsx'
import type { Tone } from '#ui/show/tag.tsx'
import { detailPath } from '../order.view.ts'
import { orderReads } from '#shared/order-actions/use-order-send.ts'
import '../order.css'
import './bulk.css'

type Whole = AnswerOf<typeof orderBulkCalls.prepare>
export type BulkSelection = Pick<InputOf<typeof orderBulkCalls.prepare>, 'orderIds' | 'filter'>
/** What the drawer works on: a choice of orders, or a job that was left. */
export type BulkWork = { chosen: BulkSelection; count: number } | { jobId: string }

const stateText: Record<BulkRowState, string> = { WAITING: '待处理', DONE: '已完成', FAILED: '失败', SKIPPED: '跳过' }
const stateTone: Record<BulkRowState, Tone> = { WAITING: 'wait', DONE: 'done', FAILED: 'lost', SKIPPED: 'off' }

/** How often work that goes on is looked at. */
const LOOK_MS = 1_000

/** Work on many orders: what would happen is shown first, then row by row what did; it goes on by itself, can be left, stopped and tried again. */
export function BulkDrawer({ work, onClose }: { work: BulkWork | null; onClose: (changed: boolean) => void }) {
  const [job, setJob] = useState<Whole | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const changed = useRef(false)
  /** The work in hand. One that was left running in the background goes on, and shows nothing in the next one's place. */
  const hand = useRef({})

  const attempt = async (act: (show: (whole: Whole) => void) => Promise<void>) => {
    const mine = hand.current
    const inHand = () => hand.current === mine
    const show = (whole: Whole) => {
      if (inHand()) setJob(whole)
    }
    setProblem('')
    setBusy(true)
    try {
      await act(show)
    } catch (error) {
      if (inHand()) setProblem(faultOf(error).hint)
    } finally {
      if (inHand()) setBusy(false)
    }
  }
  /** Shows how far it is until it is over, and then what became of the orders. */
  const follow = async (jobId: string, show: (whole: Whole) => void) => {
    changed.current = true
    try {
      for (;;) {
        const whole = await sendCall(orderBulkCalls.get, { jobId })
        show(whole)
        if (whole.state !== 'RUNNING') return
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    } finally {
      void refresh([...orderReads, orderBulkCalls.unfinished])
    }
  }
  useEffect(() => {
    hand.current = {}
    changed.current = false
    setJob(null)
    setProblem('')
    setBusy(false)
    if (work && 'jobId' in work) void attempt((show) => follow(work.jobId, show))
  }, [work])

  const prepare = ({ action, text, byCustomer }: { action: BulkAction; text: string; byCustomer: boolean }) =>
    attempt(async (show) => {
      if (!work || !('chosen' in work)) return
      show(await sendCall(orderBulkCalls.prepare, { action, text, byCustomer, ...work.chosen }))
    })
  const run = ({ jobId }: Whole) =>
    attempt(async (show) => {
      await sendCall(orderBulkCalls.start, { jobId })
      await follow(jobId, show)
    })
  /** Whoever follows it sees it end. */
  const stop = ({ jobId }: Whole) =>
    void sendCall(orderBulkCalls.stop, { jobId }).catch((error: unknown) => setProblem(faultOf(error).hint))
  const retry = (of: Whole) => attempt(async (show) => show(await sendCall(orderBulkCalls.retry, { jobId: of.jobId })))

  const over = job ? job.done + job.failed + job.skipped : 0
  const close = () => onClose(changed.current)
  return (
    <Drawer
      open={work !== null}
      title={job ? tr(bulkActionText[job.action]) : t('批量操作')}
      size={720}
      onClose={close}
      mask={{ closable: !busy }}
      destroyOnHidden
      footer={
        <div className="ui-dialog-footer">
          <Button onClick={close}>{busy && job ? t('转到后台') : t('关闭')}</Button>
          {job?.state === 'RUNNING' && busy ? (
            <Button danger onClick={() => stop(job)}>
              {t('停止')}
            </Button>
          ) : null}
          {job && !busy && job.failed > 0 ? (
            <Button onClick={() => void retry(job)}>{t('重试失败的 {n} 单', { n: job.failed })}</Button>
          ) : null}
          {job && !busy && job.waiting > 0 && job.state !== 'STOPPED' ? (
            <Button type="primary" danger={job.action === 'CANCEL'} onClick={() => void run(job)}>
              {job.done === 0 ? t('开始处理 {n} 单', { n: job.waiting }) : t('继续处理 {n} 单', { n: job.waiting })}
            </Button>
          ) : null}
        </div>
      }
    >
      {problem ? <Alert type="error" showIcon role="alert" title={problem} className="ui-form-problem" /> : null}
      {job ? (
        <>
          <JobProgress label={t('批量处理进度')} done={over} total={job.total} active={busy} />
          <p className="order-bulk-figures" aria-live="polite">
            {t('共 {n} 单', { n: job.total })} · {t('完成 {n}', { n: job.done })} · {t('失败 {n}', { n: job.failed })} ·{' '}
            {t('跳过 {n}', { n: job.skipped })} · {t('待处理 {n}', { n: job.waiting })}
            {job.action === 'CANCEL' ? (
              <>
                {' · '}
                {t('取消费合计')} <Money fen={job.feeFen} /> · {t('扣司机合计')} <Money fen={job.penaltyFen} />
                {job.penalties > 0 ? t('（{n} 单）', { n: job.penalties }) : null}
              </>
            ) : null}
          </p>
          <Rows job={job} />
        </>
      ) : work && 'chosen' in work ? (
        <BulkQuestion count={work.count} busy={busy} onSubmit={prepare} />
      ) : null}
    </Drawer>
  )
}

function BulkQuestion({
  count,
  busy,
  onSubmit,
}: {
  count: number
  busy: boolean
  onSubmit: (values: { action: BulkAction; text: string; byCustomer: boolean }) => void
}) {
  const may = useSession((state) => state.permissions)
  const actions = bulkAction.options.filter((action) => may.includes(bulkActionNeeds[action]))
  return (
    <Form
      layout="vertical"
      requiredMark={false}
      disabled={busy}
      initialValues={{ action: actions[0], byCustomer: false }}
      onFinish={({ action, text, byCustomer }: { action: BulkAction; text: string; byCustomer?: boolean }) =>
        onSubmit({ action, text, byCustomer: byCustomer ?? false })
      }
    >
      <p>{t('已选 {n} 单，一次最多 {limit} 单。下一步先预览，不会改动订单。', { n: count, limit: BULK_LIMIT })}</p>
      <Form.Item name="action" label={t('操作')} rules={[{ required: true, message: t('您没有可用的批量操作') }]}>
        <Radio.Group options={actions.map((value) => ({ value, label: tr(bulkActionText[value]) }))} />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) =>
          getFieldValue('action') === 'CANCEL' ? (
            <Form.Item name="byCustomer" label={t('谁要求取消')} required>
              <Radio.Group
                options={[
                  { value: false, label: t('客服决定') },
                  { value: true, label: t('客户要求') },
                ]}
              />
            </Form.Item>
          ) : null
        }
      </Form.Item>
      <Form.Item name="text" label={t('备注或原因')} rules={[{ required: true, whitespace: true, message: t('请填写') }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('预览')}
      </Button>
    </Form>
  )
}

function Rows({ job }: { job: Whole }) {
  const columns: PlainColumn<Whole['rows'][number]>[] = [
    {
      title: t('订单号'),
      head: true,
      cell: (row) => (
        <a className="ui-link ui-number" href={`#${detailPath(row.orderId)}`}>
          {row.orderNo}
        </a>
      ),
    },
    { title: t('服务状态'), cell: (row) => <StatusTag service={row.serviceStatus} /> },
    ...(job.action === 'CANCEL' ? judged() : []),
    {
      title: t('结果'),
      cell: (row) => (
        <>
          <Tag tone={stateTone[row.state]}>{tr(stateText[row.state])}</Tag>
          {row.problem ? <div className="order-step-by">{row.problem}</div> : null}
        </>
      ),
    },
  ]
  return <PlainTable rows={job.rows} rowKey={({ orderId }) => orderId} columns={columns} label={t('批量操作')} />
}

/** What a cancellation costs whom. */
const judged = (): PlainColumn<Whole['rows'][number]>[] => [
  { title: t('判责'), cell: ({ verdict }) => (verdict ? <Tag tone={verdictTone[verdict]}>{tr(verdictText[verdict])}</Tag> : none) },
  { title: t('取消费'), end: true, cell: (row) => <Money fen={row.feeFen} /> },
  { title: t('对司机'), cell: ({ consequence }) => orNone(consequence && driverConsequences(consequence).join(t('，'))) },
]
