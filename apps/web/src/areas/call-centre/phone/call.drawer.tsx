import { type CallRow, wrapUpText } from '@chauffeur/contract/call-centre/phone'
import { Button } from 'antd'
import { useState } from 'react'
import { useSession } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { CallResult } from '#shared/phone/call-result.tsx'
import { Player } from '#shared/phone/player.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { clockText } from '#ui/show/measure.view.ts'
import { Phone } from '#kit/show/phone.tsx'
import { Time } from '#ui/show/time.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { OrderLinks } from '#shared/phone/order-links.tsx'
import { SoundLog } from '#shared/phone/sound-log.tsx'
import './phone.css'

const WrapUpDialog = lazyPiece(() => import('#shared/phone/wrap-up.dialog.tsx'))

/** One call in full, its recording to listen to and who did. */
export default function CallDrawer({ row, onClose }: { row: CallRow | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={t('通话详情')} size={560} onClose={onClose}>
      {(shown) => <Call key={shown.callId} row={shown} onClose={onClose} />}
    </KeptDrawer>
  )
}

function Call({ row, onClose }: { row: CallRow; onClose: () => void }) {
  const own = useSession((state) => state.userId === row.agentId)
  const [wrapping, setWrapping] = useState(false)
  const clock = (seconds: number | null) => (seconds === null ? null : <span className="ui-number">{clockText(seconds)}</span>)
  return (
    <>
      <Facts
        className="phone-area-facts"
        facts={[
          [t('方向与结果'), <CallResult key="result" row={row} />],
          [t('号码'), row.phone === '' ? t('号码未显示') : <Phone key="phone" value={row.phone} dial={{ of: 'CALL', id: row.callId }} />],
          [t('客户'), row.customerName],
          [t('客服'), row.agentName],
          [t('开始时间'), <Time key="started" at={row.startedAt} as="exact" />],
          [t('接通时间'), <Time key="answered" at={row.answeredAt} as="exact" />],
          [t('结束时间'), <Time key="ended" at={row.endedAt} as="exact" />],
          [t('振铃'), clock(row.ringS)],
          [t('通话时长'), clock(row.talkS)],
          [t('订单'), <OrderLinks key="orders" orders={row.orders} />],
          [
            t('处理结果'),
            <span key="wrapUp">
              {row.wrapUp ? tr(wrapUpText[row.wrapUp]) : '—'}
              {row.note ? <span className="ui-none"> {row.note}</span> : null}
              {own && row.endedAt ? (
                <Button type="link" size="small" onClick={() => setWrapping(true)}>
                  {t('通话登记')}
                </Button>
              ) : null}
            </span>,
          ],
          [
            t('录音'),
            row.recordId ? <Player key="sound" recordId={row.recordId} /> : row.soundOff ? t('未保留：该城市已关闭录音') : t('没有录音'),
          ],
        ]}
      />
      {row.recordId ? <SoundLog recordId={row.recordId} /> : null}
      <WhenOpened open={wrapping}>
        {/* What was written down changes the row behind it: the drawer goes with it. */}
        <WrapUpDialog
          callId={wrapping ? row.callId : null}
          known={row}
          onClose={() => {
            setWrapping(false)
            onClose()
          }}
        />
      </WhenOpened>
    </>
  )
}
