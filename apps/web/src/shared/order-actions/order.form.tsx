import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import type { ReactNode } from 'react'
import { EditForm, type EditFormProps } from '#kit/edit/edit.form.tsx'
import { useOrderSend } from './use-order-send.ts'
import type { ActedOrder } from './actions.view.ts'
import { useSeen } from './seen-order.tsx'

export interface OrderFormProps<Order extends ActedOrder = ActedOrder> {
  order: Order
  open: boolean
  /** A dialog over a page, a panel at the desk. */
  as?: 'dialog' | 'panel'
  onClose: () => void
  /** The order goes on as another attempt of its booking. */
  onMoved?: (orderId: string, orderNo: string) => void
}

interface Props<C extends Call>
  extends OrderFormProps,
    Pick<
      EditFormProps<InputOf<C>, never, AnswerOf<C>>,
      'title' | 'okText' | 'danger' | 'ready' | 'width' | 'initial' | 'saved' | 'onSaved'
    > {
  call: C
  /** What is sent, with the version that was seen. */
  input: (values: InputOf<C>, version: number) => InputOf<C>
  /** A refusal in the words that fit. */
  refused?: (error: unknown) => unknown
  /** Whatever the order is by now, nothing of it is overwritten. */
  unseen?: boolean
  children: ReactNode
}

/** Something asked of an operator to do it to an order: one form, as a dialog or as a panel at the desk. */
export function OrderForm<C extends Call>({ order, open, as = 'dialog', call, input, refused, unseen, children, ...form }: Props<C>) {
  const send = useOrderSend(call, refused)
  const { version, warning } = useSeen(order, open)
  return (
    <EditForm<InputOf<C> & object, never, AnswerOf<C>>
      {...(form as object as Pick<EditFormProps<InputOf<C> & object, never, AnswerOf<C>>, 'title' | 'onClose'>)}
      open={open}
      as={as}
      // At the desk the order is looked at while it moves on with every round of its search.
      save={(values) => send(input(values, as === 'panel' ? order.version : version))}
    >
      {as === 'panel' || unseen ? null : warning}
      {children}
    </EditForm>
  )
}
