import { PAY_STATUS } from '@chauffeur/contract/order-model'
import { t, tr } from '#platform/text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/page.tsx'
import { Tag } from '#ui/status-tag.tsx'
import { Elapsed } from '#ui/time.tsx'
import { attentionText, attentionTone, type Overview } from './home.view.ts'

const UNPAID_LIST = `#/Order/List?payStatus=${PAY_STATUS.unpaid}`

/** Orders that wait for somebody, each a step from its detail. */
export function HomeAttention({ attention }: { attention: Overview['attention'] }) {
  const orders = attention.reduce((sum, { count }) => sum + count, 0)
  return (
    <Panel title={t('需要关注')} extra={orders > 0 ? t('业务范围内 {n} 单', { n: orders }) : undefined} className="home-attention">
      {attention.length === 0 ? (
        <EmptyState title={t('一切正常')} hint={t('没有需要处理的订单')} />
      ) : (
        <ul className="home-list" tabIndex={0} aria-label={t('需要关注')}>
          {attention.map((item) => (
            <li key={`${item.kind} ${item.orderId}`}>
              <a href={item.count > 1 ? UNPAID_LIST : `#/Order/Detail?orderId=${item.orderId}`}>
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
