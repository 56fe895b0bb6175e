import { messageEventText } from '@chauffeur/contract/message/event'
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
      title={({ event, phone }) => `${event === null ? t('短信') : tr(messageEventText[event])} · ${phone}`}
      onClose={onClose}
    >
      {({ messageId }) => <Message key={messageId} messageId={messageId} />}
    </KeptDrawer>
  )
}

function Message({ messageId }: { messageId: string }) {
  return (
    <Async query={useCall(messageLogCalls.details, { smsId: messageId }, { refetchIntervalS: 10 })}>
      {(message) => (
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
              [t('城市'), tr(message.cityName)],
              message.orderNo !== '' && [t('订单号'), message.orderNo],
              [t('时间'), <Time key="at" at={message.at} as="exact" />],
              message.resultAt !== null && [t('结果时间'), <Time key="result" at={message.resultAt} as="exact" />],
              message.readAt !== null && [t('阅读时间'), <Time key="read" at={message.readAt} as="exact" />],
              message.way !== 'APP' && [t('计费条数'), message.segments],
              message.way !== 'APP' && [t('费用'), costText(message.costFenX100)],
            ]}
          />
          {message.reason !== null || message.failure !== '' ? <Facts facts={[[t('原因与处理'), standWords(message)]]} /> : null}
          {message.way === 'APP' ? (
            <Pushes pushes={message.pushes} />
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
      )}
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
