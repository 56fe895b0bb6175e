import { pointConfigCalls } from '@chauffeur/contract/customer/points-config'
import { pointEventText, type PointRule } from '@chauffeur/contract/customer/points-model'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { Button, Form, InputNumber } from 'antd'
import { useId, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { countText } from '#ui/show/measure.view.ts'

type Asked = InputOf<typeof pointConfigCalls.preview>

/** In the form of the rules: what an order of a sum would give by what is typed, and the last 30 days beside what they gave. Nothing is saved. */
export function TryPoints({ cityId }: { cityId: string | null }) {
  const form = Form.useFormInstance<{ enabled: boolean; cityId?: string; rules: PointRule[] }>()
  const id = useId()
  const [yuan, setYuan] = useState<number | null>(58)
  const [asked, setAsked] = useState<Asked | null>(null)
  const take = () =>
    form
      .validateFields()
      .then(({ enabled, rules, cityId: chosen }) => {
        const city = cityId ?? chosen
        setAsked({ enabled, rules, amountFen: Math.round((yuan ?? 0) * 100), ...(city && { cityId: city }) })
      })
      // What is wrong stands at its field.
      .catch(() => setAsked(null))
  return (
    <section className="points-trial" aria-label={t('试算')}>
      <label htmlFor={id}>{t('订单金额（元）')}</label>
      <InputNumber id={id} size="small" min={0} max={100_000} precision={2} value={yuan} onChange={setYuan} />
      <Button size="small" onClick={() => void take()}>
        {t('试算能得多少积分')}
      </Button>
      {asked ? <Outcome asked={asked} /> : null}
    </section>
  )
}

function Outcome({ asked }: { asked: Asked }) {
  const query = useCall(pointConfigCalls.preview, asked)
  return (
    <Async query={query}>
      {({ order, orderPoints, lastDays }) => (
        <div role="status">
          <ul className="points-lines">
            <li>
              {t('这样的订单得 {n} 分', { n: countText(orderPoints) })}
              {order.map(({ event, points }) => (
                <span key={event} className="points-soft">
                  {' · '}
                  {tr(pointEventText[event])} {countText(points)}
                </span>
              ))}
            </li>
            <li>
              {t('近 30 天 {orders} 单已支付：实际发放 {gave} 分，按此规则应为 {would} 分', {
                orders: countText(lastDays.orders),
                gave: countText(lastDays.gave),
                would: countText(lastDays.wouldGive),
              })}
            </li>
          </ul>
        </div>
      )}
    </Async>
  )
}
