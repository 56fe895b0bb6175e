import { rightCalls, rightExcessText, type RightRow, rightStateText, rightUnitText } from '@chauffeur/contract/pricing/right'
import { rightCouponCalls } from '@chauffeur/contract/pricing/right-coupon'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { clockTextOf } from '#kit/fields/clock.view.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { Time } from '#ui/show/time.tsx'
import { coverWords, perUserWords, priceWords, stockWords } from './right.view.ts'

/** One right in full, and what became of it. */
export default function RightDrawer({ row, onClose }: { row: RightRow | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={({ name }) => name} size={560} onClose={onClose}>
      {({ rightId }) => <Right key={rightId} rightId={rightId} />}
    </KeptDrawer>
  )
}

function Right({ rightId }: { rightId: string }) {
  const cities = useCities()
  const coupons = useCall(rightCouponCalls.view, { rightId }).data?.rows ?? []
  return (
    <Async query={useCall(rightCalls.view, { rightId })}>
      {(right) => (
        <>
          <StatTiles
            label={t('使用情况')}
            stats={[
              { name: t('已发放'), value: right.granted },
              { name: t('已使用'), value: right.used },
              { name: t('订单占用'), value: right.reserved },
              { name: t('未通过审核'), value: right.failed, alarm: right.failed > 0 },
              {
                name: t('今日已用'),
                value: right.usedToday,
                note: right.dailyStock === null ? undefined : t('库存 {n}', { n: right.dailyStock }),
              },
            ]}
          />
          <Facts
            facts={[
              [t('权益编号'), right.rightNo],
              [t('状态'), right.ended ? t('已到期') : tr(rightStateText[right.state])],
              [t('合作渠道'), right.channelName],
              [t('计量方式'), tr(rightUnitText[right.unit])],
              [t('每单抵扣'), coverWords(right)],
              [t('超出部分'), tr(rightExcessText[right.excess])],
              [t('有效期自'), <Time key="from" at={right.validFrom} as="exact" />],
              [t('有效期至'), <Time key="to" at={right.validTo} as="exact" />],
              [t('适用城市'), cities.words(right.cityIds)],
              [
                t('可用时段'),
                right.bands.length === 0 ? t('全天') : joined(right.bands.map(({ from, to }) => `${clockTextOf(from)}–${clockTextOf(to)}`)),
              ],
              [t('每人次数上限'), perUserWords(right)],
              [t('每日库存'), stockWords(right)],
              [t('结算价'), priceWords(right)],
              [t('累计抵扣'), <Money key="covered" fen={right.coveredFen} />],
              coupons.length > 0 && [
                t('随发优惠券'),
                joined(coupons.map(({ name, words }) => (words === '' ? name : `${name}（${words}）`))),
              ],
              [t('备注'), right.remark],
              right.submittedAt !== null && [t('提交人'), right.submittedByName],
              right.submittedAt !== null && [t('提交时间'), <Time key="submitted" at={right.submittedAt} as="exact" />],
              right.decidedAt !== null && [t('审核人'), right.decidedByName],
              right.decidedAt !== null && [t('审核时间'), <Time key="decided" at={right.decidedAt} as="exact" />],
              right.decisionNote !== '' && [t('审核说明'), right.decisionNote],
            ]}
          />
        </>
      )}
    </Async>
  )
}
