import type { PriceBand } from '@chauffeur/contract/pricing/model'
import { t } from '#platform/text/text.ts'
import { distanceText } from '#ui/show/measure.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { dayPicture } from '../pricing.view.ts'
import './template.css'

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
    <PlainTable
      className="pricing-table"
      label={t('各时段起步价')}
      rows={parts.map(({ band }) => band)}
      rowKey={({ from }) => from}
      columns={[
        { title: t('出发时段'), cell: ({ from, to }) => <span className="ui-number">{`${from}–${to}`}</span> },
        { title: t('起步价'), end: true, cell: ({ startFen }) => moneyText(startFen) },
        { title: t('含里程'), end: true, cell: ({ includedM }) => distanceText(includedM) },
      ]}
    />
  )
}
