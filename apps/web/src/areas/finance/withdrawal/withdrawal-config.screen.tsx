import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { taxableOnText, withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { Async } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Page, Panel } from '#ui/page/page.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { EnabledTag } from '#ui/show/tag.tsx'
import { WaysPanel } from '../payout/ways.panel.tsx'
import { TaxForm } from './tax.form.tsx'
import { TaxHistoryDrawer } from './tax-history.drawer.tsx'
import { TermsPanel } from './terms.panel.tsx'
import { percentText } from './withdrawal.view.ts'
import './withdrawal.css'

/** On which terms drivers take their money out, and what is withheld of it as tax. */
export default function WithdrawalConfigScreen() {
  const mayWays = useMay(payoutCalls.ways)
  return (
    <Page title={t('司机提现设置')} extra={t('修改只影响之后的提现申请')}>
      <div className="withdrawal-column">
        <TermsPanel />
        {mayWays ? <WaysPanel /> : null}
        <Tax />
      </div>
    </Page>
  )
}

function Tax() {
  const query = useCall(withdrawalTermsCalls.taxConfig, {})
  const [open, setOpen] = useState<'form' | 'history' | null>(null)
  const tax = query.data
  return (
    <Panel
      title={t('代缴个人所得税')}
      extra={
        <span className="withdrawal-actions">
          <Button size="small" onClick={() => setOpen('history')}>
            {t('历史')}
          </Button>
          {tax?.mayChange ? (
            <Button size="small" onClick={() => setOpen('form')}>
              {t('修改代缴设置')}
            </Button>
          ) : null}
        </span>
      }
    >
      <Async query={query}>
        {(known) => (
          <>
            <Facts
              as="line"
              facts={[
                [t('提现时代缴'), <EnabledTag key="on" enabled={known.withhold} />],
                [t('计税时点'), tr(taxableOnText[known.taxableOn])],
                [t('扣缴义务人'), [known.payerName, known.payerTaxNo].filter(Boolean).join(' ')],
                [t('费用扣除'), percentText(known.expenseBp)],
                [t('每月减除'), <Money key="exempt" fen={known.monthlyExemptFen} />],
              ]}
            />
            <PlainTable
              className="withdrawal-table"
              caption={t('累计预扣：本年累计收入减费用与减除后，按下表计算，再减已扣税额')}
              rows={known.bands.map((band, index) => ({ ...band, belowFen: known.bands[index - 1]?.uptoFen ?? 0 }))}
              rowKey={({ uptoFen }) => uptoFen ?? 'rest'}
              columns={[
                {
                  title: t('累计应纳税所得额'),
                  cell: ({ uptoFen, belowFen }) =>
                    uptoFen === null ? t('超过 {sum}', { sum: moneyText(belowFen) }) : t('不超过 {sum}', { sum: moneyText(uptoFen) }),
                },
                { title: t('税率'), end: true, cell: ({ rateBp }) => percentText(rateBp) },
                { title: t('速算扣除'), end: true, cell: ({ quickFen }) => <Money fen={quickFen} /> },
              ]}
            />
          </>
        )}
      </Async>
      {tax ? <TaxForm open={open === 'form'} tax={tax} onClose={() => setOpen(null)} /> : null}
      <TaxHistoryDrawer open={open === 'history'} mayReturn={tax?.mayChange === true} onClose={() => setOpen(null)} />
    </Panel>
  )
}
