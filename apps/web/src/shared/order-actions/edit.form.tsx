import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { Alert } from 'antd'
import { LongTextField, PhoneField, TextField, UnitField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { OrderForm, type OrderFormProps } from './order.form.tsx'

export function ContactForm(props: OrderFormProps) {
  const { orderId, contactPhone } = props.order
  return (
    <OrderForm
      {...props}
      call={orderEditCalls.changeContact}
      input={(values, version) => ({ ...values, orderId, version })}
      title={t('修改联系电话')}
      okText={t('修改')}
      saved={t('联系电话已修改')}
    >
      {contactPhone ? (
        <p>
          {t('现在的联系电话')} <span className="ui-number">{contactPhone}</span>
        </p>
      ) : null}
      <PhoneField name="contactPhone" label={t('新的联系电话')} required hint={t('司机和短信从此用这个号码联系客户')} />
    </OrderForm>
  )
}

export function RemarkForm(props: OrderFormProps) {
  const Remark = props.as === 'panel' ? TextField : LongTextField
  return (
    <OrderForm
      {...props}
      call={orderEditCalls.remark}
      input={({ remark }) => ({ orderId: props.order.orderId, remark })}
      unseen
      title={t('添加订单备注')}
      okText={t('添加')}
      saved={t('备注已添加')}
    >
      <Remark name="remark" label={t('备注')} required hint={t('只会追加，不会覆盖别人写的备注')} maxLength={200} />
    </OrderForm>
  )
}

/** Searches again, wider; the order may go on as the next attempt of its booking. */
export function RedispatchForm(props: OrderFormProps) {
  const { orderId, serviceStatus, driver } = props.order
  // The order of a driver who has not begun the trip is taken from them.
  const loses = serviceStatus === 301 || serviceStatus === 302 ? driver : null
  const atDesk = props.as === 'panel'
  return (
    <OrderForm
      {...props}
      call={dispatchDeskCalls.redispatch}
      input={({ radiusM, reason }, version) => ({ orderId, version, radiusM, reason: reason?.trim() || t('扩大范围寻找司机') })}
      title={t('扩大范围重新派单')}
      okText={t('重新派单')}
      danger={loses !== null}
      saved={({ radiusM }) => t('已重新派单，半径 {km} 公里', { km: radiusM / 1000 })}
      onSaved={(answer) => props.onMoved?.(answer.orderId, answer.orderNo)}
    >
      {loses ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="ui-form-problem"
          title={t('{name} 会失去这一单（工号 {no}），本单不会再派给该司机', { name: loses.name, no: loses.driverNo })}
          description={t('司机可继续接其他订单，不扣款，不计入取消率')}
        />
      ) : null}
      <UnitField
        name="radiusM"
        label={t('最大半径')}
        hint={t('不填则为上次的两倍')}
        min={100}
        max={50_000}
        step={1000}
        unit={{ per: 1000, precision: 1, suffix: t('公里') }}
      />
      <TextField name="reason" label={t('原因')} required={!atDesk} placeholder={t('扩大范围寻找司机')} maxLength={200} />
    </OrderForm>
  )
}

/** For a driver whose telephone cannot say that they are at the pick-up. */
export function ArrivalForm(props: OrderFormProps) {
  return (
    <OrderForm
      {...props}
      call={dispatchDeskCalls.confirmArrival}
      input={({ reason }, version) => ({ orderId: props.order.orderId, version, reason })}
      title={t('代司机确认就位')}
      okText={t('确认就位')}
      saved={t('已确认司机就位')}
    >
      <TextField
        name="reason"
        label={t('原因')}
        required
        hint={t('等候计时从现在开始，原因和司机最近的位置会记入订单')}
        placeholder={t('例如：地下车库没有信号，客户确认司机已到')}
        maxLength={200}
      />
    </OrderForm>
  )
}
