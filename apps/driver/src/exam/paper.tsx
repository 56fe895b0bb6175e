import { examAppCalls, type OwnAttempt } from '@chauffeur/contract/qualification/exam-attempt'
import { useCallback, useEffect, useRef, useState } from 'react'
import { clock, t } from '../platform/text.ts'
import { useAct } from '../platform/use-act.ts'
import { ask, Refused } from '../platform/wire.ts'
import { Problem } from '../pages/parts.tsx'

type Question = OwnAttempt['questions'][number]
interface Props {
  token: string
  attempt: OwnAttempt
  onChanged: (attempt: OwnAttempt) => void
}

/** An attempt: its questions while it runs, what was wrong and why once it is over. */
export const Paper = ({ token, attempt, onChanged }: Props) =>
  attempt.state === 'OPEN' ? <Answering token={token} attempt={attempt} onChanged={onChanged} /> : <Result attempt={attempt} />

/** Seconds until an instant by the clock of this telephone, of which only the passing of time is used. */
function useSecondsLeft(from: number): number {
  const [left, setLeft] = useState(from)
  useEffect(() => {
    const end = performance.now() + from * 1_000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1_000))), 500)
    return () => clearInterval(timer)
  }, [from])
  return left
}

function Answering({ token, attempt, onChanged }: Props) {
  const { examAttemptId } = attempt
  const [chosen, setChosen] = useState(() => new Map(attempt.questions.map(({ position, chosen: was }) => [position, was ?? []])))
  /** What the server has. */
  const kept = useRef(chosen)
  /** Answers go out one after the other: what was chosen last stays. Gives whether the last one was kept. */
  const sent = useRef(Promise.resolve(true))
  const [unsaved, setUnsaved] = useState('')
  const [asked, setAsked] = useState(false)
  const left = useSecondsLeft(attempt.secondsLeft)
  const act = useAct()
  const handIn = useCallback(async () => {
    onChanged(await ask(examAppCalls.submitExam, { examAttemptId }, token))
  }, [examAttemptId, token, onChanged])
  const submit = () =>
    act.run(async () => {
      if (await sent.current) await handIn()
    })
  const over = left === 0
  useEffect(() => {
    // Nobody is there to be told: by the button it can be tried again.
    if (over) handIn().catch(() => undefined)
  }, [over, handIn])
  const choose = ({ position, kind }: Question, index: number) => {
    const was = chosen.get(position) ?? []
    const next = kind !== 'MULTIPLE' ? [index] : was.includes(index) ? was.filter((one) => one !== index) : [...was, index]
    const set = (to: number[]) => setChosen((all) => new Map(all).set(position, to))
    set(next)
    setAsked(false)
    setUnsaved('')
    const save = async () => {
      try {
        await ask(examAppCalls.saveAnswer, { examAttemptId, position, chosen: next }, token)
        kept.current = new Map(kept.current).set(position, next)
        return true
      } catch (error) {
        if (error instanceof Refused && error.error === 'exam.over') await handIn().catch(() => undefined)
        else setUnsaved(error instanceof Error ? error.message : String(error))
        set(kept.current.get(position) ?? [])
        return false
      }
    }
    sent.current = sent.current.then(save)
  }
  const empty = attempt.questions.filter(({ position }) => (chosen.get(position) ?? []).length === 0).length
  return (
    <>
      <p className="hint timer" role="timer">
        {t('剩余 {m} 分 {s} 秒', { m: Math.floor(left / 60), s: left % 60 })}
      </p>
      {attempt.questions.map((question) => (
        <fieldset key={question.position} className="card">
          <legend>
            {question.position}. {question.text} <small className="hint">{kindWords(question)}</small>
          </legend>
          {question.options.map((option, index) => (
            <label key={option} className="check">
              <input
                type={question.kind === 'MULTIPLE' ? 'checkbox' : 'radio'}
                name={`question-${question.position}`}
                checked={(chosen.get(question.position) ?? []).includes(index)}
                onChange={() => choose(question, index)}
              />
              <span>{option}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <Problem of={{ problem: act.problem || unsaved }} />
      {asked && empty > 0 ? <p className="problem">{t('还有 {n} 题未作答，确定交卷吗？', { n: empty })}</p> : null}
      <button type="button" className="primary" disabled={act.busy} onClick={() => (empty > 0 && !asked ? setAsked(true) : submit())}>
        {asked && empty > 0 ? t('仍然交卷') : t('交卷')}
      </button>
    </>
  )
}

const kindWords = ({ kind, score }: Question): string =>
  ({
    SINGLE: t('单选题，{n} 分', { n: score }),
    MULTIPLE: t('多选题，{n} 分', { n: score }),
    JUDGE: t('判断题，{n} 分', { n: score }),
  })[kind]

function Result({ attempt }: { attempt: OwnAttempt }) {
  const wrong = attempt.questions.filter(({ right }) => !right)
  return (
    <>
      <section className="card" aria-label={t('考试结果')}>
        <h2>
          {attempt.state === 'PASSED' ? t('考试通过') : t('考试未通过')}
          <span>{t('{n} / {m} 分', { n: attempt.score ?? 0, m: attempt.fullScore })}</span>
        </h2>
        {attempt.byTime ? <p>{t('时间到，已自动交卷')}</p> : null}
        {attempt.validUntil ? <p>{t('有效至 {time}', { time: clock(attempt.validUntil) })}</p> : null}
        <p className="hint">{wrong.length === 0 ? t('全部答对') : t('答错 {n} 题，请看下面的解析', { n: wrong.length })}</p>
      </section>
      {wrong.map((question) => (
        <section key={question.position} className="card" aria-label={t('第 {n} 题', { n: question.position })}>
          <p>
            {question.position}. {question.text}
          </p>
          <p className="problem">{t('您的答案：{answer}', { answer: words(question, question.chosen) || t('未作答') })}</p>
          <p>{t('正确答案：{answer}', { answer: words(question, question.answer) })}</p>
          {question.explanation ? <p className="hint">{question.explanation}</p> : null}
        </section>
      ))}
    </>
  )
}
const words = ({ options }: Question, chosen: readonly number[] | null): string =>
  (chosen ?? []).map((index) => options[index]).join(t('；'))
