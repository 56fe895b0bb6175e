import {
  driverInsuranceCalls,
  insuranceProductText,
  type InsuranceState,
  insuranceStateText,
} from '@chauffeur/contract/qualification/insurance'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Money } from '#ui/show/money.tsx'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'

export const insuranceTones: Record<InsuranceState, Tone> = {
  PENDING: 'wait',
  ACTIVE: 'done',
  CLAIMING: 'run',
  EXPIRED: 'off',
  CANCELLED: 'lost',
}

/** On a driver's page: the policies that cover them, those that end last first. */
export function InsurancePanel({ driverId }: { driverId: string }) {
  const query = useCall(driverInsuranceCalls.list, { driverId, pageSize: 10 })
  return (
    <Panel
      title={t('保险')}
      extra={
        <a href={`#/DriverConfig/Insurance?driverId=${driverId}`} target="_blank" rel="noreferrer">
          {t('全部保单')}
        </a>
      }
    >
      <Async query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('没有保单')} />
          ) : (
            <PlainTable
              label={t('保险')}
              rows={rows}
              rowKey={({ insuranceId }) => insuranceId}
              columns={[
                {
                  title: t('险种'),
                  head: true,
                  cell: ({ product, policyNo, insurer }) => (
                    <>
                      {tr(insuranceProductText[product])}
                      <br />
                      <span className="ui-none" title={insurer}>
                        {policyNo}
                      </span>
                    </>
                  ),
                },
                { title: t('状态'), cell: ({ state }) => <Tag tone={insuranceTones[state]}>{tr(insuranceStateText[state])}</Tag> },
                { title: t('保险止期'), cell: ({ until }) => <Time at={until} as="short" /> },
                { title: t('保额'), end: true, cell: ({ coverageFen }) => <Money fen={coverageFen} /> },
              ]}
            />
          )
        }
      </Async>
    </Panel>
  )
}
