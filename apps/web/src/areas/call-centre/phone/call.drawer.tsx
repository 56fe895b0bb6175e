import { type CallRow, wrapUpText } from '@chauffeur/contract/call-centre/phone'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useSession } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { CallResult } from '#shared/phone/call-result.tsx'
import { Player } from '#shared/phone/player.tsx'
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
    <Drawer open={row !== null} title={t('通话详情')} size={560} onClose={onClose} destroyOnHidden>
      {row ? <Call key={row.callId} row={row} onClose={onClose} /> : null}
    </Drawer>
  )
}

function Call({ row, onClose }: { row: CallRow; onClose: () => void }) {
  const own = useSession((state) => state.userId === row.agentId)
  const [wrapping, setWrapping] = useState(false)
  const clock = (seconds: number | null) => (seconds === null ? '—' : clockText(seconds))
  return (
    <>
      <dl className="phone-area-facts">
        <dt>{t('方向与结果')}</dt>
        <dd>
          <CallResult row={row} />
        </dd>
        <dt>{t('号码')}</dt>
        <dd>{row.phone === '' ? t('号码未显示') : <Phone value={row.phone} dial={{ of: 'CALL', id: row.callId }} />}</dd>
        <dt>{t('客户')}</dt>
        <dd>{row.customerName || '—'}</dd>
        <dt>{t('客服')}</dt>
        <dd>{row.agentName}</dd>
        <dt>{t('开始时间')}</dt>
        <dd>
          <Time at={row.startedAt} as="exact" />
        </dd>
        <dt>{t('接通时间')}</dt>
        <dd>
          <Time at={row.answeredAt} as="exact" />
        </dd>
        <dt>{t('结束时间')}</dt>
        <dd>
          <Time at={row.endedAt} as="exact" />
        </dd>
        <dt>{t('振铃')}</dt>
        <dd className="ui-number">{clock(row.ringS)}</dd>
        <dt>{t('通话时长')}</dt>
        <dd className="ui-number">{clock(row.talkS)}</dd>
        <dt>{t('订单')}</dt>
        <dd>
          <OrderLinks orders={row.orders} />
        </dd>
        <dt>{t('处理结果')}</dt>
        <dd>
          {row.wrapUp ? tr(wrapUpText[row.wrapUp]) : '—'}
          {row.note ? <span className="ui-none"> {row.note}</span> : null}
          {own && row.endedAt ? (
            <Button type="link" size="small" onClick={() => setWrapping(true)}>
              {t('通话登记')}
            </Button>
          ) : null}
        </dd>
        <dt>{t('录音')}</dt>
        <dd>{row.recordId ? <Player recordId={row.recordId} /> : t('没有录音')}</dd>
      </dl>
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
