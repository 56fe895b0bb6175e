import {
  orderEditCalls,
  type OrderMessageKind,
  orderMessageKindText,
  orderMessageWay,
  orderMessageWayText,
} from '@chauffeur/contract/order/edit'
import { Form, Input, Radio } from 'antd'
import { RefusalError } from '#platform/http/errors.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { useMessageKinds } from '#shared/order/order-messages.ts'
import { Async } from '#ui/page/async.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import type { OrderDialogProps } from './edit-order.dialog.tsx'
import { useOrderSend } from '../model/use-order-send.ts'
import './edit.css'

interface Values {
  kind: OrderMessageKind
  way: (typeof orderMessageWay.options)[number]
  body?: string
}

/** The refusal with when the next message may go out. */
function withMoment(refusal: RefusalError): RefusalError {
  const { retryAfterS } = refusal.data as { retryAfterS: number }
  const when = t('（{minutes} 分钟后可再发）', { minutes: Math.ceil(retryAfterS / 60) })
  return new RefusalError(refusal.code, refusal.error, refusal.message + when, refusal.data)
}

/** What the customer will read or hear stands in the dialog word for word before it goes out. */
export function MessageDialog({ order, open, onClose }: OrderDialogProps) {
  const { query, kinds, wordsOf } = useMessageKinds(order.orderId, open)
  const send = useOrderSend(orderEditCalls.sendMessage)
  const submit = async ({ kind, way, body }: Values) => {
    try {
      await send({ orderId: order.orderId, kind, way, ...(kind === 'CUSTOM' && { body }) })
    } catch (error) {
      throw error instanceof RefusalError && error.error === 'order.messageTooMany' ? withMoment(error) : error
    }
    toast.success(t('消息已交给短信网关'))
  }
  return (
    <FormDialog<Values>
      key={query.data ? 'known' : 'asked'}
      open={open}
      title={t('给客户发送消息')}
      okText={t('发送')}
      initial={{ kind: kinds[0]!, way: 'TEXT' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Async query={query}>
        {() => (
          <>
            <Form.Item label={t('发送到')} required>
              <span className="ui-number">{order.contactPhone}</span>
            </Form.Item>
            <Form.Item name="way" label={t('方式')} required>
              <Radio.Group options={orderMessageWay.options.map((value) => ({ value, label: tr(orderMessageWayText[value]) }))} />
            </Form.Item>
            <Form.Item name="kind" label={t('内容')} required>
              <Radio.Group
                options={kinds.map((value) => ({
                  value,
                  label: tr(orderMessageKindText[value]),
                }))}
              />
            </Form.Item>
            <Form.Item noStyle shouldUpdate>
              {({ getFieldValue }) =>
                getFieldValue('kind') === 'CUSTOM' ? (
                  <Form.Item name="body" label={t('自定义内容')} rules={[{ required: true, whitespace: true, message: t('请填写') }]}>
                    <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
                  </Form.Item>
                ) : (
                  <blockquote className="order-message">{wordsOf(getFieldValue('kind') as OrderMessageKind)}</blockquote>
                )
              }
            </Form.Item>
          </>
        )}
      </Async>
    </FormDialog>
  )
}
