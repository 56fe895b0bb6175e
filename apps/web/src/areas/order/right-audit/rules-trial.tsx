import type { InputOf } from '@chauffeur/contract/kernel/call'
import { auditStatusText } from '@chauffeur/contract/order/right-audit'
import { auditRuleText, rightAuditRulesCalls, TRIAL_SHOWS } from '@chauffeur/contract/order/right-audit-rules'
import { Trial } from '#kit/config/trial.tsx'
import { useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { detailPath } from '../order.view.ts'

type Tried = InputOf<typeof rightAuditRulesCalls.try>
const DAYS = 30

/** In the form of rules: what those that are typed would have caught of the uses of the last thirty days. */
export const RulesTrial = ({ cityId }: { cityId: string | null }) => (
  <Trial<Pick<Tried, 'riskRules'>, Tried>
    take={({ riskRules }) => {
      const now = Date.now()
      const range = { usedFrom: new Date(now - DAYS * 86_400_000).toISOString(), usedTo: new Date(now).toISOString() }
      return { riskRules, ...range, ...(cityId && { cityId }) }
    }}
  >
    {(tried) => <Caught tried={tried} />}
  </Trial>
)

const Caught = ({ tried }: { tried: Tried }) => (
  <Async query={useCall(rightAuditRulesCalls.try, tried)}>
    {({ uses, caught, caughtFen, byRule, rows, cut }) => (
      <div className="audit-scroll">
        <p role="status">
          <strong>{t('{all} 单中会命中 {n} 单', { all: countText(uses), n: countText(caught) })}</strong>
          {t('，抵扣 {sum}', { sum: moneyText(caughtFen) })}
          {cut ? t('（只试算最近的 {n} 单）', { n: countText(uses) }) : ''}
        </p>
        {byRule.length > 0 ? (
          <PlainTable
            label={t('各规则命中')}
            rows={byRule}
            rowKey={({ rule }) => rule}
            columns={[
              { title: t('规则'), head: true, cell: ({ rule }) => tr(auditRuleText[rule]) },
              { title: t('命中'), end: true, cell: (row) => countText(row.caught) },
              { title: t('仅此规则'), end: true, cell: (row) => countText(row.alone) },
              { title: t('已审通过'), end: true, cell: (row) => countText(row.passed) },
              { title: t('已审未通过'), end: true, cell: (row) => countText(row.failed) },
            ]}
          />
        ) : null}
        {rows.length > 0 ? (
          <PlainTable
            label={t('会命中的订单')}
            caption={caught > rows.length ? t('先列出最近的 {n} 单', { n: TRIAL_SHOWS }) : undefined}
            rows={rows}
            rowKey={({ orderId }) => orderId}
            columns={[
              {
                title: t('订单号'),
                head: true,
                cell: (row) => (
                  <a className="ui-link" href={`#${detailPath(row.orderId)}`}>
                    {row.orderNo}
                  </a>
                ),
              },
              { title: t('使用时间'), cell: (row) => <Time at={row.usedAt} as="short" /> },
              { title: t('司机'), cell: (row) => row.driverName },
              { title: t('权益抵扣'), end: true, cell: (row) => <Money fen={row.coveredFen} /> },
              { title: t('命中规则'), cell: (row) => joined(row.hits.map((hit) => tr(auditRuleText[hit]))) },
              { title: t('审核'), cell: (row) => (row.state === null ? '—' : tr(auditStatusText[row.state])) },
            ]}
          />
        ) : null}
      </div>
    )}
  </Async>
)
