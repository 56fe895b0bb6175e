import { withdrawalCalls, type WithdrawalState, type WithdrawalWay } from '@chauffeur/contract/finance/withdrawal'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { clock, money, t } from '../platform/text.ts'
import { useAct } from '../platform/use-act.ts'
import { ask } from '../platform/wire.ts'
import { PayoutAccount, wayText } from './payout-account.tsx'
import { Problem } from './parts.tsx'

type WalletView = AnswerOf<typeof withdrawalCalls.wallet>
type Withdrawal = AnswerOf<typeof withdrawalCalls.withdrawals>['rows'][number]
/** The back office and the channel go on meanwhile. */
const LOOK_MS = 5_000

const stateText = (state: WithdrawalState): string =>
  ({
    10: t('待审核'),
    20: t('审核中'),
    30: t('待打款'),
    40: t('打款中'),
    45: t('正在确认结果'),
    50: t('已到账'),
    60: t('未成功'),
    70: t('已驳回'),
    80: t('已退回钱包'),
    90: t('已撤销'),
  })[state]

/** What the driver has earned and may take out, where that goes, and what became of it. */
export function Wallet({ token, onClose }: { token: string; onClose: () => void }) {
  const [wallet, setWallet] = useState<WalletView | null>(null)
  const [rows, setRows] = useState<readonly Withdrawal[]>([])
  const act = useAct()
  const look = useCallback(async () => {
    const [held, sent] = await Promise.all([
      ask(withdrawalCalls.wallet, {}, token),
      ask(withdrawalCalls.withdrawals, { pageSize: 10 }, token),
    ])
    setWallet(held)
    setRows(sent.rows)
  }, [token])
  useEffect(() => {
    const lookQuietly = () => void look().catch(() => undefined)
    lookQuietly()
    const timer = setInterval(lookQuietly, LOOK_MS)
    return () => clearInterval(timer)
  }, [look])

  const cancel = (id: string) => act.run(() => ask(withdrawalCalls.cancel, { id }, token).then(look))
  return (
    <main className="sheet">
      <header>
        <strong>{t('钱包')}</strong>
        <button type="button" className="quiet" onClick={onClose}>
          {t('返回')}
        </button>
      </header>
      {wallet ? (
        <>
          <ul className="lines">
            <li>
              {t('可提现')} <b>{money(wallet.withdrawableFen)}</b>
            </li>
            <li>
              {t('余额')} <b>{money(wallet.availableFen)}</b>
            </li>
            <li>
              {t('提现处理中')} <b>{money(wallet.frozenFen)}</b>
            </li>
          </ul>
          <Apply token={token} wallet={wallet} onApplied={look} />
          <PayoutAccount token={token} ways={wallet.terms.ways} accounts={wallet.accounts} onSaved={look} />
        </>
      ) : (
        <p role="status">{t('正在打开…')}</p>
      )}
      <Problem of={act} />
      {rows.map((row) => (
        <section key={row.withdrawalId} className="card" aria-label={t('提现 {no}', { no: row.withdrawNo })}>
          <h2>
            {money(row.netFen)} <span>{stateText(row.state)}</span>
          </h2>
          <p className="hint">
            {clock(row.createdAt)} · {wayText(row.way)} {row.account.numberMasked}
          </p>
          {row.step?.text ? <p className="problem">{row.step.text}</p> : null}
          {row.step?.kind === 'CONFIRM' ? (
            <p className="notice">
              {row.step.confirmUntil
                ? t('请在 {time} 前到微信确认收款，逾期退回', { time: clock(row.step.confirmUntil) })
                : t('请到微信确认收款')}
            </p>
          ) : null}
          {row.step?.kind === 'CORRECT_ACCOUNT' ? <p className="notice">{t('请更正收款账户，更正后由公司重新打款')}</p> : null}
          {row.cancellable ? (
            <button type="button" className="plain" disabled={act.busy} onClick={() => cancel(row.withdrawalId)}>
              {t('撤销提现')}
            </button>
          ) : null}
        </section>
      ))}
    </main>
  )
}

function Apply({ token, wallet, onApplied }: { token: string; wallet: WalletView; onApplied: () => Promise<unknown> }) {
  const ways = wallet.accounts.map(({ way }) => way).filter((way) => wallet.terms.ways.includes(way))
  const [yuan, setYuan] = useState('')
  const [chosen, setChosen] = useState<WithdrawalWay | null>(null)
  const act = useAct()
  const way = chosen && ways.includes(chosen) ? chosen : ways[0]
  const amountFen = /^\d{1,7}(\.\d{1,2})?$/.test(yuan) ? Math.round(Number(yuan) * 100) : 0
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (!way) return
    act.run(async () => {
      await ask(withdrawalCalls.apply, { amountFen, way }, token)
      setYuan('')
      await onApplied()
    })
  }
  if (!way) return <p className="hint">{t('先绑定收款账户，再提现')}</p>
  return (
    <form onSubmit={apply}>
      <label>
        {t('提现金额')}
        <span className="beside">
          <input inputMode="decimal" value={yuan} onChange={({ target }) => setYuan(target.value.trim())} />
          <select aria-label={t('提现到')} value={way} onChange={({ target }) => setChosen(target.value as WithdrawalWay)}>
            {ways.map((one) => (
              <option key={one} value={one}>
                {wayText(one)}
              </option>
            ))}
          </select>
        </span>
      </label>
      <p className="hint">{t('每笔 {least} 至 {most}', { least: money(wallet.terms.minFen), most: money(wallet.terms.maxFen) })}</p>
      <Problem of={act} />
      <button type="submit" className="primary" disabled={amountFen === 0 || act.busy}>
        {t('申请提现')}
      </button>
    </form>
  )
}
