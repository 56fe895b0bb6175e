import { type TermsRefusal, withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import type { Setting } from './withdrawal.view.ts'

/** Chinese source texts. */
const refusalText: Record<TermsRefusal, string> = {
  'withdrawal.belowMinimum': '低于每笔最低',
  'withdrawal.aboveMaximum': '高于每笔最高',
  'withdrawal.notToday': '不在提现日',
  'withdrawal.tooManyToday': '超过每日次数',
  'withdrawal.wayClosed': '提现方式已关闭',
}
type Terms = InputOf<typeof withdrawalTermsCalls.trial>

/** In the form of terms: what those that are typed would have done to the applications of the last thirty days. */
export function TermsTrial({ row }: { row: Setting | null }) {
  const form = Form.useFormInstance<Terms>()
  const [tried, setTried] = useState<Terms | null>(null)
  const take = () =>
    form
      .validateFields()
      .then(({ changeReason: _reason, ...values }: Terms & { changeReason?: string }) =>
        setTried({ ...values, ...(row && { settingId: row.settingId, version: row.version }) }),
      )
      // What is wrong stands at its field.
      .catch(() => setTried(null))
  return (
    <section className="withdrawal-trial" aria-label={t('试算')}>
      <Button size="small" onClick={() => void take()}>
        {t('按最近 30 天的申请试算')}
      </Button>
      {tried ? <Consequence terms={tried} /> : null}
    </section>
  )
}

const Consequence = ({ terms }: { terms: Terms }) => (
  <Async query={useCall(withdrawalTermsCalls.trial, terms)}>
    {({ applications, feeFen, feeAfterFen, refused }) => (
      <ul role="status" ref={(list) => list?.scrollIntoView?.({ block: 'nearest' })}>
        <li>{t('申请 {n} 笔', { n: countText(applications) })}</li>
        <li>{t('手续费 {before} → {after}', { before: moneyText(feeFen), after: moneyText(feeAfterFen) })}</li>
        {refused.length === 0 ? <li>{t('没有申请会因此被拒绝')}</li> : null}
        {refused.map(({ refusal, applications: n, drivers, sumFen }) => (
          <li key={refusal}>
            {tr(refusalText[refusal])}
            {t('：')}
            {t('{n} 笔会被拒绝，{drivers} 名司机，共 {sum}', { n: countText(n), drivers: countText(drivers), sum: moneyText(sumFen) })}
          </li>
        ))}
      </ul>
    )}
  </Async>
)
