import { type ClaimState, claimStateText, driverClaimCalls } from '@chauffeur/contract/qualification/claim'
import { insuranceProductText } from '@chauffeur/contract/qualification/insurance'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Panel } from '#ui/page/page.tsx'
import { Money } from '#ui/show/money.tsx'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'

export const claimTones: Record<ClaimState, Tone> = { REPORTED: 'wait', FILED: 'run', PAID: 'done', REJECTED: 'lost' }

/** On the page of a driver or an order: the claims that concern it, the latest loss first; nothing where there are none. */
export function ClaimsPanel(of: { driverId: string } | { orderId: string }) {
  return useMay(driverClaimCalls.claims) ? <Claims of={of} /> : null
}

function Claims({ of }: { of: { driverId: string } | { orderId: string } }) {
  const { data } = useCall(driverClaimCalls.claims, { ...of, pageSize: 10 }, { silent: true })
  if (!data || data.rows.length === 0) return null
  return (
    <Panel
      title={t('保险理赔')}
      extra={
        <a href={`#/DriverConfig/Claims?driverId=${data.rows[0]!.driverId}`} target="_blank" rel="noreferrer">
          {t('该司机的理赔')}
        </a>
      }
    >
      <PlainTable
        label={t('保险理赔')}
        rows={data.rows}
        rowKey={({ driverClaimId }) => driverClaimId}
        columns={[
          { title: t('出险时间'), head: true, cell: ({ lossAt }) => <Time at={lossAt} as="short" /> },
          { title: t('状态'), cell: ({ state }) => <Tag tone={claimTones[state]}>{tr(claimStateText[state])}</Tag> },
          { title: t('险种'), cell: ({ product, policyNo }) => <span title={policyNo}>{tr(insuranceProductText[product])}</span> },
          { title: t('索赔金额'), end: true, cell: ({ amountFen }) => <Money fen={amountFen} /> },
          { title: t('赔付金额'), end: true, cell: ({ paidFen }) => <Money fen={paidFen} /> },
        ]}
      />
    </Panel>
  )
}
