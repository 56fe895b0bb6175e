import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { useEffect, useState } from 'react'
import { alertDriver } from '../../platform/alert.ts'
import type { Offer } from '../../platform/offers.ts'
import { distance, minutes, money, t } from '../../platform/text.ts'
import { useAct } from '../../platform/use-act.ts'
import { ask } from '../../platform/wire.ts'
import { Problem, Where } from '../parts.tsx'

interface Props {
  token: string
  offer: Offer
  /** What it will come to is shown here. */
  estimate: boolean
  onAnswered: () => Promise<unknown>
}

/** One order that is offered, until it is taken, refused or too late. */
export function OfferCard({ token, offer, estimate, onAnswered }: Props) {
  const act = useAct()
  const [leftS, setLeftS] = useState(() => secondsTo(offer.expiresAt))
  useEffect(() => {
    alertDriver()
    const timer = setInterval(() => setLeftS(secondsTo(offer.expiresAt)), 500)
    return () => clearInterval(timer)
  }, [offer.expiresAt])
  const answer = (accept: boolean) =>
    act.run(async () => {
      const of = { id: offer.offerId }
      await (accept ? ask(dispatchCalls.accept, of, token) : ask(dispatchCalls.reject, of, token)).finally(onAnswered)
    })
  return (
    <section className="card" aria-label={t('新订单')}>
      <h2>
        {t('新订单')} <span>{t('{n} 秒内应答', { n: leftS })}</span>
      </h2>
      <Where mark="pickup" place={offer.pickup} />
      <Where mark="dropoff" place={offer.dropoff} />
      <p className="figures">
        <span>{t('距您 {way}，约 {time}', { way: distance(offer.distanceM), time: minutes(offer.etaS) })}</span>
        {offer.estimateFen === null || !estimate ? null : <b>{t('预估 {money}', { money: money(offer.estimateFen) })}</b>}
      </p>
      <Problem of={act} />
      <div className="two">
        <button type="button" className="plain" disabled={act.busy} onClick={() => answer(false)}>
          {t('拒绝')}
        </button>
        <button type="button" className="primary" disabled={act.busy} onClick={() => answer(true)}>
          {t('接单')}
        </button>
      </div>
    </section>
  )
}

/** By the telephone's clock, which may be wrong; that it is too late is the server's to say. */
const secondsTo = (instant: string): number => Math.max(0, Math.round((Date.parse(instant) - Date.now()) / 1000))
