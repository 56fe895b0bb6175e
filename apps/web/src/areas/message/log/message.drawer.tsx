import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { messageLogCalls, type MessageLogRow, messageLogWayText, type MessagePush } from '@chauffeur/contract/message/log'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import {
  eventWords,
  costText,
  messageTone,
  outcomeWords,
  pushServiceWords,
  pushWords,
  reportWords,
  serviceWords,
  standWords,
  stateWords,
} from './log.view.ts'
import './log.css'

/** One message: where it is and why, and each attempt to send it. */
export default function MessageDrawer({ row, onClose }: { row: MessageLogRow | null; onClose: () => void }) {
  return (
    <KeptDrawer
      row={row}
      size={760}
      title={(row) => [eventWords(row), row.phone || row.toName].filter(Boolean).join(' · ')}
      onClose={onClose}
    >
      {({ messageId }) => <Message key={messageId} messageId={messageId} />}
    </KeptDrawer>
  )
}

function Message({ messageId }: { messageId: string }) {
  return (
    <Async query={useCall(messageLogCalls.details, { smsId: messageId }, { refetchIntervalS: 10 })}>
      {(message) => {
        const sends = message.way !== 'APP' && message.way !== 'NOTICE'
        return (
          <>
            <Facts
              as="pairs"
              facts={[
                [
                  t('状态'),
                  <Tag key="state" tone={messageTone[message.state]}>
                    {stateWords(message)}
                  </Tag>,
                ],
                [t('方式'), tr(messageLogWayText[message.way])],
                message.cityName !== '' && [t('城市'), tr(message.cityName)],
                message.way === 'NOTICE' && [t('接收人'), message.forOne ? message.toName || t('范围外的人员') : t('范围内的全部人员')],
                message.orderNo !== '' && [t('订单号'), message.orderNo],
                [t('时间'), <Time key="at" at={message.at} as="exact" />],
                message.resultAt !== null && [t('结果时间'), <Time key="result" at={message.resultAt} as="exact" />],
                message.readAt !== null && [t('阅读时间'), <Time key="read" at={message.readAt} as="exact" />],
                sends && [t('计费条数'), message.segments],
                sends && [t('费用'), costText(message.costFenX100)],
              ]}
            />
            {message.reason !== null || message.failure !== '' ? <Facts facts={[[t('原因与处理'), standWords(message)]]} /> : null}
            {message.way === 'APP' ? (
              <Pushes pushes={message.pushes} />
            ) : message.way === 'NOTICE' ? (
              <Readers message={message} />
            ) : (
              <>
                <h3 className="message-log-head">{t('每次发送')}</h3>
                {message.tries.length === 0 ? (
                  <p className="ui-none">{t('尚未提交给任何服务商')}</p>
                ) : (
                  <PlainTable
                    label={t('每次发送')}
                    rows={message.tries}
                    rowKey={({ number }) => number}
                    columns={[
                      { title: t('第几家'), end: true, head: true, cell: ({ number }) => number },
                      { title: t('服务商'), cell: serviceWords },
                      { title: t('时间'), cell: ({ beganAt }) => <Time at={beganAt} as="exact" /> },
                      { title: t('提交结果'), cell: outcomeWords },
                      { title: t('回执'), cell: reportWords },
                      { title: t('回执编号'), cell: ({ bizId }) => bizId || '—' },
                    ]}
                  />
                )}
              </>
            )}
          </>
        )
      }}
    </Async>
  )
}

/** Of a message in a driver's app: at which telephones a notice was shown besides. */
function Pushes({ pushes }: { pushes: readonly MessagePush[] }) {
  return (
    <>
      <p className="ui-none">{t('显示在司机端，不经短信服务商，不计费')}</p>
      <h3 className="message-log-head">{t('手机推送')}</h3>
      {pushes.length === 0 ? (
        <p className="ui-none">{t('当时没有接收推送的手机：司机打开司机端时看到')}</p>
      ) : (
        <PlainTable
          label={t('手机推送')}
          rows={pushes}
          rowKey={({ deviceId }) => deviceId}
          columns={[
            { title: t('推送服务'), head: true, cell: pushServiceWords },
            { title: t('结果'), cell: pushWords },
            { title: t('发送次数'), end: true, cell: ({ attempts }) => attempts },
            { title: t('时间'), cell: ({ at, doneAt }) => <Time at={doneAt ?? at} as="exact" /> },
          ]}
        />
      )}
    </>
  )
}

/** Of a notice of the console: who has read it, and when. */
function Readers({ message: { readers } }: { message: AnswerOf<typeof messageLogCalls.details> }) {
  return (
    <>
      <p className="ui-none">{t('显示在后台右上角的铃铛里，不发短信，不计费')}</p>
      <h3 className="message-log-head">{t('已读人员')}</h3>
      {readers.length === 0 ? (
        <p className="ui-none">{t('还没有人读过')}</p>
      ) : (
        <PlainTable
          label={t('已读人员')}
          rows={readers}
          rowKey={({ name, at }) => `${name} ${at}`}
          columns={[
            { title: t('接收人'), head: true, cell: ({ name }) => name || t('范围外的人员') },
            { title: t('阅读时间'), cell: ({ at }) => <Time at={at} as="exact" /> },
          ]}
        />
      )}
    </>
  )
}
