import type { CallRow } from '@chauffeur/contract/call-centre/phone'

/** The orders a call or recording belongs to, each leading to its own tab. */
export function OrderLinks({ orders }: { orders: CallRow['orders'] }) {
  if (orders.length === 0) return <span className="ui-none">—</span>
  return (
    <>
      {orders.map(({ orderId, orderNo }, at) => (
        <span key={orderId}>
          {at > 0 ? ' ' : ''}
          <a className="ui-link ui-number" href={`#/Order/Detail?orderId=${orderId}`} onClick={(event) => event.stopPropagation()}>
            {orderNo}
          </a>
        </span>
      ))}
    </>
  )
}
