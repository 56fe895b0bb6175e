import { type AttemptRow, examAttemptCalls } from '@chauffeur/contract/qualification/exam-attempt'
import { type AnsweredQuestion, attemptStateText, questionKindText } from '@chauffeur/contract/qualification/exam-model'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import type { RowDrawerProps } from '#kit/list/define.view.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { answerWords, optionWords } from './exam.view.ts'
import './exam.css'

/** An attempt question by question: what was chosen, what is right. */
export default function AttemptDrawer({ row, onClose }: RowDrawerProps<AttemptRow>) {
  return (
    <KeptDrawer row={row} size={640} title={({ driverName, groupName }) => `${driverName} · ${groupName}`} onClose={onClose}>
      {(shown) => <Paper shown={shown} />}
    </KeptDrawer>
  )
}

function Paper({ shown: { examAttemptId } }: { shown: AttemptRow }) {
  const query = useCall(examAttemptCalls.attempt, { examAttemptId })
  return (
    <Async query={query}>
      {(attempt) => (
        <>
          <Facts
            as="pairs"
            facts={[
              [t('结果'), tr(attemptStateText[attempt.state])],
              [t('得分'), attempt.score === null ? '' : `${attempt.score} / ${attempt.fullScore}`],
              [t('及格线'), `${attempt.passPercent}%`],
              [t('开始时间'), <Time key="at" at={attempt.startedAt} />],
              [t('交卷时间'), attempt.submittedAt ? <Time key="done" at={attempt.submittedAt} /> : ''],
              [
                t('合格有效至'),
                attempt.validUntil ? <Time key="until" at={attempt.validUntil} /> : attempt.state === 'PASSED' ? t('长期') : '',
              ],
            ]}
          />
          <ol className="exam-paper">
            {attempt.questions.map((question) => (
              <Question key={question.position} question={question} />
            ))}
          </ol>
        </>
      )}
    </Async>
  )
}

const Question = ({ question }: { question: AnsweredQuestion }) => (
  <li>
    <p>
      <strong>
        {question.position}. {question.text}
      </strong>{' '}
      <span className="ui-none">{t('{kind}，{n} 分', { kind: tr(questionKindText[question.kind]), n: question.score })}</span>
    </p>
    <ul>
      {question.options.map((option, index) => (
        <li key={option} data-right={question.answer?.includes(index) ? '' : undefined}>
          {optionWords(question, index)}
        </li>
      ))}
    </ul>
    <p>
      {question.right === null ? null : <Tag tone={question.right ? 'done' : 'lost'}>{question.right ? t('答对') : t('答错')}</Tag>}{' '}
      {t('作答：{answer}', { answer: answerWords(question.chosen) })}
    </p>
    {question.explanation ? <p className="ui-none">{question.explanation}</p> : null}
  </li>
)
