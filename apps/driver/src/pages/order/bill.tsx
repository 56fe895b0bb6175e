import { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import { useState } from 'react'
import { money, t } from '../../platform/text.ts'
import { useAct } from '../../platform/use-act.ts'
import { ask } from '../../platform/wire.ts'
import { Pictures } from './pictures.tsx'
import { Problem } from '../parts.tsx'

type ExtraType = NonNullable<InputOf<typeof dispatchCalls.file>['extras']>[number]['type']
const EXTRAS: readonly ExtraType[] = ['TOLL', 'PARKING', 'OTHER']
const WORDS: Partial<Record<ExtraType, () => string>> = {
  TOLL: () => t('过路费'),
  PARKING: () => t('停车费'),
  OTHER: () => t('其他费用'),
}

interface Props {
  token: string
  orderId: string
  /** The city of the order takes cash. */
  cash: boolean
  /** The customer paid so much ahead: only the rest is collected. */
  prepaidFen: number
  /** The bill stands on the screen, until the driver has read it out and is done with it. */
  onShown: (shown: boolean) => void
}

/** What the driver paid for the customer, whether cash was taken, and then the bill as the platform made it. */
export function Bill({ token, orderId, cash: takesCash, prepaidFen, onShown }: Props) {
  const [yuan, setYuan] = useState<Partial<Record<ExtraType, string>>>({})
  const [receipts, setReceipts] = useState<Partial<Record<ExtraType, string[]>>>({})
  const [cash, setCash] = useState(false)
  const [filed, setFiled] = useState<AnswerOf<typeof dispatchCalls.file> | null>(null)
  const act = useAct()
  const amounts = EXTRAS.map((type) => ({ type, text: yuan[type]?.trim() ?? '', amountFen: fenOf(yuan[type] ?? '') }))
  const wrong = amounts.some(({ text, amountFen }) => text !== '' && amountFen === null)
  const extras = amounts.flatMap(({ type, amountFen }) => (amountFen ? [{ type, amountFen }] : []))
  const file = async () => {
    const withReceipts = extras.map((one) => ({ ...one, receiptIds: receipts[one.type] ?? [] }))
    setFiled(await ask(dispatchCalls.file, { id: orderId, extras: withReceipts, cashCollected: cash }, token))
    onShown(true)
  }
  if (filed)
    return (
      <div role="status">
        <ul className="lines">
          {filed.lines.map(({ type, label, amountFen }) => (
            <li key={`${type}${label}`}>
              {label} <b>{money(amountFen)}</b>
            </li>
          ))}
          <li className="total">
            {t('合计')} <b>{money(filed.totalFen)}</b>
          </li>
          {filed.order.prepaidFen > 0 ? (
            <>
              <li>
                {t('客户已预付')} <b>{money(filed.order.prepaidFen)}</b>
              </li>
              <li className="total">
                {t('还需收取')} <b>{money(filed.totalFen - filed.order.prepaidFen)}</b>
              </li>
            </>
          ) : null}
        </ul>
        <button type="button" className="primary" onClick={() => onShown(false)}>
          {t('完成')}
        </button>
      </div>
    )
  return (
    <>
      {amounts.map(({ type, amountFen }) => (
        <div key={type}>
          <label>
            {WORDS[type]!()} ({t('元')})
            <input
              inputMode="decimal"
              placeholder="0.00"
              value={yuan[type] ?? ''}
              onChange={({ target }) => setYuan({ ...yuan, [type]: target.value })}
            />
          </label>
          {amountFen ? (
            <Pictures
              token={token}
              orderId={orderId}
              kind="RECEIPT"
              onTaken={(fileId) => setReceipts((of) => ({ ...of, [type]: [...(of[type] ?? []), fileId] }))}
            />
          ) : null}
        </div>
      ))}
      {prepaidFen > 0 ? <p className="hint">{t('客户已预付 {sum}，只收账单超出的部分', { sum: money(prepaidFen) })}</p> : null}
      {takesCash ? (
        <label className="check">
          <input type="checkbox" checked={cash} onChange={({ target }) => setCash(target.checked)} /> {t('已收现金')}
        </label>
      ) : (
        <p className="hint">{t('本城市不收现金，请由客户线上支付')}</p>
      )}
      {wrong ? <p className="problem">{t('金额应为数字，最多两位小数')}</p> : null}
      <Problem of={act} />
      <button type="button" className="primary" disabled={act.busy || wrong} onClick={() => act.run(file)}>
        {t('报单')}
      </button>
    </>
  )
}

/** Whole fen of what was typed in yuan; null where it is no amount. */
function fenOf(yuan: string): number | null {
  const [, whole, cents = ''] = /^(\d{1,5})(?:\.(\d{1,2}))?$/.exec(yuan.trim()) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}
