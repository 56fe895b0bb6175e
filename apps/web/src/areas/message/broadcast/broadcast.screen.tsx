import { type BroadcastRow, broadcastStateText, broadcastWhomText, leftOutText } from '@chauffeur/contract/message/broadcast-model'
import { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Alert, Button } from 'antd'
import { useMemo, useState } from 'react'
import { defineDetail, DetailPage } from '#kit/detail/detail-page.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { Timeline } from '#kit/detail/timeline.tsx'
import { JobProgress } from '#kit/jobs/job-progress.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useLetters } from '#kit/queue/use-letters.ts'
import { toast } from '#platform/browser/events.ts'
import { useCall, useSend } from '#platform/http/call.ts'
import { type ScreenKey, useScreenKeys } from '#platform/tab/screen-keys.ts'
import { joined, t, tr, useLocale } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Panel } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { ApproveDialog, EndDialog, RejectDialog } from './approve.dialog.tsx'
import { audienceWords, doneOf, eventTone, eventWords, reasonWords, stateTone } from './broadcast.view.ts'
import { CountFacts } from './count-facts.tsx'
import { RecipientList } from './recipients.list.tsx'
import './broadcast.css'
import { Carriers } from './carriers.tsx'

const BroadcastForm = lazyPiece(() => import('./broadcast.form.tsx'))

export default defineDetail(
  'broadcastId',
  () => ({ title: t('群发详情'), noId: t('地址里没有群发编号'), list: ['/yunYing/broadcasts', t('去营销群发')] }),
  BroadcastPage,
)

type Action = BroadcastRow['allowedActions'][number]
type Dialog = 'edit' | 'approve' | 'reject' | 'end'
type Detail = AnswerOf<typeof broadcastCalls.detail>

function BroadcastPage({ id: broadcastId }: { id: string }) {
  const [moving, setMoving] = useState(false)
  const query = useCall(broadcastCalls.detail, { broadcastId }, { saysRefusals: true, refetchIntervalS: moving ? 1 : 10 })
  const row = query.data
  const now = row?.state === 'SENDING' || row?.state === 'APPROVED'
  if (row && now !== moving) setMoving(now)
  const [open, setOpen] = useState<Dialog | null>(null)
  const cities = useCities()
  const shows = [broadcastCalls.list, broadcastCalls.detail, broadcastCalls.recipients]
  const [stop, submit, withdraw, goOn] = [
    useSend(broadcastCalls.stop, { refreshes: shows }),
    useSend(broadcastCalls.submit, { refreshes: shows }),
    useSend(broadcastCalls.withdraw, { refreshes: shows }),
    useSend(broadcastCalls.goOn, { refreshes: shows }),
  ]
  const can = (action: Action) => row?.allowedActions.includes(action) ?? false
  const stopNow = async () => {
    await stop.send({ broadcastId })
    toast.success(t('已停止，未提交的不再发送；可以继续或结束'))
  }
  useLetters((key) => (key === 'S' && can('stop') ? () => void stopNow() : undefined))
  const language = useLocale()
  useScreenKeys(useMemo<ScreenKey[]>(() => (language ? [['S', t('立即停止发送')]] : []), [language]))
  const close = () => setOpen(null)
  const act = (action: Action, label: string, run: () => void, look: { danger?: boolean; type?: 'primary' } = {}) =>
    can(action) ? (
      <Button key={action} {...look} onClick={run}>
        {label}
      </Button>
    ) : null
  const version = row?.version ?? 0
  const said = async (send: Promise<unknown>, words: string) => {
    await send
    toast.success(words)
  }
  return (
    <>
      <DetailPage
        query={query}
        fill
        title={({ name }) => name}
        status={({ state }) => <Tag tone={stateTone[state]}>{tr(broadcastStateText[state])}</Tag>}
        actions={() => [
          act('edit', t('修改'), () => setOpen('edit')),
          act('end', t('结束〔操作〕'), () => setOpen('end'), { danger: true }),
          act('withdraw', t('撤回'), () => void said(withdraw.send({ broadcastId, version }), t('已撤回为草稿'))),
          act('submit', t('提交审核'), () => void said(submit.send({ broadcastId, version }), t('已提交，由另一位有权限的人员批准')), {
            type: 'primary',
          }),
          act('reject', t('驳回'), () => setOpen('reject')),
          act('approve', t('批准'), () => setOpen('approve'), { type: 'primary' }),
          act('goOn', t('继续发送'), () => void said(goOn.send({ broadcastId, version }), t('已继续')), { type: 'primary' }),
          act('stop', t('立即停止（S）'), () => void stopNow(), { danger: true, type: 'primary' }),
        ]}
      >
        {(broadcast) => (
          <div className="broadcast">
            <BroadcastHead broadcast={broadcast} cityWords={cities.words(broadcast.cityIds)} />
            {broadcast.recipients > 0 ? <RecipientList broadcastId={broadcastId} /> : null}
          </div>
        )}
      </DetailPage>
      {row ? (
        <>
          <WhenOpened open={open === 'edit'}>
            <BroadcastForm open={open === 'edit'} row={row} onClose={close} />
          </WhenOpened>
          <WhenOpened open={open === 'approve'}>
            <ApproveDialog open={open === 'approve'} row={row} onClose={close} />
          </WhenOpened>
          <WhenOpened open={open === 'reject'}>
            <RejectDialog open={open === 'reject'} row={row} onClose={close} />
          </WhenOpened>
          <WhenOpened open={open === 'end'}>
            <EndDialog open={open === 'end'} row={row} onClose={close} />
          </WhenOpened>
        </>
      ) : null}
    </>
  )
}

function BroadcastHead({ broadcast, cityWords }: { broadcast: Detail; cityWords: string }) {
  const { recipients, sent, delivered, failed, unknown, leftOut, waiting, state } = broadcast
  const stat = (name: string, n: number, alarm = false) => ({ name, value: countText(n), ...(alarm && { alarm }) })
  return (
    <div className="broadcast-head">
      <Panel>
        <p className="broadcast-text">{broadcast.sample}</p>
        {state === 'DRAFT' || state === 'WAITING' ? <Carriers row={broadcast} open /> : null}
        {broadcast.problem ? (
          <Alert type="warning" showIcon title={t('暂时发不出去：{why}', { why: reasonWords(broadcast.problem) })} />
        ) : null}
        {broadcast.nextAt && state !== 'STOPPED' ? (
          <p>
            {state === 'SENDING' ? t('免打扰时段内，继续发送：') : t('计划发送：')}
            <Time at={broadcast.nextAt} as="short" />
          </p>
        ) : null}
        {recipients > 0 ? (
          <>
            <StatTiles
              label={t('进度')}
              stats={[
                stat(t('接收人数'), recipients),
                stat(t('已提交服务商'), sent),
                stat(t('已送达'), delivered),
                stat(t('未送达'), failed, failed > 0),
                stat(t('结果不明'), unknown, unknown > 0),
                stat(t('发送时排除'), leftOut),
                stat(t('待发送'), waiting),
              ]}
            />
            <JobProgress label={t('群发进度')} done={doneOf(broadcast)} total={recipients} active={state === 'SENDING'} />
          </>
        ) : null}
        <Facts
          as="pairs"
          facts={[
            [t('发给'), `${tr(broadcastWhomText[broadcast.whom])} · ${audienceWords(broadcast)}`],
            [t('城市'), cityWords],
            [t('编写人'), broadcast.authorName],
            [t('批准人'), broadcast.approved && broadcast.decidedByName],
            broadcast.leftOutBy.length > 0 && [
              t('发送时排除'),
              joined(broadcast.leftOutBy.map(({ why, n }) => t('{why} {n} 人', { why: tr(leftOutText[why]), n: countText(n) }))),
            ],
            broadcast.stopReason !== '' && [t('停止原因'), broadcast.stopReason],
            broadcast.decisionNote !== '' && [t('审核说明'), broadcast.decisionNote],
          ]}
        />
      </Panel>
      <Panel title={broadcast.approved ? t('批准时的人数') : t('提交时的人数')}>
        {broadcast.approved ? (
          <CountFacts count={broadcast.approved} before={broadcast.submitted} />
        ) : broadcast.submitted ? (
          <CountFacts count={broadcast.submitted} />
        ) : (
          <p>{t('提交审核时统计')}</p>
        )}
        <Timeline
          label={t('经过')}
          steps={broadcast.events.map(({ event, at, byName, reason }, n) => ({
            key: n,
            at,
            title: eventWords(event),
            tone: eventTone(event),
            by: byName,
            reason,
          }))}
        />
      </Panel>
    </div>
  )
}
