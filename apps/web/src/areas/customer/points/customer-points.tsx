import { pointCalls, type PointOffer } from '@chauffeur/contract/customer/points'
import { MOST_POINTS, pointEventText } from '@chauffeur/contract/customer/points-model'
import { Button } from 'antd'
import { useState } from 'react'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { CountField, FieldRow, LongTextField } from '#kit/fields/fields.ts'
import { toast } from '#platform/browser/events.ts'
import { useCall, useSend } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Panel } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { problemWords, signedPoints } from './points.view.ts'
import './points.css'

const SHOWN = 10

/** A customer's points: what they have, what ends next, what they can have for it, and how it came about. */
export default function CustomerPoints({ customerId, name }: { customerId: string; name: string }) {
  const query = useCall(pointCalls.customer, { customerId }, { saysRefusals: true })
  const mayAdjust = useMay(pointCalls.adjust)
  const [adjusting, setAdjusting] = useState(false)
  return (
    <Panel
      title={t('积分')}
      extra={
        <span className="points-extra">
          <a href={`#/Marketing/PointRecords?customerId=${customerId}`}>{t('全部记录')}</a>
          {mayAdjust ? (
            <Button size="small" onClick={() => setAdjusting(true)}>
              {t('调整积分')}
            </Button>
          ) : null}
        </span>
      }
    >
      <Async query={query} skeleton={<Skeleton lines={4} />}>
        {({ balance, ending, offers }) => (
          <>
            <StatTiles
              label={t('积分余额')}
              stats={[
                { name: balance < 0 ? t('欠积分') : t('可用积分'), value: countText(Math.abs(balance)) },
                {
                  name: t('最近到期'),
                  value: ending[0] ? countText(ending[0].points) : '—',
                  note: ending[0] ? <Time at={ending[0].expiresAt} as="short" /> : undefined,
                },
              ]}
            />
            {ending.length > 1 ? (
              <PlainTable
                label={t('将到期的积分')}
                rows={ending}
                rowKey={({ expiresAt }) => expiresAt}
                columns={[
                  { title: t('积分到期时间'), head: true, cell: ({ expiresAt }) => <Time at={expiresAt} as="short" /> },
                  { title: t('积分'), end: true, cell: ({ points }) => countText(points) },
                ]}
              />
            ) : null}
            <Offers customerId={customerId} offers={offers} />
          </>
        )}
      </Async>
      <Records customerId={customerId} />
      <WhenOpened open={adjusting}>
        <CallForm
          call={pointCalls.adjust}
          open={adjusting}
          title={t('调整 {name} 的积分', { name })}
          initial={{ expiryMonths: 12 }}
          beside={() => ({ customerId })}
          saved={({ state }) => (state === 10 ? t('已提交，由另一人审批后生效') : t('已调整'))}
          onClose={() => setAdjusting(false)}
        >
          <FieldRow>
            <CountField name="points" label={t('积分')} required min={-MOST_POINTS} max={MOST_POINTS} hint={t('扣减填负数')} />
            <CountField name="expiryMonths" label={t('有效月数')} min={1} max={60} hint={t('不填为长期；扣减时不用填')} />
          </FieldRow>
          <LongTextField name="reason" label={t('原因')} required maxLength={200} />
        </CallForm>
      </WhenOpened>
    </Panel>
  )
}

function Offers({ customerId, offers }: { customerId: string; offers: readonly PointOffer[] }) {
  const mayRedeem = useMay(pointCalls.redeem)
  const { send } = useSend(pointCalls.redeem)
  const [wanted, setWanted] = useState<PointOffer | null>(null)
  if (offers.length === 0) return null
  return (
    <>
      <PlainTable
        label={t('可兑换的优惠券')}
        rows={offers}
        rowKey={({ couponTemplateId }) => couponTemplateId}
        columns={[
          { title: t('可兑换的优惠券'), head: true, cell: ({ name }) => name },
          { title: t('积分'), end: true, cell: ({ pricePoints }) => countText(pricePoints) },
          {
            title: '',
            cell: (offer) =>
              offer.problem !== null ? (
                <span className="points-soft">{problemWords(offer.problem)}</span>
              ) : mayRedeem ? (
                <Button size="small" aria-label={t('兑换 {name}', { name: offer.name })} onClick={() => setWanted(offer)}>
                  {t('兑换')}
                </Button>
              ) : null,
          },
        ]}
      />
      <ConfirmDialog
        open={wanted !== null}
        title={t('兑换 {name}', { name: wanted?.name ?? '' })}
        okText={t('兑换')}
        onConfirm={async () => {
          if (!wanted) return
          const { couponTemplateId, pricePoints, name } = wanted
          await send({ customerId, couponTemplateId, pricePoints })
          toast.success(t('已兑换：{name}', { name }))
        }}
        onClose={() => setWanted(null)}
      >
        {t('从客户积分中扣 {n} 分，优惠券立即发给客户。', { n: countText(wanted?.pricePoints ?? 0) })}
      </ConfirmDialog>
    </>
  )
}

function Records({ customerId }: { customerId: string }) {
  const query = useCall(pointCalls.records, { customerId, pageSize: SHOWN }, { saysRefusals: true })
  return (
    <Async query={query} isEmpty={({ rows }) => rows.length === 0} empty={null}>
      {({ rows }) => (
        <PlainTable
          label={t('积分记录')}
          rows={rows}
          rowKey={({ recordId }) => recordId}
          columns={[
            { title: t('时间'), head: true, cell: ({ at }) => <Time at={at} as="short" /> },
            { title: t('事件'), cell: ({ event }) => tr(pointEventText[event]) },
            { title: t('关于'), cell: ({ about, reason, actorName }) => [about, reason, actorName].filter(Boolean).join(' · ') },
            {
              title: t('积分'),
              end: true,
              cell: ({ delta }) => <span className={delta < 0 ? 'points-out' : 'points-in'}>{signedPoints(delta)}</span>,
            },
            { title: t('变动后余额'), end: true, cell: ({ balanceAfter }) => countText(balanceAfter) },
          ]}
        />
      )}
    </Async>
  )
}
