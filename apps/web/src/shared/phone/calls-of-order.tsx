import { useCan } from '#platform/session.ts'
import { t } from '#platform/text.ts'
import './phone.css'

/** From an order to the calls that were about it, and to its recordings. */
export function CallsOfOrder({ orderId }: { orderId: string }) {
  const calls = useCan('callLog.view')
  const sounds = useCan('sound.view')
  return (
    <span className="calls-of-order">
      {calls ? (
        <a className="ui-link" href={`#/CallCentre/CallLog?orderId=${orderId}`}>
          {t('通话记录')}
        </a>
      ) : null}
      {sounds ? (
        <a className="ui-link" href={`#/Order/SoundRecord?orderId=${orderId}`}>
          {t('订单录音')}
        </a>
      ) : null}
    </span>
  )
}
