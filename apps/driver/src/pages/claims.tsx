import { driverClaimAppCalls, type OwnClaim } from '@chauffeur/contract/qualification/claim-app'
import type { ClaimState } from '@chauffeur/contract/qualification/claim'
import type { InsuranceProduct } from '@chauffeur/contract/qualification/insurance'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type ChangeEvent, type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { OnTheWay } from '../photos/on-the-way.tsx'
import { add } from '../photos/uploads.ts'
import { useClaimUploads } from '../photos/use-uploads.ts'
import { clock, money, t } from '../platform/text.ts'
import { useAct } from '../platform/use-act.ts'
import { ask } from '../platform/wire.ts'
import { Problem } from './parts.tsx'

type Policy = AnswerOf<typeof driverClaimAppCalls.ownCovering>['policies'][number]

const stateWords = (state: ClaimState): string =>
  ({ REPORTED: () => t('公司处理中'), FILED: () => t('已报保险公司'), PAID: () => t('已赔付'), REJECTED: () => t('已拒赔') })[state]()
const productWords = (product: InsuranceProduct): string =>
  ({ ACCIDENT: () => t('意外险'), LIABILITY: () => t('责任险'), PER_TRIP: () => t('按单保险') })[product]()

/** The way to claims, for who is or was insured; nothing is drawn for others. */
export function ClaimButton({ token, onOpen }: { token: string; onOpen: () => void }) {
  const [insured, setInsured] = useState(false)
  useEffect(() => {
    ask(driverClaimAppCalls.ownClaims, {}, token).then(
      (answer) => setInsured(answer.insured),
      () => undefined,
    )
  }, [token])
  return insured ? (
    <button type="button" className="plain" onClick={onOpen}>
      {t('保险理赔')}
    </button>
  ) : null
}

/** What the driver reported, what became of it, and a form for something new. */
export function Claims({ token, onClose }: { token: string; onClose: () => void }) {
  const [rows, setRows] = useState<OwnClaim[] | null>(null)
  const [reporting, setReporting] = useState(false)
  const [unread, setUnread] = useState('')
  const look = useCallback(
    () =>
      ask(driverClaimAppCalls.ownClaims, {}, token).then(
        (answer) => setRows(answer.rows),
        (error: unknown) => setUnread(error instanceof Error ? error.message : String(error)),
      ),
    [token],
  )
  useEffect(() => void look(), [look])
  const done = async () => {
    await look()
    setReporting(false)
  }
  return (
    <main className="sheet">
      <header>
        <strong>{t('保险理赔')}</strong>
        <button type="button" className="quiet" onClick={onClose}>
          {t('返回')}
        </button>
      </header>
      <Problem of={{ problem: unread }} />
      {reporting ? (
        <Report token={token} onDone={done} onClose={() => setReporting(false)} />
      ) : (
        <button type="button" className="primary" onClick={() => setReporting(true)}>
          {t('上报事故')}
        </button>
      )}
      {rows === null && !unread ? <p role="status">{t('正在打开…')}</p> : null}
      {rows?.length === 0 ? <p className="hint">{t('没有理赔记录')}</p> : null}
      {rows?.map((row) => (
        <Claim key={row.driverClaimId} token={token} row={row} onChanged={look} />
      ))}
    </main>
  )
}

function Claim({ token, row, onChanged }: { token: string; row: OwnClaim; onChanged: () => Promise<unknown> }) {
  const act = useAct()
  const { pending, waits, done } = useClaimUploads(row.driverClaimId)
  // Each picture that came up is counted by the company.
  const counted = useRef(done)
  useEffect(() => {
    if (counted.current !== done) void onChanged()
    counted.current = done
  }, [done, onChanged])
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const pictures = [...(target.files ?? [])]
    target.value = ''
    act.run(async () => {
      for (const picture of pictures) await add(token, picture, { claimId: row.driverClaimId })
    })
  }
  return (
    <section className="card" aria-label={row.what}>
      <h2>
        {stateWords(row.state)} <span>{clock(row.lossAt)}</span>
      </h2>
      <p>{row.what}</p>
      <p className="hint">
        {productWords(row.product)} · {row.insurer} · {row.policyNo}
        {row.orderNo ? ` · ${row.orderNo}` : ''}
      </p>
      <p className="hint">
        {row.paidFen === null ? t('预计损失 {money}', { money: money(row.amountFen) }) : t('赔付 {money}', { money: money(row.paidFen) })}
        {row.reportNo ? ` · ${t('报案号 {no}', { no: row.reportNo })}` : ''}
        {row.reason ? ` · ${row.reason}` : ''}
      </p>
      <OnTheWay pending={pending} waits={waits} />
      <Problem of={act} />
      {row.mayAddPicture ? (
        <label className="button">
          {row.pictures > 0 ? t('再加照片（已有 {n} 张）', { n: row.pictures }) : t('加现场照片')}
          <input type="file" accept="image/*" multiple disabled={act.busy} onChange={take} />
        </label>
      ) : null}
    </section>
  )
}

/** This telephone's wall clock, as its input says it. */
const local = (at: Date) => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

function Report({ token, onDone, onClose }: { token: string; onDone: () => Promise<void>; onClose: () => void }) {
  const [lossAt, setLossAt] = useState(() => local(new Date()))
  const [policies, setPolicies] = useState<Policy[] | null>(null)
  const [given, setGiven] = useState({ insuranceId: '', orderNo: '', yuan: '', what: '' })
  const act = useAct()
  const at = Number.isNaN(Date.parse(lossAt)) ? null : new Date(lossAt).toISOString()
  useEffect(() => {
    let current = true
    setPolicies(null)
    if (at)
      ask(driverClaimAppCalls.ownCovering, { lossAt: at }, token).then(
        (answer) => current && setPolicies(answer.policies),
        () => undefined,
      )
    return () => {
      current = false
    }
  }, [token, at])
  const set = (name: keyof typeof given) => (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
    setGiven({ ...given, [name]: event.target.value })
  const insuranceId = policies?.some((one) => one.insuranceId === given.insuranceId)
    ? given.insuranceId
    : (policies?.[0]?.insuranceId ?? '')
  const amountFen = Math.round(Number(given.yuan) * 100)
  const send = (event: FormEvent) => {
    event.preventDefault()
    act.run(async () => {
      const orderNo = given.orderNo.trim()
      await ask(
        driverClaimAppCalls.reportOwn,
        { insuranceId, lossAt: at!, amountFen, what: given.what.trim(), ...(orderNo && { orderNo }) },
        token,
      )
      await onDone()
    })
  }
  const ready = at !== null && insuranceId !== '' && amountFen > 0 && given.what.trim() !== ''
  return (
    <form className="card" onSubmit={send} aria-label={t('上报事故')}>
      <label>
        {t('出险时间')}
        <input type="datetime-local" value={lossAt} max={local(new Date())} onChange={({ target }) => setLossAt(target.value)} />
      </label>
      {policies?.length === 0 ? <p className="problem">{t('这个时间没有保障中的保单')}</p> : null}
      {policies && policies.length > 0 ? (
        <label>
          {t('保单')}
          <select value={insuranceId} onChange={set('insuranceId')}>
            {policies.map((one) => (
              <option key={one.insuranceId} value={one.insuranceId}>
                {productWords(one.product)} · {one.insurer}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <label>
        {t('订单号（行程中发生时）')}
        <input value={given.orderNo} maxLength={30} onChange={set('orderNo')} />
      </label>
      <label>
        {t('预计损失（元）')}
        <input inputMode="decimal" value={given.yuan} onChange={set('yuan')} />
      </label>
      <label>
        {t('经过')}
        <textarea rows={4} maxLength={500} value={given.what} onChange={set('what')} />
      </label>
      <Problem of={act} />
      <button type="submit" className="primary" disabled={!ready || act.busy}>
        {t('上报')}
      </button>
      <button type="button" className="quiet" onClick={onClose}>
        {t('取消')}
      </button>
    </form>
  )
}
