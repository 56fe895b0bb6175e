import { templateCalls } from '@chauffeur/contract/pricing/template'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { useEffect, useMemo, useState } from 'react'
import { TrialForm } from '#kit/edit/trial.form.tsx'
import { FactorField, InstantField, KilometresField, MinutesField, MoneyField, SwitchField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { Panel } from '#ui/page/page.tsx'
import './template.css'

type Trip = InputOf<typeof templateCalls.templatePrice>
interface CalculatorProps {
  templateId: string
  version: number
  isPackage: boolean
  /** Of the template's first city. */
  offsetMinutes: number | null
}
const MOST_FEN = 1_000_000

/** Prices any trip by the version on the screen, and says which rule made each line. */
export const Calculator = ({ templateId, version, isPackage, offsetMinutes }: CalculatorProps) => (
  <Panel title={t('试算')}>
    <TrialForm<Partial<Trip>>
      name="price-trip"
      initial={{
        departAt: new Date().toISOString(),
        distanceM: 12_400,
        waitS: 720,
        dynamicRateBp: 10_000,
        ...(isPackage && { durationS: 1_800 }),
      }}
      fields={
        <>
          <InstantField name="departAt" label={t('出发时间')} required offsetMinutes={offsetMinutes} />
          <KilometresField name="distanceM" label={t('里程')} min={0} max={2_000_000} />
          <MinutesField name="waitS" label={t('等候')} min={0} max={604_800} />
          {isPackage ? <MinutesField name="durationS" label={t('用时')} min={0} max={2_592_000} /> : null}
          <FactorField name="dynamicRateBp" label={t('动态倍率')} min={10_000} max={30_000} step={1_000} />
          <MoneyField name="weatherFen" label={t('天气费')} min={0} max={100_000} />
          <FactorField name="weatherRateBp" label={t('天气倍率')} min={10_000} max={30_000} step={1_000} />
          <MoneyField name="tollFen" label={t('过路费')} min={0} max={MOST_FEN} />
          <MoneyField name="parkingFen" label={t('停车费')} min={0} max={MOST_FEN} />
          <MoneyField name="tipFen" label={t('小费')} min={0} max={MOST_FEN} />
          <MoneyField name="couponFen" label={t('现金券')} min={0} max={MOST_FEN} />
          <MoneyField name="couponMinFen" label={t('用券门槛')} min={0} max={MOST_FEN} />
          <MoneyField name="enterpriseLimitFen" label={t('企业限额')} placeholder={t('无企业支付')} min={0} max={100 * MOST_FEN} />
          <SwitchField name="driverLate" label={t('司机迟到')} />
        </>
      }
    >
      {(trip) => <Priced trip={{ templateId, version, ...(offsetMinutes !== null && { utcOffsetMinutes: offsetMinutes }), ...trip }} />}
    </TrialForm>
  </Panel>
)

function Priced({ trip }: { trip: Partial<Trip> }) {
  const { departAt = '', distanceM = 0, ...rest } = useSettled(JSON.stringify(trip), 250)
  const query = useCall(templateCalls.templatePrice, { ...rest, departAt, distanceM } as Trip, {
    enabled: departAt !== '',
    keepPrevious: true,
  })
  return (
    <Async query={query}>
      {(priced) => (
        <table className="ui-plain-table pricing-table" aria-live="polite">
          <caption className="pricing-hidden">{t('试算结果')}</caption>
          <tbody>
            {priced.lines.map((line) => (
              <tr key={line.type}>
                <th scope="row">{line.label}</th>
                <td className="pricing-reason">{line.reason}</td>
                <td className="ui-end">
                  <Money fen={line.amountFen} />
                </td>
              </tr>
            ))}
            {priced.couponRefused ? (
              <tr>
                <th scope="row">{t('优惠券')}</th>
                <td className="pricing-reason" colSpan={2}>
                  {priced.couponRefused}
                </td>
              </tr>
            ) : null}
            <tr className="pricing-total">
              <th scope="row">{t('应付')}</th>
              <td className="pricing-reason">
                {priced.enterpriseFen > 0
                  ? t('企业支付 {e} 元，个人支付 {p} 元', { e: priced.enterpriseFen / 100, p: priced.personalFen / 100 })
                  : null}
              </td>
              <td className="ui-end">
                <Money fen={priced.totalFen} />
              </td>
            </tr>
          </tbody>
        </table>
      )}
    </Async>
  )
}

/** The trip once typing has paused: its text, so that the same trip is the same value. */
function useSettled(trip: string, ms: number): Partial<Trip> {
  const [settled, setSettled] = useState(trip)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(trip), ms)
    return () => clearTimeout(timer)
  }, [trip, ms])
  return useMemo(() => JSON.parse(settled) as Partial<Trip>, [settled])
}
