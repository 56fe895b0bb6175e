import type { PriceBand } from '@chauffeur/contract/pricing-model'
import { t } from '#platform/text.ts'
import { distanceText } from '#ui/measure.view.ts'
import { moneyText } from '#ui/money.view.ts'
import { dayPicture } from './pricing.view.ts'

const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24]

/** A day from left to right: what departing in each hour costs. The table below says the same in `figures`. */
export function BandsPicture({ bands, figures = true }: { bands: readonly PriceBand[]; figures?: boolean }) {
  const parts = dayPicture(bands)
  return (
    <figure className="pricing-day">
      <div className="pricing-day-bar" aria-hidden="true">
        {parts.map(({ band, left, width, strength }) => (
          <div
            key={band.from}
            className="pricing-day-part"
            title={`${band.from}–${band.to}`}
            style={{ left: `${left}%`, width: `${width}%`, ['--strength' as string]: `${Math.round(25 + strength * 60)}%` }}
          >
            {width > 8 ? moneyText(band.startFen) : null}
          </div>
        ))}
      </div>
      <div className="pricing-day-hours" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
      {figures ? <Figures parts={parts} /> : null}
    </figure>
  )
}

function Figures({ parts }: { parts: ReturnType<typeof dayPicture> }) {
  return (
    <table className="pricing-table">
      <caption className="pricing-hidden">{t('各时段起步价')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('出发时段')}</th>
          <th scope="col" className="pricing-right">
            {t('起步价')}
          </th>
          <th scope="col" className="pricing-right">
            {t('含里程')}
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ band }) => (
          <tr key={band.from}>
            <td className="ui-number">
              {band.from}–{band.to}
            </td>
            <td className="ui-number pricing-right">{moneyText(band.startFen)}</td>
            <td className="ui-number pricing-right">{distanceText(band.includedM)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
