import { type CouponEffect, couponTemplateCalls } from '@chauffeur/contract/pricing/coupon-template'
import { useSearchParams } from 'react-router-dom'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import DaysControl from '#kit/filter/days-control.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { ChartFrame } from '#ui/chart/chart-frame.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
import { countText, percentText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { instantOf, wallClockOf } from '#ui/show/time.view.ts'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { byFunder, byTemplate, eachFen, funderOf, totalsOf } from './effect.view.ts'
import './coupon.css'

const DAY_MS = 86_400_000
const chartHeightPx = 240

/** What became of the coupons that were granted in some days, and of the trips that used them. */
export default function EffectScreen() {
  const [params, setParams] = useSearchParams()
  const offsetMinutes = useCities().list[0]?.utcOffsetMinutes ?? null
  const dayOf = (ms: number) => wallClockOf(ms, offsetMinutes).slice(0, 10)
  const from = params.get('from') ?? dayOf(Date.now() - 29 * DAY_MS)
  const to = params.get('to') ?? dayOf(Date.now())
  const after = new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  const query = useCall(
    couponTemplateCalls.effect,
    { grantedFrom: instantOf(`${from}T00:00`, offsetMinutes), grantedTo: instantOf(`${after}T00:00`, offsetMinutes) },
    { saysRefusals: true, keepPrevious: true },
  )
  const none = { title: t('这段时间没有发放优惠券'), hint: t('新建优惠券模板并发给客户后，这里显示发放、使用和费用。') }
  return (
    <Page
      title={t('优惠券效果')}
      extra={t('按发放日期统计您业务范围内的客户')}
      actions={
        <DaysControl
          label={t('发放日期')}
          from={from}
          to={to}
          width={300}
          offsetMinutes={offsetMinutes}
          fresh={false}
          onChange={(first, last) => first && last && setParams({ from: first.slice(0, 10), to: last.slice(0, 10) }, { replace: true })}
        />
      }
    >
      <Async
        query={query}
        skeleton={<Skeleton lines={12} />}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<EmptyState {...none} action={<a href="#/Marketing/CouponTemplates">{t('去优惠券模板')}</a>} />}
      >
        {({ rows }) => (
          <div className="coupon-effect">
            <Totals rows={rows} />
            <div className="coupon-charts">
              <ChartFrame
                title={t('各承担方的费用与收入')}
                query={query}
                figures={byFunder}
                empty={{ title: t('还没有使用') }}
                height={chartHeightPx}
              />
              <ChartFrame title={t('发放与使用')} query={query} figures={byTemplate} empty={none} height={chartHeightPx} />
            </div>
            <ByTemplate rows={rows} />
          </div>
        )}
      </Async>
    </Page>
  )
}

const rate = (part: number, whole: number) => (whole === 0 ? '—' : percentText((part / whole) * 10_000))
const Each = ({ fen, trips }: { fen: number; trips: number }) => {
  const each = eachFen(fen, trips)
  return each === null ? '—' : <Money fen={each} />
}

function Totals({ rows }: { rows: readonly CouponEffect[] }) {
  const all = totalsOf(rows)
  return (
    <StatTiles
      label={t('合计')}
      stats={[
        { name: t('发放张数'), value: countText(all.granted) },
        { name: t('使用张数'), value: countText(all.used), note: t('使用率 {rate}', { rate: rate(all.used, all.granted) }) },
        { name: t('优惠金额'), value: <Money fen={all.costFen} /> },
        { name: t('优惠后收入'), value: <Money fen={all.revenueFen} />, note: t('用券订单') },
        { name: t('用券单均'), value: <Each fen={all.revenueFen} trips={all.used} />, note: t('优惠后') },
        {
          name: t('未用券单均'),
          value: <Each fen={all.otherRevenueFen} trips={all.otherOrders} />,
          note: t('同一批客户领券后的 {n} 单', { n: countText(all.otherOrders) }),
        },
      ]}
    />
  )
}

function ByTemplate({ rows }: { rows: readonly CouponEffect[] }) {
  const foot: CouponEffect = { couponTemplateId: '', name: t('合计'), funder: 'TENANT', funderName: '—', ...totalsOf(rows) }
  return (
    <Panel title={t('按优惠券')}>
      <div className="coupon-wide" tabIndex={0} role="region" aria-label={t('按优惠券')}>
        <PlainTable
          label={t('按优惠券')}
          rows={rows}
          foot={rows.length > 1 ? foot : undefined}
          rowKey={({ couponTemplateId }) => couponTemplateId}
          columns={[
            {
              title: t('优惠券'),
              head: true,
              cell: ({ couponTemplateId, name }) =>
                couponTemplateId === '' ? name : <a href={`#/Marketing/Coupons?keyword=${encodeURIComponent(name)}`}>{name}</a>,
            },
            { title: t('承担方'), cell: funderOf },
            { title: t('发放张数'), end: true, cell: ({ granted }) => countText(granted) },
            { title: t('客户数'), end: true, cell: ({ customers }) => countText(customers) },
            { title: t('使用张数'), end: true, cell: ({ used }) => countText(used) },
            { title: t('使用率'), end: true, cell: ({ used, granted }) => rate(used, granted) },
            { title: t('占用中'), end: true, cell: ({ held }) => countText(held) },
            { title: t('过期张数'), end: true, cell: ({ expired }) => countText(expired) },
            { title: t('已收回'), end: true, cell: ({ revoked }) => countText(revoked) },
            { title: t('优惠前金额'), end: true, cell: ({ beforeFen }) => <Money fen={beforeFen} /> },
            { title: t('优惠金额'), end: true, cell: ({ costFen }) => <Money fen={costFen} /> },
            { title: t('优惠后收入'), end: true, cell: ({ revenueFen }) => <Money fen={revenueFen} /> },
            { title: t('未用券订单'), end: true, cell: ({ otherOrders }) => countText(otherOrders) },
            { title: t('未用券收入'), end: true, cell: ({ otherRevenueFen }) => <Money fen={otherRevenueFen} /> },
          ]}
        />
      </div>
    </Panel>
  )
}
