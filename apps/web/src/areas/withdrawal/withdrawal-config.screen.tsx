import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { withdrawalTermsCalls } from '@chauffeur/contract/withdrawal-terms'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/call.ts'
import { useCan } from '#platform/session.ts'
import { t, tr } from '#platform/text.ts'
import { daysOf, weekdayText } from '#shared/weekdays.ts'
import { Async } from '#ui/async.tsx'
import { Money } from '#ui/money.tsx'
import { moneyText } from '#ui/money.view.ts'
import { Page, Panel } from '#ui/page.tsx'
import { EnabledTag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'
import { TaxForm } from './tax.form.tsx'
import { type Editing, TermsForm } from './terms.form.tsx'
import { percentText, type Setting, wayText, type WaysAnswer } from './withdrawal.view.ts'
import './withdrawal.css'

/** On which terms drivers take their money out, and what is withheld of it as tax. */
export default function WithdrawalConfigScreen() {
  const query = useCall(withdrawalTermsCalls.ways, {})
  const mayEdit = useCan('withdrawalTerms.edit')
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
        <Tax />
      </div>
      {data ? <TermsForm editing={editing} defaults={data.defaults} cities={free} onClose={() => setEditing(null)} /> : null}
    </Page>
  )
}

function TermsTable({ answer, mayEdit, onEdit }: { answer: WaysAnswer; mayEdit: boolean; onEdit: (editing: Editing) => void }) {
  const tenant = answer.rows.find((row) => row.cityId === null)
  const rows: (Setting | null)[] = [tenant ?? null, ...answer.rows.filter((row) => row.cityId !== null)]
  return (
    <div className="withdrawal-scroll">
      <table className="withdrawal-table">
        <thead>
          <tr>
            <th scope="col">{t('城市')}</th>
            <th scope="col">{t('提现方式')}</th>
            <th scope="col" className="withdrawal-right">
              {t('每笔金额')}
            </th>
            <th scope="col" className="withdrawal-right">
              {t('每日次数')}
            </th>
            <th scope="col" className="withdrawal-right">
              {t('保留余额')}
            </th>
            <th scope="col">{t('手续费')}</th>
            <th scope="col">{t('提现日')}</th>
            <th scope="col" className="withdrawal-right">
              {t('换卡冷却')}
            </th>
            <th scope="col">{t('最近修改')}</th>
            <th scope="col">{t('操作')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const terms = row ?? answer.defaults
            const name = row?.cityId ? tr(row.cityName) : t('全部城市')
            const may = mayEdit && (row?.cityId ? true : answer.mayChangeTenant)
            return (
              <tr key={row?.cityId ?? 'tenant'}>
                <th scope="row">{name}</th>
                <td>{terms.ways.map((way) => tr(wayText[way])).join(t('、'))}</td>
                <td className="ui-number withdrawal-right">
                  {moneyText(terms.minFen)}–{moneyText(terms.maxFen)}
                </td>
                <td className="ui-number withdrawal-right">{terms.maxPerDay}</td>
                <td className="withdrawal-right">
                  <Money fen={terms.reserveFen} />
                </td>
                <td>{feeWords(terms)}</td>
                <td>{dayWords(terms.weekMask)}</td>
                <td className="ui-number withdrawal-right">{t('{n} 小时', { n: terms.accountCoolingHours })}</td>
                <td>
                  {row ? (
                    <>
                      {row.updatedBy || t('系统')} · <Time at={row.updatedAt} />
                    </>
                  ) : (
                    <span className="ui-none">{t('默认')}</span>
                  )}
                </td>
                <td>
                  {may ? (
                    <button
                      type="button"
                      className="ui-text-button"
                      aria-label={t('修改 {name}', { name })}
                      onClick={() => onEdit({ row, whole: !row?.cityId })}
                    >
                      {t('修改')}
                    </button>
                  ) : null}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function feeWords({ feeBp, feeFlatFen, freePerWeek }: WaysAnswer['defaults']): string {
  if (feeBp === 0 && feeFlatFen === 0) return t('免费')
  const fee = [feeBp > 0 ? percentText(feeBp) : '', feeFlatFen > 0 ? moneyText(feeFlatFen) : ''].filter(Boolean).join(' + ')
  return freePerWeek > 0 ? t('{fee}，每周前 {n} 笔免费', { fee, n: freePerWeek }) : fee
}
const dayWords = (mask: number): string =>
  mask === 127
    ? t('每天')
    : daysOf(mask)
        .map((day) => tr(weekdayText[day] ?? ''))
        .join(t('、'))

function Tax() {
  const query = useCall(withdrawalTermsCalls.taxConfig, {})
  const [open, setOpen] = useState(false)
  const tax = query.data
  return (
    <Panel
      title={t('代缴个人所得税')}
      extra={
        tax?.mayChange ? (
          <Button size="small" onClick={() => setOpen(true)}>
            {t('修改代缴设置')}
          </Button>
        ) : undefined
      }
    >
      <Async query={query}>
        {(known) => (
          <>
            <dl className="withdrawal-facts">
              <div>
                <dt>{t('提现时代缴')}</dt>
                <dd>
                  <EnabledTag enabled={known.withhold} />
                </dd>
              </div>
              <div>
                <dt>{t('扣缴义务人')}</dt>
                <dd>
                  {known.payerName || <span className="ui-none">—</span>} {known.payerTaxNo}
                </dd>
              </div>
              <div>
                <dt>{t('费用扣除')}</dt>
                <dd className="ui-number">{percentText(known.expenseBp)}</dd>
              </div>
              <div>
                <dt>{t('每月减除')}</dt>
                <dd>
                  <Money fen={known.monthlyExemptFen} />
                </dd>
              </div>
            </dl>
            <table className="withdrawal-table">
              <caption className="withdrawal-soft">{t('累计预扣：本年累计提现额减费用与减除后，按下表计算，再减已扣税额')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('累计应纳税所得额')}</th>
                  <th scope="col" className="withdrawal-right">
                    {t('税率')}
                  </th>
                  <th scope="col" className="withdrawal-right">
                    {t('速算扣除')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {known.bands.map((band, index) => (
                  <tr key={band.uptoFen ?? 'rest'}>
                    <td className="ui-number">
                      {band.uptoFen === null
                        ? t('超过 {sum}', { sum: moneyText(known.bands[index - 1]?.uptoFen ?? 0) })
                        : t('不超过 {sum}', { sum: moneyText(band.uptoFen) })}
                    </td>
                    <td className="ui-number withdrawal-right">{percentText(band.rateBp)}</td>
                    <td className="withdrawal-right">
                      <Money fen={band.quickFen} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </Async>
      {tax ? <TaxForm open={open} tax={tax} onClose={() => setOpen(false)} /> : null}
    </Panel>
  )
}
