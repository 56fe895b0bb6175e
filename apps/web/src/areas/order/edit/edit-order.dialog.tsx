import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { orderReviewCalls, reviewReason, reviewReasonText } from '@chauffeur/contract/order/cancel-review'
import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { Alert, Form, Input, InputNumber, Radio, Select } from 'antd'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import type { OrderDetail } from '../order.view.ts'
import { useSeen } from '../model/seen-order.tsx'
import { useOrderSend } from '../model/use-order-send.ts'

export interface OrderDialogProps {
  order: OrderDetail
  open: boolean
  onClose: () => void
}
const required = () => [{ required: true, whitespace: true, message: t('请填写') }]

export function ContactDialog({ order, open, onClose }: OrderDialogProps) {
  const send = useOrderSend(orderEditCalls.changeContact)
  const { version, warning } = useSeen(order, open)
  const submit = async ({ contactPhone }: { contactPhone: string }) => {
    await send({ orderId: order.orderId, contactPhone, version })
    toast.success(t('联系电话已修改'))
  }
  return (
    <FormDialog<{ contactPhone: string }> open={open} title={t('修改联系电话')} okText={t('修改')} onSubmit={submit} onClose={onClose}>
      {warning}
      <Form.Item label={t('现在的联系电话')} required>
        <span className="ui-number">{order.contactPhone}</span>
      </Form.Item>
      <Form.Item name="contactPhone" label={t('新的联系电话')} rules={required()} extra={t('司机和短信从此用这个号码联系客户')}>
        <Input inputMode="tel" maxLength={20} autoFocus />
      </Form.Item>
    </FormDialog>
  )
}

export function RemarkDialog({ order, open, onClose }: OrderDialogProps) {
  const send = useOrderSend(orderEditCalls.remark)
  const submit = async ({ remark }: { remark: string }) => {
    await send({ orderId: order.orderId, remark })
    toast.success(t('备注已添加'))
  }
  return (
    <FormDialog<{ remark: string }> open={open} title={t('添加备注')} okText={t('添加')} onSubmit={submit} onClose={onClose}>
      <Form.Item name="remark" label={t('备注')} rules={required()} extra={t('只会追加，不会覆盖别人写的备注')}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3, maxRows: 6 }} autoFocus />
      </Form.Item>
    </FormDialog>
  )
}

export function RedispatchDialog({ order, open, onClose }: OrderDialogProps) {
  const send = useOrderSend(dispatchDeskCalls.redispatch)
  const { version, warning } = useSeen(order, open)
  // The order of a driver who has not begun the trip is taken from them.
  const loses = order.serviceStatus === 301 || order.serviceStatus === 302 ? order.driver : null
  const submit = async ({ radiusKm, reason }: { radiusKm?: number | null; reason: string }) => {
    const radiusM = radiusKm ? Math.round(radiusKm * 1000) : undefined
    const done = await send({ orderId: order.orderId, version, radiusM, reason })
    toast.success(t('已重新派单，半径 {km} 公里', { km: done.radiusM / 1000 }))
  }
  return (
    <FormDialog<{ radiusKm?: number | null; reason: string }>
      open={open}
      title={t('重新派单')}
      okText={t('重新派单')}
      danger={loses !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      {warning}
      {loses ? (
        <Alert
          type="warning"
          showIcon
          className="ui-form-problem"
          title={t('{name}（工号 {no}）会失去这一单，本单不会再派给该司机', { name: loses.name, no: loses.driverNo })}
          description={t('司机可继续接其他订单，不扣款，不计入取消率')}
        />
      ) : null}
      <Form.Item name="radiusKm" label={t('最大半径（公里）')} extra={t('不填则为上次的两倍')}>
        <InputNumber min={0.1} max={50} step={1} style={{ width: 140 }} autoFocus />
      </Form.Item>
      <Form.Item name="reason" label={t('原因')} rules={required()}>
        <Input maxLength={200} />
      </Form.Item>
    </FormDialog>
  )
}

export function ArrivalDialog({ order, open, onClose }: OrderDialogProps) {
  const send = useOrderSend(dispatchDeskCalls.confirmArrival)
  const { version, warning } = useSeen(order, open)
  const submit = async ({ reason }: { reason: string }) => {
    await send({ orderId: order.orderId, version, reason })
    toast.success(t('已确认司机就位'))
  }
  return (
    <FormDialog<{ reason: string }> open={open} title={t('代司机确认就位')} okText={t('确认就位')} onSubmit={submit} onClose={onClose}>
      {warning}
      <Form.Item name="reason" label={t('原因')} rules={required()} extra={t('等候计时从现在开始，原因和司机最近的位置会记入订单')}>
        <Input maxLength={200} autoFocus placeholder={t('例如：地下车库没有信号，客户确认司机已到')} />
      </Form.Item>
    </FormDialog>
  )
}

interface Dispute {
  applicant: 'DRIVER' | 'CUSTOMER'
  reason: (typeof reviewReason.options)[number]
  note: string
}
export function DisputeDialog({ order, open, onClose }: OrderDialogProps) {
  const send = useOrderSend(orderReviewCalls.apply)
  const live = order.serviceStatus === 301 || order.serviceStatus === 302
  const submit = async (values: Dispute) => {
    await send({ orderId: order.orderId, ...values })
    toast.success(t('申请已提交复核'))
  }
  return (
    <FormDialog<Dispute>
      open={open}
      title={live ? t('登记司机取消申请') : t('登记判责申诉')}
      okText={t('提交复核')}
      initial={{ applicant: live ? 'DRIVER' : 'CUSTOMER', reason: live ? 'NO_CONTACT' : 'WRONG_FAULT' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="applicant" label={t('申请人')} required>
        <Radio.Group
          options={[
            { value: 'DRIVER', label: t('司机') },
            { value: 'CUSTOMER', label: t('客户'), disabled: live },
          ]}
        />
      </Form.Item>
      <Form.Item name="reason" label={t('原因')} required>
        <Select options={reviewReason.options.map((value) => ({ value, label: tr(reviewReasonText[value]) }))} />
      </Form.Item>
      <Form.Item
        name="note"
        label={t('情况说明')}
        rules={required()}
        extra={live ? t('须在 2 分钟内处理，超时按规则自动处理') : t('须在 24 小时内处理，超时维持原判')}
      >
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
      </Form.Item>
    </FormDialog>
  )
}

export function PartnerDialog({ order, open, onClose }: OrderDialogProps) {
  const send = useOrderSend(orderEditCalls.mapBooking)
  const submit = async ({ partnerBookingId }: { partnerBookingId: string }) => {
    await send({ bookingId: order.bookingId, partnerBookingId })
    toast.success(t('合作方单号已登记'))
  }
  return (
    <FormDialog<{ partnerBookingId: string }> open={open} title={t('登记合作方单号')} onSubmit={submit} onClose={onClose}>
      <Form.Item name="partnerBookingId" label={t('合作方单号')} rules={required()} extra={t('同一渠道内唯一，登记后不能改为其他单号')}>
        <Input maxLength={64} autoFocus />
      </Form.Item>
    </FormDialog>
  )
}
