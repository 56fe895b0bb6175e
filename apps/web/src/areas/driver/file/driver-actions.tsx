import { type DriverInfo, driverFileCalls, remarkType, remarkTypeText } from '@chauffeur/contract/driver/file'
import { driverCalls } from '@chauffeur/contract/driver/list'
import { Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import './file.css'

export const driverReads = [driverFileCalls.info, driverCalls.list, driverCalls.orgList]

type ChangedDriver = Pick<DriverInfo, 'driverId' | 'driverNo' | 'name' | 'currentOrderId' | 'disabledReason'>
export type DriverChange = { what: 'remark' | 'disable' | 'enable'; driver: ChangedDriver }

/** The dialogs in which an operator writes a remark on a driver, disables or enables them. */
export function DriverActions({ asked, onClose }: { asked: DriverChange | null; onClose: () => void }) {
  const [last, setLast] = useState(asked)
  if (asked !== null && asked !== last) setLast(asked)
  if (!last) return null
  return last.what === 'remark' ? (
    <RemarkDialog open={asked !== null} driver={last.driver} onClose={onClose} />
  ) : (
    <DisableDialog open={asked !== null} disable={last.what === 'disable'} driver={last.driver} onClose={onClose} />
  )
}

interface RemarkValues {
  type: (typeof remarkType.options)[number]
  text: string
  orderNo?: string
}

function RemarkDialog({ open, driver, onClose }: { open: boolean; driver: ChangedDriver; onClose: () => void }) {
  const add = useSend(driverFileCalls.remark, { refreshes: driverReads })
  return (
    <FormDialog<RemarkValues>
      open={open}
      title={t('备注司机 {name}', { name: `${driver.name} ${driver.driverNo}` })}
      initial={{ type: 'NOTE' }}
      onSubmit={async (values) => {
        await add.send({ driverId: driver.driverId, ...values })
        toast.success(t('已添加备注'))
      }}
      onClose={onClose}
    >
      <RemarkFields />
    </FormDialog>
  )
}

export function RemarkFields() {
  return (
    <>
      <Form.Item name="type" label={t('类型')} rules={[{ required: true }]}>
        <Select options={remarkType.options.map((value) => ({ value, label: tr(remarkTypeText[value]) }))} />
      </Form.Item>
      <Form.Item name="text" label={t('内容')} rules={[{ required: true, whitespace: true, message: t('请输入备注内容') }]}>
        <Input.TextArea rows={3} maxLength={500} showCount autoFocus />
      </Form.Item>
      <Form.Item name="orderNo" label={t('相关订单号')}>
        <Input maxLength={30} autoComplete="off" spellCheck={false} />
      </Form.Item>
    </>
  )
}

interface DisableValues {
  reason: string
  wallet: 'FROZEN' | 'OPEN'
}

function DisableDialog({
  open,
  disable,
  driver,
  onClose,
}: {
  open: boolean
  disable: boolean
  driver: ChangedDriver
  onClose: () => void
}) {
  const send = useSend(driverFileCalls.disable, { refreshes: driverReads })
  const name = `${driver.name} ${driver.driverNo}`
  return (
    <FormDialog<DisableValues>
      open={open}
      title={disable ? t('停用司机 {name}', { name }) : t('启用司机 {name}', { name })}
      okText={disable ? t('停用') : t('启用')}
      danger={disable}
      initial={{ wallet: 'FROZEN' }}
      onSubmit={async ({ reason, wallet }) => {
        const { afterTrip } = await send.send({
          driverId: driver.driverId,
          disable,
          reason,
          ...(disable && { freezeWallet: wallet === 'FROZEN' }),
        })
        toast.success(disable ? (afterTrip ? t('已停用：当前行程结束后下线') : t('已停用并下线')) : t('已启用'))
      }}
      onClose={onClose}
    >
      <p className="driver-sentence">
        {disable
          ? driver.currentOrderId
            ? t('司机有进行中的订单：行程照常完成，报单后自动下线，之后不能再上线。')
            : t('停用后司机立即下线，不能接单，直到重新启用。')
          : t('停用原因：{reason}', { reason: driver.disabledReason })}
      </p>
      {disable ? (
        <Form.Item name="wallet" label={t('账户余额')} extra={t('余额始终是司机的；重新启用后登录与提现都恢复。')} required>
          <Radio.Group
            options={[
              { value: 'FROZEN', label: t('冻结：退出登录，不能再登录和提现') },
              { value: 'OPEN', label: t('不冻结：仍可登录并提现，不能上线') },
            ]}
          />
        </Form.Item>
      ) : (
        <p className="driver-sentence">{t('启用后司机可以登录、上线和提现。')}</p>
      )}
      <Form.Item
        name="reason"
        label={disable ? t('停用理由') : t('启用理由')}
        rules={[{ required: true, whitespace: true, message: t('请填写理由') }]}
      >
        <Input.TextArea rows={2} maxLength={200} showCount autoFocus />
      </Form.Item>
    </FormDialog>
  )
}
