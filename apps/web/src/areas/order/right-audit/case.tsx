import { type AuditBeside, auditEventText, auditReasonText, auditSideText, rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { orderCalls } from '@chauffeur/contract/order/list'
import { auditStatusText } from '@chauffeur/contract/order/right-audit'
import { Alert, Segmented } from 'antd'
import { useState } from 'react'
import { Facts } from '#kit/detail/facts.tsx'
import { Timeline } from '#kit/detail/timeline.tsx'
import { useLetters } from '#kit/queue/use-letters.ts'
import { Phone } from '#kit/show/phone.tsx'
import { refresh, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Distance, Duration } from '#ui/show/measure.tsx'
import { Money } from '#ui/show/money.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Remaining, Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { detailPath } from '../order.view.ts'
import { auditReads, type CaseInFull, reversedWords, stateTone, stateWords, whyWords } from './audit.view.ts'
import { CaseActions } from './case-actions.tsx'
import './audit.css'

const OrderTrack = lazyPiece(() => import('../evidence/order-track.tsx'), 'place')
const OrderFiles = lazyPiece(() => import('../evidence/order-files.tsx'), 'place')
const OrderCalls = lazyPiece(() => import('../detail/order-calls.tsx'), 'place')
const OrderSounds = lazyPiece(() => import('../sound/order-sounds.tsx'), 'place')

interface CaseProps {
  orderId: string
  /** Its actions have letters. */
  keys?: boolean
  onDone?: (words: string) => void
}

/** A case with all that a reviewer compares: the trip, its evidence, and the other trips of its driver and customer. */
export function RightAuditCase({ orderId, ...working }: CaseProps) {
  const query = useCall(rightAuditCalls.view, { orderId }, { saysRefusals: true, refetchIntervalS: usePollS(15, 60) })
  const again = () => void refresh(auditReads)
  useLive('orders', (event) => event.orderId === orderId && again(), { onGap: again })
  return (
    <Async query={query} skeleton={<Skeleton lines={14} height={28} />}>
      {(found) => <Known found={found} {...working} />}
    </Async>
  )
}

function Known({ found, keys, onDone }: Omit<CaseProps, 'orderId'> & { found: CaseInFull }) {
  const [said, setSaid] = useState('')
  const mayDriver = useCan('driver.view')
  const why = whyWords(found)
  return (
    <div className="audit-case">
      <header>
        <strong className="audit-sum">
          <Money fen={found.coveredFen} />
        </strong>
        <Tag tone={stateTone[found.state]}>{stateWords(found)}</Tag>
        <a className="ui-link" href={`#${detailPath(found.orderId)}`}>
          {found.orderNo}
        </a>
        <span className="ui-none">{[found.channelName, found.rightName].filter(Boolean).join(' · ')}</span>
        {found.claimed ? (
          <span>
            {found.claimed.mine ? t('由我处理') : t('{name} 正在处理', { name: found.claimed.name })}{' '}
            <Remaining until={found.claimed.until} />
          </span>
        ) : null}
      </header>
      {why.length > 0 ? (
        <ul className="audit-why" aria-label={t('为什么审核')}>
          {why.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : null}
      {found.appeal ? (
        <Alert
          type="warning"
          showIcon
          title={t('{side}申诉：{words}', { side: tr(auditSideText[found.appeal.side]), words: found.appeal.words })}
          description={
            <>
              {found.appeal.name} · <Time at={found.appeal.at} as="exact" />
            </>
          }
        />
      ) : null}
      <CaseActions row={found} onSaid={setSaid} onDone={onDone} {...(keys && { keys })} />
      <p className="audit-said" role="status">
        {said || reversedWords(found)}
      </p>
      <Facts
        as="tiles"
        facts={[
          [
            t('司机'),
            mayDriver && found.driverId ? (
              <a key="driver" className="ui-link" href={`#/yunYing/driverDetail?driverId=${found.driverId}`}>
                {found.driverName} {found.driverNo}
              </a>
            ) : (
              `${found.driverName} ${found.driverNo}`
            ),
          ],
          [t('客户电话'), <Phone key="phone" value={found.customerPhone} dial={{ of: 'ORDER_CONTACT', id: found.orderId }} />],
          [t('城市'), tr(found.cityName)],
          [t('账单金额'), <Money key="bill" fen={found.totalFen} />],
          [t('里程'), <Distance key="m" m={found.distanceM} />],
          typeof found.facts?.apartM === 'number' && [t('起终点相距'), <Distance key="apart" m={found.facts.apartM} />],
          found.waitS !== null && [t('等候'), <Duration key="wait" s={found.waitS} />],
          [t('出发时间'), found.departAt && <Time key="depart" at={found.departAt} as="exact" />],
          [t('结束时间'), found.endedAt && <Time key="end" at={found.endedAt} as="exact" />],
          [t('上车点'), found.pickupAddress],
          [t('目的地'), found.dropoffAddress],
          found.reason !== null && [t('不通过原因'), tr(auditReasonText[found.reason])],
          found.reviewed !== null && [t('初审'), `${found.reviewed.name} ${found.note}`],
          found.final !== null && [t('终审'), `${found.final.name || t('系统')} ${found.finalNote}`],
          found.appealUntil !== null && [t('可申诉至'), <Time key="until" at={found.appealUntil} as="exact" />],
        ]}
      />
      <Evidence orderId={found.orderId} keys={keys === true} />
      <div className="audit-beside">
        <Beside title={t('该司机前后的订单')} rows={found.ofDriver} other={(row) => row.customerPhone} otherTitle={t('客户电话')} />
        <Beside title={t('该客户前后的订单')} rows={found.ofCustomer} other={(row) => row.driverName} otherTitle={t('司机')} />
      </div>
      <Log orderId={found.orderId} />
    </div>
  )
}

const pieces = ['track', 'files', 'calls', 'sounds'] as const
type Piece = (typeof pieces)[number]
/** Track, pictures, calls and recordings of the order; the digits change between them. */
function Evidence({ orderId, keys }: { orderId: string; keys: boolean }) {
  const [shown, setShown] = useState<Piece>('track')
  const query = useCall(orderCalls.info, { orderId }, { saysRefusals: true })
  const mayCalls = useCan('callLog.view')
  const maySounds = useCan('sound.view')
  const offered = pieces.filter((piece) => (piece === 'calls' ? mayCalls : piece === 'sounds' ? maySounds : true))
  const label: Record<Piece, string> = { track: t('轨迹回放'), files: t('照片与票据'), calls: t('通话记录'), sounds: t('订单录音') }
  useLetters((key) => {
    const piece = offered[Number(key) - 1]
    return piece && (() => setShown(piece))
  }, keys)
  return (
    <section aria-label={t('证据')}>
      <p>
        <Segmented<Piece>
          value={shown}
          onChange={setShown}
          options={offered.map((piece, at) => ({ value: piece, label: keys ? `${at + 1} ${label[piece]}` : label[piece] }))}
        />
      </p>
      <div className="audit-evidence">
        <Async query={query} skeleton={<Skeleton lines={8} />}>
          {(order) => (
            <>
              {shown === 'track' ? <OrderTrack order={order} /> : null}
              {shown === 'files' ? <OrderFiles order={order} /> : null}
              {shown === 'calls' ? <OrderCalls order={order} /> : null}
              {shown === 'sounds' ? <OrderSounds order={order} /> : null}
            </>
          )}
        </Async>
      </div>
    </section>
  )
}

interface BesideProps {
  title: string
  rows: readonly AuditBeside[]
  other: (row: AuditBeside) => string
  otherTitle: string
}
/** Trips within a month before it and a week after it; those of the same two are marked. */
const Beside = ({ title, rows, other, otherTitle }: BesideProps) => (
  <section>
    <h3>{title}</h3>
    {rows.length === 0 ? (
      <p className="ui-none">{t('前 30 天至后 7 天没有其他订单')}</p>
    ) : (
      <PlainTable
        label={title}
        rows={rows}
        rowKey={({ orderId }) => orderId}
        rowProps={({ samePair }) => ({ 'data-pair': samePair, title: samePair ? t('同一客户与司机') : undefined }) as object}
        columns={[
          {
            title: t('下单时间'),
            head: true,
            cell: (row) => (
              <a className="ui-link" href={`#${detailPath(row.orderId)}`}>
                <Time at={row.createdAt} as="short" />
              </a>
            ),
          },
          { title: otherTitle, cell: (row) => other(row) || '—' },
          { title: t('行程'), cell: (row) => [row.pickupAddress, row.dropoffAddress].filter(Boolean).join(' → ') },
          { title: t('里程'), end: true, cell: (row) => <Distance m={row.distanceM} /> },
          { title: t('权益抵扣'), end: true, cell: (row) => (row.coveredFen === null ? '—' : <Money fen={row.coveredFen} />) },
          { title: t('审核'), cell: (row) => (row.coveredFen === null ? '' : tr(auditStatusText[row.auditStatus])) },
        ]}
      />
    )}
  </section>
)

function Log({ orderId }: { orderId: string }) {
  const query = useCall(rightAuditCalls.log, { orderId })
  return (
    <section>
      <h3>{t('经过')}</h3>
      <Async query={query} skeleton={<Skeleton lines={3} />}>
        {({ rows }) => (
          <Timeline
            label={t('经过')}
            steps={rows.map((event, at) => ({
              key: at,
              at: event.at,
              title: auditEventText[event.event] ? tr(auditEventText[event.event]!) : event.event,
              tone: stateTone[event.toState],
              by: event.actor || t('系统'),
              reason: event.reason,
              within: event.fromState === event.toState,
            }))}
          />
        )}
      </Async>
    </section>
  )
}
