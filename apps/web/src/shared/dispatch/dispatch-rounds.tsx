import { searchStepText, type dispatchView } from '@chauffeur/contract/order-model'
import type * as z from 'zod'
import { t, tr } from '#platform/text.ts'
import { Distance } from '#ui/measure.tsx'
import { Remaining } from '#ui/time.tsx'
import { excludedDrivers, excludedText } from './search.view.ts'
import './dispatch-rounds.css'

type View = z.output<typeof dispatchView>

/** Each round of a search as it was recorded: how far it reached, who could be asked, and what kept the others out; and what comes next. */
export function DispatchRounds({ dispatch: { rounds, roundsInAll, next } }: { dispatch: View }) {
  if (rounds.length === 0) return null
  return (
    <section className="dispatch-rounds" aria-label={t('各轮派单')}>
      <h3>
        {t('各轮派单（共 {n} 轮）', { n: roundsInAll })}
        {next ? (
          <span className="dispatch-next">
            {tr(searchStepText[next.step])} <Remaining until={next.at} />
          </span>
        ) : null}
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('轮次')}</th>
            <th scope="col">{t('半径')}</th>
            <th scope="col">{t('可派')}</th>
            <th scope="col">{t('派出')}</th>
            <th scope="col">{t('未派原因')}</th>
          </tr>
        </thead>
        <tbody>
          {rounds.map((round) => (
            <tr key={round.round}>
              <th scope="row" className="ui-number">
                {round.round}
              </th>
              <td>
                <Distance m={round.radiusM} />
              </td>
              <td className="ui-number">{round.candidates}</td>
              <td className="ui-number">{round.offers}</td>
              <td>{excludedText(excludedDrivers(round.filteredOut)) || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
