import { templateCalls } from '@chauffeur/contract/pricing/template'
import { Checkbox, Input, InputNumber } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { fenOf } from '#ui/show/money.view.ts'
import { Panel } from '#ui/page/page.tsx'
import { clockWords, instantOf, wallClockOf } from '#ui/show/time.view.ts'
import './template.css'

/** As typed: kilometres, minutes, yuan and a factor. */
interface Trip {
  departAt: string
  km: number
  waitMin: number
  durationMin: number
  late: boolean
  rate: number
  weather: number
  /** Absent in what a tab kept from before there was one. */
  weatherRate?: number
  toll: number
  parking: number
  tip: number
  coupon: number
  couponMin: number
  limit: number | null
}

/** Prices any trip by the version on the screen, and says which rule made each line. */
export function Calculator({
  templateId,
  version,
  isPackage,
  offsetMinutes,
}: {
  templateId: string
  version: number
  isPackage: boolean
  /** Of the template's first city. */
  offsetMinutes: number | null
}) {
  const [trip, setTrip] = useTabState<Trip>('calculator', {
    departAt: wallClockOf(Date.now(), offsetMinutes),
    km: 12.4,
    waitMin: 12,
    durationMin: 30,
    late: false,
    rate: 1,
    weather: 0,
    weatherRate: 1,
    toll: 0,
    parking: 0,
    tip: 0,
    coupon: 0,
    couponMin: 0,
    limit: null,
  })
  const asked = useSettled(trip, 250)
  const departAt = instantOf(asked.departAt, offsetMinutes)
  const query = useCall(
    templateCalls.templatePrice,
    {
      templateId,
      version,
      departAt: departAt ?? '',
      ...(offsetMinutes !== null && { utcOffsetMinutes: offsetMinutes }),
      distanceM: Math.round(asked.km * 1000),
      waitS: Math.round(asked.waitMin * 60),
      durationS: isPackage ? Math.round(asked.durationMin * 60) : 0,
      driverLate: asked.late,
      dynamicRateBp: Math.round(asked.rate * 10_000),
      weatherFen: fenOf(asked.weather),
      weatherRateBp: Math.round((asked.weatherRate ?? 1) * 10_000),
      tollFen: fenOf(asked.toll),
      parkingFen: fenOf(asked.parking),
      tipFen: fenOf(asked.tip),
      couponFen: fenOf(asked.coupon),
      couponMinFen: fenOf(asked.couponMin),
      ...(asked.limit !== null && { enterpriseLimitFen: fenOf(asked.limit) }),
    },
    { enabled: departAt !== undefined, keepPrevious: true },
  )
  const set = <K extends keyof Trip>(key: K, value: Trip[K]) => setTrip((before) => ({ ...before, [key]: value }))
  const number = (key: Exclude<keyof Trip, 'departAt' | 'late' | 'limit'>, label: string, max: number, step = 1, min = 0) => (
    <Field label={label}>
      <InputNumber aria-label={label} value={trip[key]} min={min} max={max} step={step} onChange={(value) => set(key, value ?? min)} />
    </Field>
  )
  return (
    <Panel title={t('试算')}>
      <div className="pricing-calculator">
        <Field label={t('出发时间')}>
          <Input
            type="datetime-local"
            aria-label={t('出发时间')}
            title={clockWords(offsetMinutes)}
            value={trip.departAt}
            onChange={(event) => set('departAt', event.target.value)}
          />
        </Field>
        {number('km', t('里程（公里）'), 2000, 0.1)}
        {number('waitMin', t('等候（分钟）'), 10_000)}
        {isPackage ? number('durationMin', t('用时（分钟）'), 40_000) : null}
        {number('rate', t('动态倍率'), 3, 0.1, 1)}
        {number('weather', t('天气费（元）'), 1000)}
        {number('weatherRate', t('天气倍率'), 3, 0.1, 1)}
        {number('toll', t('过路费（元）'), 10_000)}
        {number('parking', t('停车费（元）'), 10_000)}
        {number('tip', t('小费（元）'), 10_000)}
        {number('coupon', t('现金券（元）'), 10_000)}
        {number('couponMin', t('用券门槛（元）'), 10_000)}
        <Field label={t('企业限额（元）')}>
          <InputNumber
            aria-label={t('企业限额（元）')}
            value={trip.limit}
            min={0}
            max={1_000_000}
            placeholder={t('无企业支付')}
            onChange={(value) => set('limit', value)}
          />
        </Field>
        <Checkbox checked={trip.late} onChange={(event) => set('late', event.target.checked)}>
          {t('司机迟到')}
        </Checkbox>
      </div>
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
    </Panel>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="pricing-field">
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  )
}

/** The value once typing has paused. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
