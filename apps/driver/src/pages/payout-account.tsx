import { withdrawalCalls, type WithdrawalWay } from '@chauffeur/contract/finance/withdrawal'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type FormEvent, useState } from 'react'
import { t } from '../platform/text.ts'
import { useAct } from '../platform/use-act.ts'
import { ask } from '../platform/wire.ts'
import { Problem } from './parts.tsx'

export const wayText = (way: WithdrawalWay): string => (way === 'BANK' ? t('银行卡') : t('微信'))

type Accounts = AnswerOf<typeof withdrawalCalls.wallet>['accounts']

/** Where a driver's money goes: one account for each way, of which the last four are shown. */
export function PayoutAccount(of: { token: string; ways: readonly WithdrawalWay[]; accounts: Accounts; onSaved: () => Promise<unknown> }) {
  const { token, ways, accounts, onSaved } = of
  const [way, setWay] = useState<WithdrawalWay | null>(null)
  const [given, setGiven] = useState({ holderName: '', bankName: '', accountNo: '' })
  const act = useAct()
  const field = (name: keyof typeof given, label: string) => (
    <label>
      {label}
      <input value={given[name]} onChange={({ target }) => setGiven({ ...given, [name]: target.value })} />
    </label>
  )
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (way === null) return
    act.run(async () => {
      const { holderName, bankName, accountNo } = given
      await ask(
        withdrawalCalls.saveAccount,
        { way, holderName: holderName.trim(), accountNo: accountNo.replaceAll(/\s/g, ''), ...(way === 'BANK' && { bankName }) },
        token,
      )
      setWay(null)
      setGiven({ holderName: '', bankName: '', accountNo: '' })
      await onSaved()
    })
  }
  const account = (one: WithdrawalWay) => accounts.find((known) => known.way === one)
  if (way === null)
    return (
      <>
        {ways.map((one) => (
          <button key={one} type="button" className="plain" onClick={() => setWay(one)}>
            {account(one)
              ? t('更换{way}（{number}）', { way: wayText(one), number: account(one)!.numberMasked })
              : t('绑定{way}', { way: wayText(one) })}
          </button>
        ))}
      </>
    )
  return (
    <form className="card" onSubmit={save} aria-label={t('绑定{way}', { way: wayText(way) })}>
      {field('holderName', t('户名（与实名一致）'))}
      {way === 'BANK' ? field('bankName', t('开户行')) : null}
      {field('accountNo', way === 'BANK' ? t('卡号') : t('微信 OpenID'))}
      {account(way) ? <p className="hint">{t('更换后需等待一段时间才能提现')}</p> : null}
      <Problem of={act} />
      <button type="submit" className="primary" disabled={!given.holderName.trim() || !given.accountNo.trim() || act.busy}>
        {t('保存账户')}
      </button>
      <button type="button" className="quiet" onClick={() => setWay(null)}>
        {t('返回')}
      </button>
    </form>
  )
}
