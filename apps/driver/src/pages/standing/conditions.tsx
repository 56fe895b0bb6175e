import { driverFitnessAppCalls, type Fitness as OwnFitness, type FitnessState } from '@chauffeur/contract/qualification/fitness'
import { useEffect, useState } from 'react'
import { clock, t } from '../../platform/text.ts'
import { ask } from '../../platform/wire.ts'
import { Problem } from '../parts.tsx'

const LOOK_MS = 10_000

/** Looked at again and again: the office may settle something meanwhile. */
function useFitness(token: string) {
  const [fitness, setFitness] = useState<OwnFitness | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const look = () =>
      void ask(driverFitnessAppCalls.ownFitness, {}, token).then(
        (answer) => {
          setFitness(answer)
          setProblem('')
        },
        (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
      )
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [token])
  return { fitness, problem }
}

/** What keeps the driver from duty, or soon will: nothing is said while all is in order. */
export function Fitness({ token }: { token: string }) {
  const { fitness } = useFitness(token)
  const points = fitness?.points.filter(({ state }) => state === 'STOPS' || state === 'SOON') ?? []
  return points.length === 0 ? null : (
    <section className="card" aria-label={t('上线条件')}>
      <h2>{fitness!.fit ? t('请留意') : t('暂时不能上线')}</h2>
      {points.map(({ point, name, words }) => (
        <p key={point}>
          <b>{name}</b> {words}
        </p>
      ))}
    </section>
  )
}

const stateWords = (state: FitnessState): string =>
  ({ OK: () => t('符合'), SOON: () => t('即将到期'), ASKED: () => t('上线时核验'), STOPS: () => t('不符合') })[state]()

/** Whether the driver may go on duty now, point by point, and since when and why they are suspended. */
export function Conditions({ token, onClose }: { token: string; onClose: () => void }) {
  const { fitness, problem } = useFitness(token)
  return (
    <main className="sheet">
      <header>
        <strong>{t('上线条件')}</strong>
        <button type="button" className="quiet" onClick={onClose}>
          {t('返回')}
        </button>
      </header>
      <Problem of={{ problem }} />
      {fitness ? <Stands fitness={fitness} /> : problem ? null : <p role="status">{t('正在打开…')}</p>}
    </main>
  )
}

function Stands({ fitness: { fit, points, suspension, told } }: { fitness: OwnFitness }) {
  return (
    <>
      <p className="lead" role="status">
        {fit ? t('现在可以上线') : t('暂时不能上线')}
      </p>
      {suspension ? (
        <section className="card" aria-label={t('接单资格暂停')}>
          <h2>
            {t('接单资格暂停')} {suspension.since ? <span>{t('{time} 起', { time: clock(suspension.since) })}</span> : null}
          </h2>
          <p>{t('原因：{reason}', { reason: suspension.reason })}</p>
          <p className="hint">{t('由公司恢复，没有自动到期时间；恢复后会有消息通知。')}</p>
        </section>
      ) : null}
      <ul className="points" aria-label={t('逐项')}>
        {points.map(({ point, state, name, words }) => (
          <li key={point}>
            <span>
              <b>{name}</b> {words}
            </span>
            <b data-state={state}>{stateWords(state)}</b>
          </li>
        ))}
      </ul>
      {told.length > 0 ? (
        <section aria-label={t('到期提醒记录')}>
          <h2>{t('到期提醒记录')}</h2>
          <ul className="lines">
            {told.map(({ words, at }) => (
              <li key={`${at} ${words}`}>
                <span>{words}</span> <small className="hint">{clock(at)}</small>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
