import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { pointCalls, type PointOffer, pointRefusals } from '@chauffeur/contract/customer/points'
import { couponGrantRefusals } from '@chauffeur/contract/pricing/coupon-grant'
import { couponCalls, couponRefusals } from '@chauffeur/contract/pricing/coupon'
import { Button } from 'antd'
import { type KeyboardEvent, useId, useState } from 'react'
import { useCall, useSend } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { locale, t } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Time } from '#ui/show/time.tsx'
import { refusalOf } from '../draft/desk-refusal.ts'

const refusals: Record<string, { zh: string; en: string } | undefined> = { ...couponRefusals, ...couponGrantRefusals, ...pointRefusals }
const whyNot = (problem: string | null) => refusals[problem ?? '']?.[locale() === 'en' ? 'en' : 'zh'] ?? ''

/** What the caller has in points and can have for them: chosen by its number or with the arrows, taken with Enter twice. */
export function PointOffers({ phone }: { phone: string }) {
  const query = useCall(pointCalls.offers, { phone })
  return (
    <Async
      query={query}
      isEmpty={({ points }) => points === null}
      empty={<EmptyState title={t('该客户没有积分')} hint={t('启用积分规则并给优惠券定出积分后，可在此兑换。')} />}
    >
      {({ points }) =>
        points ? (
          <>
            <p className="desk-past-line">
              <span>
                {points.balance < 0
                  ? t('欠 {n} 积分', { n: countText(-points.balance) })
                  : t('可用 {n} 积分', { n: countText(points.balance) })}
              </span>
              {points.ending[0] ? (
                <span className="desk-row-more">
                  {t('{n} 分到期：', { n: countText(points.ending[0].points) })}
                  <Time at={points.ending[0].expiresAt} as="short" />
                </span>
              ) : null}
            </p>
            <OfferList phone={phone} offers={points.offers} />
          </>
        ) : null
      }
    </Async>
  )
}

function OfferList({ phone, offers }: { phone: string; offers: readonly PointOffer[] }) {
  const may = useCan('callCentre.redeem')
  const listId = useId()
  const [at, setAt] = useState(0)
  /** Asked for once, and taken when it is asked for again. */
  const [asked, setAsked] = useState<PointOffer | null>(null)
  const [said, setSaid] = useState<{ text: string; good: boolean } | null>(null)
  const { send, pending } = useSend(pointCalls.deskRedeem, {
    refreshes: [pointCalls.offers, callCentreCalls.customerInfo, couponCalls.recommendCoupons, couponCalls.couponList],
  })
  if (offers.length === 0) return <p className="desk-quiet">{t('没有可用积分兑换的优惠券')}</p>
  const redeem = async ({ couponTemplateId, pricePoints, name }: PointOffer) => {
    setAsked(null)
    try {
      const { balance } = await send({ phone, couponTemplateId, pricePoints })
      setSaid({ text: t('已兑换：{name}，剩 {n} 积分', { name, n: countText(balance) }), good: true })
    } catch (error) {
      setSaid({ text: refusalOf(error).text, good: false })
    }
  }
  const take = (offer: PointOffer | undefined) => {
    if (!offer || offer.problem !== null || !may || pending) return
    setSaid(null)
    if (asked?.couponTemplateId === offer.couponTemplateId) void redeem(offer)
    else setAsked(offer)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : undefined
    const next = { ArrowDown: Math.min(offers.length - 1, at + 1), ArrowUp: Math.max(0, at - 1) }[event.key] ?? digit
    if ((next === undefined || next >= offers.length) && event.key !== 'Enter') return
    event.preventDefault()
    if (event.key === 'Enter') take(offers[at])
    else {
      setAt(next!)
      setAsked(null)
    }
  }
  return (
    <>
      <div
        id={listId}
        className="desk-discounts"
        role="listbox"
        tabIndex={0}
        aria-label={t('可兑换的优惠券')}
        aria-activedescendant={`${listId}-${at}`}
        onKeyDown={pressed}
      >
        {offers.map((offer, index) => (
          <div
            key={offer.couponTemplateId}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            aria-disabled={offer.problem !== null}
            className={`desk-discount ${offer.problem === null ? '' : 'desk-driver-off'} ${index === at ? 'desk-discount-at' : ''}`}
            onClick={() => {
              setAt(index)
              take(offer)
            }}
          >
            <kbd>{index < 9 ? index + 1 : ''}</kbd>
            <span className="desk-discount-name">
              {offer.name}
              {offer.problem === null ? null : <span className="desk-row-more">{whyNot(offer.problem)}</span>}
            </span>
            <span className="ui-number">{t('{n} 积分', { n: countText(offer.pricePoints) })}</span>
          </div>
        ))}
      </div>
      {may ? (
        <div className="desk-redeem">
          <p role="status" className="desk-quiet">
            {said ? (
              <span className={said.good ? 'desk-offer-taken' : 'desk-warn'}>{said.text}</span>
            ) : asked ? (
              t('用 {n} 积分兑换「{name}」？再按一次回车确认', { n: countText(asked.pricePoints), name: asked.name })
            ) : (
              t('选中后按回车兑换')
            )}
          </p>
          <Button loading={pending} disabled={!offers[at] || offers[at].problem !== null} onClick={() => take(offers[at])}>
            {asked ? t('确认兑换') : t('兑换')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
