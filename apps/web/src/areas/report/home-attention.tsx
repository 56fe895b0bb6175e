import { t, tr } from '#platform/text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/page.tsx'
import { Tag } from '#ui/status-tag.tsx'
import { Elapsed } from '#ui/time.tsx'
import { attentionText, attentionTone, type Overview } from './home.view.ts'

/** Orders that wait for somebody, each a step from its detail. */
export function HomeAttention({ attention }: { attention: Overview['attention'] }) {
  return (
    <Panel title={t('需要关注')} extra={attention.length > 0 ? t('{n} 项', { n: attention.length }) : undefined} className="home-attention">
      {attention.length === 0 ? (
        <EmptyState title={t('一切正常')} hint={t('没有需要处理的订单')} />
      ) : (
        <ul className="home-list" tabIndex={0} aria-label={t('需要关注')}>
          {attention.map((item) => (
            <li key={`${item.kind} ${item.orderId}`}>
              <a href={`#/Order/Detail?orderId=${item.orderId}`}>
                <Tag tone={attentionTone[item.kind]}>{tr(attentionText[item.kind])}</Tag>
                <Elapsed since={item.since} />
                <span className="home-list-what" title={item.detail}>
                  {[tr(item.cityName), item.detail].filter(Boolean).join(' · ')}
                </span>
                <span className="ui-number">{item.orderNo}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
