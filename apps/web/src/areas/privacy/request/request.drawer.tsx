import {
  identityCheckText,
  privacyRequestCalls,
  type PrivacyRequestDetail,
  type PrivacyRequestRow,
  requestChannelText,
  requestKindText,
  requestStateText,
} from '@chauffeur/contract/privacy/request'
import { Button } from 'antd'
import { useState } from 'react'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { Timeline } from '#kit/detail/timeline.tsx'
import { keepFile } from '#kit/jobs/download.ts'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { AnswerForms, type Answer } from './answer.form.tsx'
import { eventWords, fieldWords, personPath, requesterOf, requestTone, valueWords } from './request.view.ts'
import './request.css'

/** One request: whose it is, by when it is answered, what was done, and what can be done. */
export default function RequestDrawer({ row, onClose }: { row: PrivacyRequestRow | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={(shown) => `${requesterOf(shown)} · ${tr(requestKindText[shown.kind])}`} size={720} onClose={onClose}>
      {({ requestId }) => <Request key={requestId} requestId={requestId} />}
    </KeptDrawer>
  )
}

const WORDS: Record<Answer, () => string> = {
  identify: () => t('登记身份核实'),
  correct: () => t('更正'),
  erase: () => t('抹除个人信息'),
  finish: () => t('答复完成'),
  refuse: () => t('拒绝'),
  withdraw: () => t('登记撤回'),
}

function Request({ requestId }: { requestId: string }) {
  const query = useCall(privacyRequestCalls.detail, { requestId }, { saysRefusals: true, refetchIntervalS: 10 })
  const take = useSend(privacyRequestCalls.take)
  const gather = useSend(privacyRequestCalls.gather)
  const [asked, setAsked] = useState<Answer | null>(null)
  return (
    <Async query={query}>
      {(request) => (
        <div className="privacy-request">
          <Actions request={request} onAsk={setAsked} onTake={take.send} onGather={gather.send} />
          <Facts
            facts={[
              [
                t('状态'),
                <Tag key="state" tone={requestTone[request.state]}>
                  {tr(requestStateText[request.state])}
                </Tag>,
              ],
              [
                t('答复期限'),
                <span key="due" className={request.overdue ? 'privacy-overdue' : undefined}>
                  <Time at={request.dueAt} as="short" /> {request.overdue ? t('已逾期') : ''}
                </span>,
              ],
              [
                t('请求人'),
                <button key="who" type="button" className="ui-text-button" onClick={() => openTab(personPath(request))}>
                  {requesterOf(request)}
                </button>,
              ],
              [t('电话'), request.phone],
              [t('来源'), [tr(requestChannelText[request.channel]), request.openedByName].filter(Boolean).join(' · ')],
              [
                t('身份核实'),
                request.identity
                  ? [tr(identityCheckText[request.identity]), request.identityNote].filter(Boolean).join(' · ')
                  : t('未核实'),
              ],
              [t('承办人'), request.handlerName],
              [t('办结说明'), request.closing],
            ]}
          />
          {request.words ? <p className="privacy-request-words">{request.words}</p> : null}
          {request.changed.length > 0 ? (
            <PlainTable
              label={t('更正内容')}
              rows={request.changed}
              rowKey={({ field }) => field}
              columns={[
                { title: t('字段'), cell: ({ field }) => fieldWords(field) },
                { title: t('更正前'), cell: ({ field, before }) => valueWords(field, before) },
                { title: t('更正后'), cell: ({ field, after }) => valueWords(field, after) },
              ]}
            />
          ) : null}
          <Timeline
            label={t('处理过程')}
            steps={request.events.map(({ event, at, byName, reason }, key) => ({
              key,
              at,
              title: eventWords(event),
              tone: 'done',
              by: byName,
              reason,
            }))}
            goesOn={request.closedAt === null}
          />
          <AnswerForms request={request} asked={asked} onClose={() => setAsked(null)} />
        </div>
      )}
    </Async>
  )
}

function Actions({
  request,
  onAsk,
  onTake,
  onGather,
}: {
  request: PrivacyRequestDetail
  onAsk: (answer: Answer) => void
  onTake: (of: { requestId: string; version: number }) => Promise<unknown>
  onGather: (of: { requestId: string; version: number }) => Promise<unknown>
}) {
  const { requestId, version, allowedActions } = request
  const of = { requestId, version }
  return (
    <div className="privacy-request-actions">
      {allowedActions.includes('take') ? (
        <Button type="primary" onClick={() => void onTake(of)}>
          {t('领取')}
        </Button>
      ) : null}
      {allowedActions.includes('gather') ? (
        <Button type={request.fileUntil ? 'default' : 'primary'} onClick={() => void onGather(of)}>
          {request.fileUntil ? t('重新生成文件') : t('生成个人信息文件')}
        </Button>
      ) : null}
      {request.fileUntil ? (
        <Button
          onClick={() =>
            void sendCall(privacyRequestCalls.openFile, { requestId }).then(
              ({ url }) => keepFile(url),
              () => undefined,
            )
          }
        >
          {t('下载文件')}
        </Button>
      ) : null}
      {(['identify', 'correct', 'erase', 'finish', 'refuse', 'withdraw'] as const)
        .filter((answer) => allowedActions.includes(answer))
        .map((answer) => (
          <Button
            key={answer}
            type={answer === 'identify' || answer === 'correct' || answer === 'finish' ? 'primary' : 'default'}
            danger={answer === 'erase' || answer === 'refuse'}
            onClick={() => onAsk(answer)}
          >
            {WORDS[answer]()}
          </Button>
        ))}
    </div>
  )
}
