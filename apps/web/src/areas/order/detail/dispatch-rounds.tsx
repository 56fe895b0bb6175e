import { searchStepText, type dispatchView } from '@chauffeur/contract/order/model'
import type * as z from 'zod'
import { t, tr } from '#platform/text/text.ts'
import { Distance } from '#ui/show/measure.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { Remaining } from '#ui/show/time.tsx'
import { excludedDrivers, excludedText } from '#shared/order/search.view.ts'
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
      <PlainTable
        rows={rounds}
        rowKey={({ round }) => round}
        columns={[
          { title: t('轮次'), head: true, cell: ({ round }) => <span className="ui-number">{round}</span> },
          { title: t('半径'), end: true, cell: ({ radiusM }) => <Distance m={radiusM} /> },
          { title: t('可派'), end: true, cell: ({ candidates }) => candidates },
          { title: t('派出'), end: true, cell: ({ offers }) => offers },
          { title: t('未派原因'), cell: ({ filteredOut }) => excludedText(excludedDrivers(filteredOut)) || '—' },
        ]}
      />
    </section>
  )
}
