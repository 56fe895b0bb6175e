import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { orderUploadCalls } from '@chauffeur/contract/quality/upload'
import { type ChangeEvent, useCallback, useEffect, useState } from 'react'
import { Problem } from '../pages/parts.tsx'
import { clock, t } from '../platform/text.ts'
import { useAct } from '../platform/use-act.ts'
import { ask } from '../platform/wire.ts'
import { kindWords, reasonWords } from './kinds.ts'
import { OnTheWay } from './on-the-way.tsx'
import { add, isOfClaim } from './uploads.ts'
import { useResumed } from './use-uploads.ts'

type Verdict = AnswerOf<typeof orderUploadCalls.verdicts>['rows'][number]
const LOOK_MS = 30_000

/** What the company said of the driver's pictures, looked up now and then. */
function useVerdicts(token: string): { rows: Verdict[]; look: () => void } {
  const [rows, setRows] = useState<Verdict[]>([])
  const look = useCallback(
    () =>
      void ask(orderUploadCalls.verdicts, {}, token).then(
        (answer) => setRows(answer.rows),
        () => undefined,
      ),
    [token],
  )
  useEffect(() => {
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [look])
  return { rows, look }
}

/** Says that pictures have to be taken again, or were not as they should be, and how many are on their way; nothing is drawn where all is well. */
export function RetakeButton({ token, pending, onOpen }: { token: string; pending: number; onOpen: () => void }) {
  const { rows } = useVerdicts(token)
  const again = rows.filter(({ verdict }) => verdict === 'RETAKE').length
  if (rows.length === 0 && pending === 0) return null
  return (
    <button type="button" className={again > 0 ? 'primary' : 'plain'} onClick={onOpen}>
      {again > 0 ? t('有 {n} 张照片需要重拍', { n: again }) : pending > 0 ? t('{n} 张照片正在上传', { n: pending }) : t('照片审核结果')}
    </button>
  )
}

/** Pictures to be taken again, each with why and until when, and those that were not as they should be. */
export function Retakes({ token, onClose }: { token: string; onClose: () => void }) {
  const { rows, look } = useVerdicts(token)
  const { pending, waits } = useResumed(token)
  const act = useAct()
  const left = pending.length
  useEffect(look, [look, left])
  const retake =
    ({ orderId, kind, fileId }: Verdict) =>
    ({ target }: ChangeEvent<HTMLInputElement>) => {
      const picture = target.files?.[0]
      target.value = ''
      if (!picture) return
      act.run(async () => {
        await add(token, picture, { orderId, kind, replaces: fileId })
        // Over plain http it is up by now, and was never on its way.
        look()
      })
    }
  return (
    <main className="sheet">
      <header>
        <strong>{t('照片审核结果')}</strong>
        <button type="button" className="quiet" onClick={onClose}>
          {t('返回')}
        </button>
      </header>
      <Problem of={act} />
      <OnTheWay pending={pending} waits={waits} />
      {rows.length === 0 ? <p className="hint">{t('没有需要处理的照片')}</p> : null}
      {rows.map((row) => (
        <section key={row.fileId} className="card" aria-label={`${row.orderNo} ${kindWords(row.kind)}`}>
          <h2>
            {kindWords(row.kind)} <span>{row.orderNo}</span>
          </h2>
          <p>
            {row.verdict === 'RETAKE' ? t('需要重拍') : t('不合格')}
            {row.reason ? `：${reasonWords(row.reason)}` : ''}
            {row.note ? ` · ${row.note}` : ''}
          </p>
          {row.retakeUntil ? (
            <>
              <p className="hint">{t('请在 {time} 前重拍，逾期按不合格计', { time: clock(row.retakeUntil) })}</p>
              {pending.some((one) => !isOfClaim(one) && one.replaces === row.fileId && !one.refused) ? null : (
                <label className="button">
                  {t('重拍{kind}', { kind: kindWords(row.kind) })}
                  <input type="file" accept="image/*" capture="environment" disabled={act.busy} onChange={retake(row)} />
                </label>
              )}
            </>
          ) : (
            <p className="hint">{clock(row.at)}</p>
          )}
        </section>
      ))}
    </main>
  )
}
