import { type PointAdjustment, pointCalls } from '@chauffeur/contract/customer/points'
import { pointAdjustmentStateText } from '@chauffeur/contract/customer/points-model'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField } from '#kit/fields/text-fields.tsx'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { adjustmentTone, signedPoints } from './points.view.ts'
import './points.css'

const decision =
  (approve: boolean) =>
  ({ row, open, onClose }: RowDialogProps<PointAdjustment>) => (
    <CallForm
      call={pointCalls.decide}
      open={open}
      title={
        approve
          ? t('批准 {name} 的积分调整 {points}', { name: row.customerName || row.phone, points: signedPoints(row.points) })
          : t('驳回 {name} 的积分调整 {points}', { name: row.customerName || row.phone, points: signedPoints(row.points) })
      }
      okText={approve ? t('批准') : t('驳回')}
      danger={!approve}
      beside={() => ({ adjustmentId: row.adjustmentId, version: row.version, approve })}
      onClose={onClose}
    >
      <LongTextField name="note" label={t('审批意见')} required={!approve} maxLength={200} />
    </CallForm>
  )
const Approve = decision(true)
const Refuse = decision(false)

/** Points given and taken by hand, and those that wait for a second person. */
export default defineList(pointCalls.adjustments, ({ c, f }) => ({
  name: 'customer.pointAdjustments',
  title: t('积分调整'),
  rowKey: (row) => row.adjustmentId,
  rowName: (row) => `${row.customerName || row.phone} ${signedPoints(row.points)}`,
  open: (row) => `/customers/user_info?customerId=${row.customerId}`,
  fills: t('在客户详情的积分里调整；达到审批分数的由另一人在此批准。'),
  filters: [f.pick('customer'), f.word('state', t('状态'), pointAdjustmentStateText as Record<string, string>)],
  columns: [
    c.time('askedAt', t('申请时间')),
    c.person(
      'customer',
      t('客户'),
      (row) => row.customerName,
      (row) => row.phone,
      { shows: ['customerName', 'phone'] },
    ),
    c.of(
      'points',
      t('积分'),
      ({ points }) => <span className={`ui-number ${points < 0 ? 'points-out' : 'points-in'}`}>{signedPoints(points)}</span>,
      '+10,000,000',
      { align: 'right' },
    ),
    c.text('reason', t('原因'), undefined, { grow: true }),
    c.status('state', t('状态'), pointAdjustmentStateText, adjustmentTone),
    c.text('askedBy', t('申请人'), undefined, { like: letters(4) }),
    c.text('decidedBy', t('审批人'), undefined, { like: letters(4) }),
    c.text('note', t('审批意见')),
  ],
  actions: [
    { key: 'approve', label: t('批准'), letter: 'A', Dialog: Approve },
    { key: 'refuse', label: t('驳回'), danger: true, Dialog: Refuse },
    {
      key: 'takeBack',
      label: t('撤回'),
      confirm: {
        send: ({ adjustmentId, version }) => sendCall(pointCalls.takeBack, { adjustmentId, version }),
        done: t('已撤回'),
      },
    },
  ],
}))
