import { webhookCalls, type WebhookRow, webhookStateText, webhookTypeText } from '@chauffeur/contract/partner/webhook'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { refresh, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { outcomeWords, tookWords, webhookTone } from './webhook.view.ts'
import './webhook.css'

/** One message: what it says, where it went, and every attempt. */
export default function DeliveryDrawer({ row, onClose }: { row: WebhookRow | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} size={680} title={({ orderNo, type }) => `${orderNo} · ${tr(webhookTypeText[type])}`} onClose={onClose}>
      {({ deliveryId }) => <Delivery key={deliveryId} deliveryId={deliveryId} />}
    </KeptDrawer>
  )
}

function Delivery({ deliveryId }: { deliveryId: string }) {
  const toNow = () => void refresh([webhookCalls.detail])
  useLive('webhooks', (event) => (event.deliveryId === deliveryId || event.deliveryId === null) && toNow(), { onGap: toNow })
  return (
    <Async query={useCall(webhookCalls.detail, { deliveryId }, { refetchIntervalS: usePollS(10) })}>
      {(message) => (
        <>
          <Facts
            as="pairs"
            facts={[
              [t('渠道'), message.channelName],
              [t('渠道订单号'), message.partnerBookingId ?? ''],
              [
                t('状态'),
                <Tag key="state" tone={webhookTone[message.state]}>
                  {tr(webhookStateText[message.state])}
                </Tag>,
              ],
              [t('发生时间'), <Time key="at" at={message.at} as="exact" />],
              message.doneAt !== null && [t('了结时间'), <Time key="done" at={message.doneAt} as="exact" />],
              message.nextAttemptAt !== null && [t('下次发送'), <Time key="next" at={message.nextAttemptAt} as="exact" />],
            ]}
          />
          <Facts facts={[[t('回调地址'), message.url]]} />
          <h3 className="webhook-head">{t('发送记录')}</h3>
          {message.tries.length === 0 ? (
            <p className="ui-none">{t('尚未发送')}</p>
          ) : (
            <PlainTable
              label={t('发送记录')}
              rows={message.tries}
              rowKey={({ attempt }) => attempt}
              columns={[
                { title: t('尝试'), end: true, head: true, cell: ({ attempt }) => attempt },
                { title: t('时间'), cell: ({ at }) => <Time at={at} as="exact" /> },
                { title: t('结果'), cell: outcomeWords },
                { title: t('所用时间'), end: true, cell: ({ ms }) => tookWords(ms) },
              ]}
            />
          )}
          <h3 className="webhook-head">{t('推送内容')}</h3>
          <pre className="webhook-body">{JSON.stringify(JSON.parse(message.body), null, 2)}</pre>
        </>
      )}
    </Async>
  )
}
