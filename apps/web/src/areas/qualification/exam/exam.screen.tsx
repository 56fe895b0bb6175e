import { examCalls, type ExamGroup } from '@chauffeur/contract/qualification/exam'
import { Button } from 'antd'
import { useState } from 'react'
import { savedAgain } from '#kit/config/config.view.ts'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { defineDetail, DetailPage } from '#kit/detail/detail-page.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { attemptsPath, factsOf, validWords } from './exam.view.ts'
import { QuestionList } from './question.list.tsx'
import './exam.css'

const ExamForm = lazyPiece(() => import('./exam.form.tsx'))

export default defineDetail(
  'examGroupId',
  () => ({ title: t('考试详情'), noId: t('地址里没有考试编号'), list: ['/YunYing/DriverAnswerGroups', t('去司机考试')] }),
  ExamPage,
)

/** One exam: its rule, its questions and how they are answered. */
function ExamPage({ id: examGroupId }: { id: string }) {
  const query = useCall(examCalls.group, { examGroupId }, { saysRefusals: true })
  const [open, setOpen] = useState<'form' | 'history' | null>(null)
  const history = useCall(examCalls.history, { examGroupId }, { enabled: open === 'history' })
  const cities = useCities()
  const close = () => setOpen(null)
  const publish = useSend(examCalls.publish)
  // What was refused was told as the call was made.
  const send = ({ version }: ExamGroup) => publish.send({ examGroupId, version, published: true }).catch(() => undefined)
  const mayEdit = query.data?.allowedActions.includes('edit') ?? false
  return (
    <>
      <DetailPage
        query={query}
        fill
        title={({ name }) => name}
        status={({ published }) => <Tag tone={published ? 'done' : 'off'}>{published ? t('已发布') : t('未发布')}</Tag>}
        actions={(exam) => (
          <>
            <Button href={`#${attemptsPath(exam)}`}>{t('考试记录')}</Button>
            <Button onClick={() => setOpen('history')}>{t('历史')}</Button>
            {mayEdit ? <Button onClick={() => setOpen('form')}>{t('修改')}</Button> : null}
            {exam.allowedActions.includes('enable') ? (
              <Button
                type="primary"
                disabled={exam.questions < exam.drawn}
                title={exam.questions < exam.drawn ? t('题目少于抽题数，还不能发布') : undefined}
                loading={publish.pending}
                onClick={() => void send(exam)}
              >
                {t('发布考试')}
              </Button>
            ) : null}
          </>
        )}
      >
        {(exam) => (
          <div className="exam-page">
            <Panel>
              <Facts
                as="tiles"
                facts={[
                  [t('考试城市'), cities.words(exam.cityIds)],
                  [t('抽题数'), t('{n} / 共 {m} 题', { n: exam.drawn, m: exam.questions }), exam.questions < exam.drawn],
                  [t('及格线'), `${exam.passPercent}%`],
                  [t('考试时长'), t('{n} 分钟', { n: exam.minutes })],
                  [t('每天次数'), exam.attemptsADay],
                  [t('合格有效期'), validWords(exam.validDays)],
                  [t('学习资料'), t('{n} 节', { n: exam.sections.length })],
                  [t('近一个月'), t('{n} 次，通过 {m} 次', { n: exam.attempts, m: exam.passed })],
                ]}
              />
            </Panel>
            <QuestionList examGroupId={examGroupId} locked={!mayEdit} />
          </div>
        )}
      </DetailPage>
      {query.data ? (
        <>
          <WhenOpened open={open === 'form'}>
            <ExamForm open={open === 'form'} row={query.data} onClose={close} />
          </WhenOpened>
          <VersionsDrawer
            open={open === 'history'}
            title={t('{name} 的历史', { name: query.data.name })}
            query={history}
            factsOf={(version) => factsOf(version, cities.words)}
            back={
              mayEdit
                ? {
                    call: examCalls.saveGroup,
                    save: (version, newest, changeReason) => {
                      const { published: _published, ...values } = savedAgain(version)
                      return sendCall(examCalls.saveGroup, { ...values, version: newest.version, changeReason }, { silent: true })
                    },
                  }
                : undefined
            }
            onClose={close}
          />
        </>
      ) : null}
    </>
  )
}
