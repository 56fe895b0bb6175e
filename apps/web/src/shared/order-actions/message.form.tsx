import {
  orderEditCalls,
  type OrderMessageKind,
  orderMessageKindText,
  orderMessageWay,
  orderMessageWayText,
} from '@chauffeur/contract/order/edit'
import { choicesOf, LongTextField, RadioField, TextField, WithField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { NoMessageService } from '#shared/message/no-message-service.tsx'
import { Async } from '#ui/page/async.tsx'
import { OrderForm, type OrderFormProps } from './order.form.tsx'
import { useMessageKinds } from './order-messages.ts'
import './order-actions.css'

/** A message to the customer; what they will read or hear stands in the form word for word before it goes out. */
export function MessageForm(props: OrderFormProps) {
  const { orderId, contactPhone } = props.order
  const { query, kinds, wordsOf } = useMessageKinds(orderId, props.open)
  const Words = props.as === 'panel' ? TextField : LongTextField
  return (
    <OrderForm
      key={query.data ? 'known' : 'asked'}
      {...props}
      call={orderEditCalls.sendMessage}
      input={({ kind, way, body }) => ({ orderId, kind, way, ...(kind === 'CUSTOM' && { body }) })}
      unseen
      title={t('给客户发消息')}
      okText={t('发送')}
      initial={{ kind: kinds[0]!, way: 'TEXT' }}
      saved={t('消息已交给短信网关')}
    >
      <Async query={query}>
        {() => (
          <>
            <NoMessageService />
            {contactPhone ? (
              <p>
                {t('发送到')} <span className="ui-number">{contactPhone}</span>
              </p>
            ) : null}
            <RadioField name="kind" label={t('内容')} required choices={choicesOf(kinds, orderMessageKindText)} />
            <RadioField name="way" label={t('方式')} required choices={choicesOf(orderMessageWay.options, orderMessageWayText)} />
            <WithField name="kind">
              {(kind) =>
                kind === 'CUSTOM' ? (
                  <Words name="body" label={t('自定义内容')} required maxLength={200} />
                ) : (
                  <blockquote className="order-message">{wordsOf(kind as OrderMessageKind)}</blockquote>
                )
              }
            </WithField>
          </>
        )}
      </Async>
    </OrderForm>
  )
}
