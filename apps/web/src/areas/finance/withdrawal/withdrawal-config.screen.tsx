import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { taxableOnText, withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { SettingActions } from '#kit/config/setting-actions.tsx'
import { Async } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Page, Panel } from '#ui/page/page.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { EnabledTag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { WaysPanel } from '../payout/ways.panel.tsx'
import { TaxForm } from './tax.form.tsx'
import { type Editing, TermsForm } from './terms.form.tsx'
import { TaxHistoryDrawer, TermsHistoryDrawer } from './terms-history.drawer.tsx'
import { dayWords, percentText, type Setting, type WaysAnswer, waysText } from './withdrawal.view.ts'
import './withdrawal.css'

/** On which terms drivers take their money out, and what is withheld of it as tax. */
export default function WithdrawalConfigScreen() {
  const query = useCall(withdrawalTermsCalls.ways, {})
  const mayEdit = useMay(withdrawalTermsCalls.save)
  const mayWays = useMay(payoutCalls.ways)
  const [editing, setEditing] = useState<Editing | null>(null)
  const data = query.data
  const free = data?.cities.filter(({ cityId }) => !data.rows.some((row) => row.cityId === cityId)) ?? []
  return (
    <Page
      title={t('司机提现设置')}
      extra={t('修改只影响之后的提现申请')}
      actions={
        mayEdit && data ? (
          <Button
            type="primary"
            icon={<PlusOutlined />}
            disabled={free.length === 0}
            onClick={() => setEditing({ row: null, whole: false })}
          >
            {t('新增城市设置')}
          </Button>
        ) : undefined
      }
    >
      <div className="withdrawal-column">
        <Panel title={t('提现规则')} extra={t('没有单独设置的城市按全部城市的规则')}>
          <Async query={query}>{(answer) => <TermsTable answer={answer} mayEdit={mayEdit} onEdit={setEditing} />}</Async>
        </Panel>
        {mayWays ? <WaysPanel /> : null}
        <Tax />
      </div>
      {data ? <TermsForm editing={editing} defaults={data.defaults} cities={free} onClose={() => setEditing(null)} /> : null}
    </Page>
  )
}

function TermsTable({ answer, mayEdit, onEdit }: { answer: WaysAnswer; mayEdit: boolean; onEdit: (editing: Editing) => void }) {
  const tenant = answer.rows.find((row) => row.cityId === null)
  const rows: (Setting | null)[] = [tenant ?? null, ...answer.rows.filter((row) => row.cityId !== null)]
  const termsOf = (row: Setting | null) => row ?? answer.defaults
  const nameOf = (row: Setting | null) => (row?.cityId ? tr(row.cityName) : t('全部城市'))
  const mayChange = (row: Setting | null) => mayEdit && (row?.cityId ? true : answer.mayChangeTenant)
  const [history, setHistory] = useState<{ row: Setting; open: boolean } | null>(null)
  return (
    <div className="withdrawal-scroll">
      <PlainTable
        className="withdrawal-table"
        rows={rows}
        rowKey={(row) => row?.cityId ?? 'tenant'}
        columns={[
          { title: t('城市'), head: true, cell: nameOf },
          {
            title: t('提现方式'),
            cell: (row) => waysText(termsOf(row).ways),
          },
          {
            title: t('每笔金额'),
            end: true,
            cell: (row) => `${moneyText(termsOf(row).minFen)}–${moneyText(termsOf(row).maxFen)}`,
          },
          { title: t('每日次数'), end: true, cell: (row) => termsOf(row).maxPerDay },
          { title: t('保留余额'), end: true, cell: (row) => <Money fen={termsOf(row).reserveFen} /> },
          { title: t('手续费'), cell: (row) => feeWords(termsOf(row)) },
          { title: t('提现日'), cell: (row) => dayWords(termsOf(row).weekMask) },
          { title: t('换卡冷却'), end: true, cell: (row) => t('{n} 小时', { n: termsOf(row).accountCoolingHours }) },
          {
            title: t('最近修改'),
            cell: (row) =>
              row ? (
                <>
                  {row.changedBy || t('系统')} · <Time at={row.changedAt} />
                </>
              ) : (
                <span className="ui-none">{t('默认')}</span>
              ),
          },
          {
            title: t('操作'),
            cell: (row) => (
              <SettingActions
                name={nameOf(row)}
                onEdit={mayChange(row) && (() => onEdit({ row, whole: !row?.cityId }))}
                onHistory={row !== null && (() => setHistory({ row, open: true }))}
              />
            ),
          },
        ]}
      />
      {history ? (
        <TermsHistoryDrawer
          row={history.row}
          open={history.open}
          mayReturn={mayChange(history.row)}
          onClose={() => setHistory({ ...history, open: false })}
        />
      ) : null}
    </div>
  )
}

function feeWords({ feeBp, feeFlatFen, freePerWeek }: WaysAnswer['defaults']): string {
  if (feeBp === 0 && feeFlatFen === 0) return t('免费')
  const fee = [feeBp > 0 ? percentText(feeBp) : '', feeFlatFen > 0 ? moneyText(feeFlatFen) : ''].filter(Boolean).join(' + ')
  return freePerWeek > 0 ? t('{fee}，每周前 {n} 笔免费', { fee, n: freePerWeek }) : fee
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
