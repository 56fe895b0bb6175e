import { t, tr } from '#platform/text/text.ts'
import { Button } from 'antd'
import { Distance, Duration } from '#ui/show/measure.tsx'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { Money } from '#ui/show/money.tsx'
import { MeasuredBy } from '#kit/show/measured.tsx'
import { Problem } from '../draft/field.tsx'
import type { Quote } from './use-estimate.ts'
import type { AppliedDiscount } from './use-price.ts'
import '../call-centre.css'
import './price.css'

/** Lines that cost nothing are not worth an operator's glance; the starting fare always is. The discount has a line of its own below. */
const saidLines = (lines: Quote['lines']) =>
  lines.filter((line) => (line.amountFen !== 0 || line.type === 'START') && line.type !== 'COUPON' && line.type !== 'RIGHTS')

/** What several drivers cost together: a discount is taken off the first one's trip alone. */
export const sumFor = ({ totalFen, subtotalFen }: Pick<Quote, 'totalFen' | 'subtotalFen'>, drivers: number): number =>
  totalFen + (drivers - 1) * subtotalFen

export interface FeePanelProps {
  quote: Quote | null
  /** The quote is for the trip as it stands. */
  current: boolean
  pending: boolean
  problem?: string
  /** What of the trip is known on the map. */
  known: 'TRIP' | 'NO_PICKUP' | 'NO_DROPOFF'
  driverCount: number
  /** What the price was made with; null for nothing. */
  discount: AppliedDiscount | null
  /** Opens the caller's coupons and rights; undefined while there is no caller. */
  onDiscount?: () => void
  onAgain: () => void
}

const startWords = { NO_PICKUP: () => t('起步费用（上车点没有位置）'), NO_DROPOFF: () => t('起步费用（目的地未知）') }

/** What the trip will cost, line by line; while a new price comes the old one stays, greyed. */
export function FeePanel({ quote, current, pending, problem, known, driverCount, discount, onDiscount, onAgain }: FeePanelProps) {
  return (
    <section className="desk-fee" aria-label={t('费用预估')} aria-busy={pending}>
      <h2 className="desk-head">
        {t('费用预估')}
        {quote && known === 'TRIP' ? (
          <span className="desk-head-more">
            <Distance m={quote.distanceM} /> · <Duration s={quote.durationS} />
            {quote.measured ? (
              <>
                {' · '}
                <MeasuredBy measured={quote.measured} />
              </>
            ) : null}
          </span>
        ) : null}
        {pending ? <span className="desk-head-more">{t('计算中')}</span> : null}
      </h2>
      {problem ? (
        <>
          <Problem text={problem} />
          <Button size="small" onClick={onAgain}>
            {t('重新估价')}
          </Button>
        </>
      ) : quote ? (
        <div className={current ? 'desk-lines' : 'desk-lines desk-lines-old'}>
          {saidLines(quote.lines).map((line, index) => (
            <div key={`${line.type} ${index}`} className="desk-line">
              <span>{tr(line.label)}</span>
              <Money fen={line.amountFen} />
            </div>
          ))}
          {onDiscount ? (
            <button type="button" className="desk-line desk-line-pick" onClick={onDiscount}>
              <span>
                {t('优惠')} <KeyHint keys="Alt+Y" /> <span className="desk-row-more">{discount?.name ?? t('未使用')}</span>
              </span>
              {quote.discountFen === 0 ? null : <Money fen={-Math.abs(quote.discountFen)} />}
            </button>
          ) : null}
          {quote.discountRefused ? <Problem text={quote.discountRefused} /> : null}
          <div className="desk-line desk-total">
            <span>{known === 'TRIP' ? (driverCount > 1 ? t('每位司机预估') : t('预估合计')) : startWords[known]()}</span>
            <Money fen={quote.totalFen} />
          </div>
          {driverCount > 1 ? (
            <div className="desk-line desk-total">
              <span>{t('{count} 位司机合计', { count: driverCount })}</span>
              <Money fen={sumFor(quote, driverCount)} />
            </div>
          ) : null}
          {quote.enterpriseFen > 0 ? (
            <div className="desk-line">
              <span>{t('其中企业支付')}</span>
              <Money fen={quote.enterpriseFen} />
            </div>
          ) : null}
        </div>
      ) : (
        <p className="desk-quiet">{t('填写上车点后自动估价')}</p>
      )}
    </section>
  )
}
