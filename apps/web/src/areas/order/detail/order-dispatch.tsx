import { t, tr } from '#platform/text/text.ts'
import { DispatchRounds } from './dispatch-rounds.tsx'
import { excludedDrivers, offerResultText } from '#shared/order/search.view.ts'
import { Distance, Eta } from '#ui/show/measure.tsx'
import { Panel } from '#ui/page/page.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Tag } from '#ui/show/tag.tsx'
import type { Tone } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { searchSentence, type OrderDetail } from '../order.view.ts'
import '../order.css'
import './detail.css'

const offerTone: Record<keyof typeof offerResultText, Tone> = {
  SENT: 'wait',
  ACCEPTED: 'done',
  REJECTED: 'lost',
  EXPIRED: 'off',
  WITHDRAWN: 'off',
}

/** How the search went: what the last round saw, who was asked, and why the others were not. */
export function OrderDispatch({ order }: { order: OrderDetail }) {
  const { dispatch } = order
  const excluded = excludedDrivers(dispatch.filteredOut)
  const most = Math.max(1, ...excluded.map(({ count }) => count))
  return (
    <Panel title={t('派单')} extra={<StatusTag dispatch={order.dispatchStatus} />}>
      <p className="order-sentence">{searchSentence(dispatch)}</p>
      {excluded.length > 0 ? (
        <>
          <h3>{order.dispatchStatus === 'FAILED' ? t('为什么没有司机') : t('未派给的司机')}</h3>
          <ul className="order-excluded">
            {excluded.map(({ filter, words, count }) => (
              <li key={filter}>
                <span>{words}</span>
                <span className="order-bar" aria-hidden="true">
                  <span style={{ width: `${(count / most) * 100}%` }} />
                </span>
                <span className="ui-number">{t('{n} 名', { n: count })}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <DispatchRounds dispatch={dispatch} />
      {dispatch.offers.length > 0 ? (
        <>
          <h3>{t('派单记录')}</h3>
          <PlainTable
            className="order-table order-second-left"
            rows={dispatch.offers}
            rowKey={({ driverId, sentAt }) => `${driverId} ${sentAt}`}
            columns={[
              { title: t('司机'), head: true, cell: ({ name, driverNo }) => [name, driverNo].filter(Boolean).join(' ') },
              { title: t('结果'), cell: ({ result }) => <Tag tone={offerTone[result]}>{tr(offerResultText[result])}</Tag> },
              { title: t('距离'), end: true, cell: ({ distanceM }) => <Distance m={distanceM} /> },
              { title: t('预计到达'), end: true, cell: ({ etaS }) => <Eta s={etaS} /> },
              { title: t('派出时间'), end: true, cell: ({ sentAt }) => <Time at={sentAt} as="short" /> },
            ]}
          />
        </>
      ) : null}
    </Panel>
  )
}
