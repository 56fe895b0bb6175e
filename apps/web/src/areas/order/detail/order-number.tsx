import { numberFailureText } from '@chauffeur/contract/call-centre/number-provider'
import {
  bindingStateText,
  callRecordingText,
  callSideText,
  type OrderCall,
  type PrivacyBinding,
  privacyNumberCalls,
} from '@chauffeur/contract/call-centre/privacy-number'
import { Button } from 'antd'
import { Facts } from '#kit/detail/facts.tsx'
import { useCall, useSend } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Player } from '#shared/phone/player.tsx'
import { Panel } from '#ui/page/page.tsx'
import { clockText } from '#ui/show/measure.view.ts'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { useThrottled } from '#ui/timing/use-throttled.ts'
import type { OrderDetail } from '../order.view.ts'
import './detail.css'

const tone: Record<PrivacyBinding['state'], Tone> = {
  ASKED: 'wait',
  BOUND: 'run',
  CHANGING: 'wait',
  RELEASING: 'wait',
  RELEASED: 'off',
  FAILED: 'lost',
}

/** The number between the driver and the customer, and what was spoken over it or with the desk; nothing where the city has none. */
export function OrderNumber({ order: { orderId } }: { order: OrderDetail }) {
  const may = useCan('privacyNumber.view')
  const query = useCall(privacyNumberCalls.ofOrder, { orderId }, { enabled: may, saysRefusals: true, refetchIntervalS: usePollS(15, 60) })
  const ask = useThrottled(() => query.refetch(), 500)
  useLive('orders', (event) => event.orderId === orderId && ask(), { onGap: ask })
  const shown = query.data
  // What the desk spoke stands in the tab of calls.
  if (!shown || (!shown.on && !shown.binding)) return null
  const { binding, calls, recorded } = shown
  return (
    <Panel title={t('隐私号')} extra={binding ? <Tag tone={tone[binding.state]}>{tr(bindingStateText[binding.state])}</Tag> : undefined}>
      {binding ? (
        <>
          <Facts
            facts={[
              [t('号码'), binding.number ? <span className="ui-number">{binding.number}</span> : t('没有号码，司机致电客服')],
              binding.boundAt !== null && [t('绑定于'), <Time key="bound" at={binding.boundAt} />],
              binding.until !== null && binding.state !== 'FAILED' && [t('自动释放时间'), <Time key="until" at={binding.until} />],
              binding.releasedAt !== null && [t('释放时间'), <Time key="released" at={binding.releasedAt} />],
              binding.failure !== '' && [t('号码异常'), `${tr(numberFailureText[binding.failure])} ${binding.failureCode}`.trim()],
              [t('录音'), recorded ? t('录音，接通前已告知双方') : t('通话不录音')],
            ]}
          />
          {binding.allowedActions.includes('retry') ? <Retry bindingId={binding.bindingId} /> : null}
        </>
      ) : (
        <p className="order-number-none" data-wrong={!shown.provided}>
          {shown.provided ? t('司机接单后绑定，此前司机致电客服') : t('隐私号服务未填写或已停用：没有号码，司机致电客服')}
        </p>
      )}
      {calls.length > 0 ? <Calls calls={calls} /> : null}
    </Panel>
  )
}

function Retry({ bindingId }: { bindingId: string }) {
  const { send, pending } = useSend(privacyNumberCalls.retry, { refreshes: [privacyNumberCalls.ofOrder] })
  return (
    <Button size="small" loading={pending} onClick={() => void send({ bindingId }).catch(() => {})}>
      {t('重试绑定')}
    </Button>
  )
}

const wayOf = ({ way, from }: OrderCall) =>
  way === 'DESK_LINE' ? (from === 'DESK' ? t('客服去电') : t('致电客服')) : t('{side}拨打', { side: tr(callSideText[from]) })

const lengthOf = ({ seconds, endedAt }: OrderCall) =>
  seconds !== null ? <span className="ui-number">{clockText(seconds)}</span> : endedAt === null ? t('正在通话') : t('未接通')

function Calls({ calls }: { calls: readonly OrderCall[] }) {
  return (
    <ul className="order-number-calls" aria-label={t('通话')}>
      {calls.map((call) => (
        <li key={`${call.way}/${call.callId}`}>
          <div title={`${call.fromMasked} → ${call.toMasked}`}>
            <Time at={call.startedAt} as="short" />
            <span>{wayOf(call)}</span>
            {lengthOf(call)}
          </div>
          {call.soundId ? (
            <Player recordId={call.soundId} />
          ) : call.recording === 'NONE' ? null : (
            <span className="order-step-by">{tr(callRecordingText[call.recording])}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
