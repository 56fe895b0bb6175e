import { guideCalls } from '@chauffeur/contract/operations/home'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Button } from 'antd'
import { useCall, useSend } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Page } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { nextOf, progressOf, stepWords, type StepWords } from './guide.view.ts'
import './guide.css'

type Guide = AnswerOf<typeof guideCalls.guide>
type Step = Guide['steps'][number]

/** From an empty installation to the first bill: each step is done on its own screen, and found done here. */
export default function GuideScreen() {
  const query = useCall(guideCalls.guide, {}, { refetchIntervalS: 5 })
  const { send, pending } = useSend(guideCalls.saveGuide)
  const save = ({ steps, closed, version }: Guide) =>
    void send({ version, closed, skipped: steps.filter(({ skipped }) => skipped).map(({ step }) => step) }).catch(() => undefined)
  return (
    <Page
      title={t('开始使用')}
      extra={query.data ? t('已完成 {n}/{all}', { n: progressOf(query.data.steps).dealt, all: query.data.steps.length }) : undefined}
      actions={
        query.data?.mayChange ? (
          <Button disabled={pending} onClick={() => save({ ...query.data!, closed: !query.data!.closed })}>
            {query.data.closed ? t('在首页显示') : t('不在首页显示')}
          </Button>
        ) : undefined
      }
    >
      <Async query={query} skeleton={<Skeleton lines={9} height={56} />}>
        {(guide) => (
          <ol className="guide">
            {guide.steps.map((one, n) => (
              <StepRow
                key={one.step}
                number={n + 1}
                step={one}
                words={stepWords()[one.step]}
                next={nextOf(guide.steps)?.step === one.step}
                disabled={pending}
                mayChange={guide.mayChange}
                onSkip={(skipped) => save({ ...guide, steps: guide.steps.map((other) => (other === one ? { ...one, skipped } : other)) })}
              />
            ))}
          </ol>
        )}
      </Async>
    </Page>
  )
}

interface RowProps {
  number: number
  step: Step
  words: StepWords
  next: boolean
  disabled: boolean
  mayChange: boolean
  onSkip: (skipped: boolean) => void
}

function StepRow({ number, step: { done, skipped }, words: { title, why, to }, next, disabled, mayChange, onSkip }: RowProps) {
  const may = useCan(to.authority)
  return (
    <li data-next={next || undefined} data-done={done || undefined}>
      <span className="guide-number" aria-hidden="true">
        {done ? '✓' : number}
      </span>
      <div>
        <h2>
          {title} {done ? <Tag tone="done">{t('已完成')}</Tag> : skipped ? <Tag tone="off">{t('已跳过')}</Tag> : null}
        </h2>
        <p>{why}</p>
      </div>
      <span className="guide-acts">
        {done || !mayChange ? null : (
          <Button type="text" disabled={disabled} onClick={() => onSkip(!skipped)}>
            {skipped ? t('继续这一步') : t('先跳过')}
          </Button>
        )}
        {may ? (
          <Button type={next ? 'primary' : 'default'} href={`#${to.path}`}>
            {to.text}
          </Button>
        ) : null}
      </span>
    </li>
  )
}
