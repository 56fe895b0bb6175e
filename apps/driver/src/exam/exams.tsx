import { examAppCalls, type OwnAttempt, type OwnExam } from '@chauffeur/contract/qualification/exam-attempt'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { clock, t } from '../platform/text.ts'
import { useAct } from '../platform/use-act.ts'
import { ask } from '../platform/wire.ts'
import { Paper } from './paper.tsx'
import { arriveAt, Problem } from '../pages/parts.tsx'

/** What a driver can be examined in, and whether they have to; nothing is drawn where there is none. */
export function ExamButton({ token, onOpen }: { token: string; onOpen: () => void }) {
  const [exams, setExams] = useState<OwnExam[]>([])
  useEffect(() => {
    ask(examAppCalls.exams, {}, token).then(
      ({ rows }) => setExams(rows),
      () => undefined,
    )
  }, [token])
  return exams.length === 0 ? null : (
    <button type="button" className="plain" onClick={onOpen}>
      {exams.some(({ asked, passed }) => asked && !passed) ? t('考试（需通过才能上线）') : t('考试')}
    </button>
  )
}

/** Reads the material, takes an exam and sees what was wrong. */
export function Exams({ token, onClose }: { token: string; onClose: () => void }) {
  const [exams, setExams] = useState<OwnExam[] | null>(null)
  const [chosen, setChosen] = useState('')
  const [attempt, setAttempt] = useState<OwnAttempt | null>(null)
  const [unread, setUnread] = useState('')
  const act = useAct()
  const look = useCallback(
    () =>
      ask(examAppCalls.exams, {}, token).then(
        ({ rows }) => setExams(rows),
        (error: unknown) => setUnread(error instanceof Error ? error.message : String(error)),
      ),
    [token],
  )
  useEffect(() => void look(), [look])
  const exam = exams?.find(({ examGroupId }) => examGroupId === chosen)
  const read = (mark: string) =>
    act.run(async () => {
      await ask(examAppCalls.readSection, { examGroupId: chosen, mark }, token).finally(look)
    })
  const start = () => act.run(async () => setAttempt(await ask(examAppCalls.startExam, { examGroupId: chosen }, token)))
  const open = (examAttemptId: string) => act.run(async () => setAttempt(await ask(examAppCalls.ownAttempt, { examAttemptId }, token)))
  const back = () => {
    if (attempt) {
      setAttempt(null)
      void look()
    } else if (chosen) setChosen('')
    else onClose()
  }
  const stage = attempt ? attempt.examAttemptId + attempt.state : chosen
  return (
    <main className="sheet">
      <header>
        <strong key={stage} ref={arriveAt} tabIndex={-1}>
          {exam?.name ?? t('考试')}
        </strong>
        <button type="button" className="quiet" onClick={back}>
          {t('返回')}
        </button>
      </header>
      <Problem of={{ problem: act.problem || unread }} />
      {attempt ? (
        <Paper token={token} attempt={attempt} onChanged={setAttempt} />
      ) : exam ? (
        <Exam exam={exam} busy={act.busy} onRead={read} onStart={start} onOpen={open} />
      ) : exams ? (
        exams.map((one) => (
          <button key={one.examGroupId} type="button" className="plain" onClick={() => setChosen(one.examGroupId)}>
            <span>
              {one.name} <small className="hint">{standsWords(one)}</small>
            </span>
          </button>
        ))
      ) : unread ? null : (
        <p role="status">{t('正在打开…')}</p>
      )}
    </main>
  )
}

function standsWords({ passed, validUntil, asked, lastAttemptId }: OwnExam): string {
  if (passed) return validUntil ? t('已通过，有效至 {time}', { time: clock(validUntil) }) : t('已通过')
  if (asked) return t('上线前须通过')
  return lastAttemptId ? t('未通过') : t('还没考过')
}

interface ExamProps {
  exam: OwnExam
  busy: boolean
  onRead: (mark: string) => void
  onStart: () => void
  onOpen: (examAttemptId: string) => void
}
function Exam({ exam, busy, onRead, onStart, onOpen }: ExamProps) {
  const left = exam.sections.filter(({ read }) => !read).length
  const next = exam.sections.findIndex(({ read }) => !read)
  /** The next section that is to be read, or the button behind the last. */
  const goOn = useRef<HTMLElement>(null)
  const leftBefore = useRef(left)
  useEffect(() => {
    if (left < leftBefore.current) goOn.current?.focus()
    leftBefore.current = left
  }, [left])
  return (
    <>
      <p>{standsWords(exam)}</p>
      <p className="hint">
        {t('{n} 题，{m} 分钟，得分达到 {p}% 通过；今天还可考 {k} 次', {
          n: exam.drawn,
          m: exam.minutes,
          p: exam.passPercent,
          k: exam.triesLeft,
        })}
      </p>
      {exam.sections.map(({ mark, title, text, read }, index) => (
        <details key={`${mark} ${index}`} className="card" open={index === next || undefined}>
          <summary ref={index === next ? goOn : undefined}>
            {title} <small className="hint">{read ? t('已读') : t('未读')}</small>
          </summary>
          <p className="notice">{text}</p>
          {read ? null : (
            <button type="button" className="primary" disabled={busy} onClick={() => onRead(mark)}>
              {t('我已读完')}
            </button>
          )}
        </details>
      ))}
      {exam.openAttemptId ? (
        <button type="button" className="primary" disabled={busy} onClick={onStart}>
          {t('继续作答')}
        </button>
      ) : left > 0 ? (
        <p className="hint">{t('还有 {n} 节学习资料未读，读完后开始考试', { n: left })}</p>
      ) : exam.triesLeft > 0 ? (
        <button
          ref={goOn as RefObject<HTMLButtonElement | null>}
          type="button"
          className={exam.passed ? 'plain' : 'primary'}
          disabled={busy}
          onClick={onStart}
        >
          {exam.passed ? t('再考一次') : t('开始考试')}
        </button>
      ) : (
        <p className="hint">{t('今天的考试次数已用完，请明天再来')}</p>
      )}
      {exam.lastAttemptId ? (
        <button type="button" className="plain" disabled={busy} onClick={() => onOpen(exam.lastAttemptId!)}>
          {t('查看上次答卷')}
        </button>
      ) : null}
    </>
  )
}
