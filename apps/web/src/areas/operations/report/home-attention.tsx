import { PAY_STATUS } from '@chauffeur/contract/order/model'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Elapsed } from '#ui/show/time.tsx'
import { attentionText, attentionTone, type Overview } from './home.view.ts'

const UNPAID_LIST = `#/Order/List?payStatus=${PAY_STATUS.unpaid}&sort=statusSince.asc`

/** Bookings that wait for somebody, as many as their queue says, and bills that nobody paid; each a step from its detail. */
export function HomeAttention({ attention, inNeed }: Pick<Overview, 'attention' | 'inNeed'>) {
  const mayQueue = useCan('callCentre.queue')
  const needy = inNeed.bookings > 0 ? t('{n} 单需要处理', { n: inNeed.bookings }) : undefined
  return (
    <Panel
      title={t('需要关注')}
      extra={
        needy && mayQueue ? (
          <a className="ui-link" href="#/CallCentre/Queue?attention=ANY">
            {needy}
          </a>
        ) : (
          needy
        )
      }
      className="home-attention"
    >
      {attention.length === 0 ? (
        <EmptyState title={t('一切正常')} hint={t('没有需要处理的订单')} />
      ) : (
        <ul className="home-list" tabIndex={0} aria-label={t('需要关注')}>
          {attention.map((item) => (
            <li key={`${item.kind} ${item.orderId}`}>
              <a href={item.kind === 'UNPAID_LONG' && item.count > 1 ? UNPAID_LIST : `#/Order/Detail?orderId=${item.orderId}`}>
                <Tag tone={attentionTone[item.kind]}>{tr(attentionText[item.kind])}</Tag>
                {item.kind === 'UNPAID_LONG' ? null : <Elapsed since={item.since} />}
                <span className="home-list-what" title={item.detail}>
                  {item.count > 1
                    ? t('最久的一单：{detail}', { detail: item.detail })
                    : [tr(item.cityName), item.detail].filter(Boolean).join(' · ')}
                </span>
                <span className="ui-number">{item.count > 1 ? t('{n} 单', { n: item.count }) : item.orderNo}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
