import { webhookCalls, type WebhookRow, webhookStateText, webhookTypeText } from '@chauffeur/contract/partner/webhook'
import { callbackCalls } from '@chauffeur/contract/partner/callback'
import { t, tr } from '#platform/text/text.ts'
import { sendCall } from '#platform/http/call.ts'
import { letters, none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { ListKit, ListSpec } from '#kit/list/define.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { ReplayButton } from './replay-button.tsx'
import { outcomeWords, webhookTone } from './webhook.view.ts'

const DeliveryDrawer = lazyPiece(() => import('./delivery.drawer.tsx'))

/** `ofOne`: on the page of a channel, which it need not name. */
const webhooks =
  (ofOne: boolean) =>
  ({ c, f, a }: ListKit<WebhookRow>): ListSpec<WebhookRow> => ({
    name: ofOne ? 'partner.channelWebhooks' : 'partner.webhooks',
    title: t('推送记录'),
    rowKey: (row) => row.deliveryId,
    rowName: (row) => row.orderNo,
    ...(ofOne && { inside: true as const }),
    open: ['look'],
    live: { topic: 'webhooks' },
    pollS: { live: 60, otherwise: 15 },
    fills: t('渠道设置回调地址后，订单状态的每次推送都列在这里。'),
    Buttons: ReplayButton,
    filters: [
      f.keyword(t('订单号或渠道订单号')),
      ...(ofOne ? [] : [f.pick('channel')]),
      f.word('state', t('状态'), webhookStateText),
      f.word('type', t('事件'), webhookTypeText),
      f.days('at', t('发生时间'), { more: true }),
    ],
    columns: [
      c.opener('orderNo', t('订单号'), { like: 'D20261122000000', under: (row) => row.partnerBookingId ?? '' }),
      c.two(
        'type',
        t('事件'),
        (row) => tr(webhookTypeText[row.type]),
        (row) => row.type,
        ['order.redispatched'],
      ),
      c.status('state', t('状态'), webhookStateText, webhookTone),
      c.text('outcome', t('最近结果'), (row) =>
        row.attempts === 0 ? t('尚未发送') : outcomeWords({ failure: row.lastFailure, httpStatus: row.lastStatus }),
      ),
      c.count('attempts', t('发送次数')),
      c.time('at', t('发生时间')),
      c.time('doneAt', t('了结时间')),
      c.time('nextAttemptAt', t('下次发送')),
      ...(ofOne ? [] : [c.text('channelName', t('渠道'), undefined, { like: letters(8) })]),
      c.of('url', t('回调地址'), (row) => <span title={row.url}>{row.url ? new URL(row.url).host : none}</span>, 'partner.example.com', {
        optional: true,
      }),
      c.count('seq', t('序号'), { optional: true }),
    ],
    actions: [
      a.look(DeliveryDrawer),
      {
        key: 'replay',
        label: t('重新推送'),
        letter: 'R',
        may: webhookCalls.replay,
        confirm: {
          send: ({ deliveryId }) => sendCall(webhookCalls.replay, { deliveryId }),
          done: t('已安排重新推送'),
          refreshes: [webhookCalls.detail, callbackCalls.list],
        },
      },
    ],
  })

/** What was sent to partners about their orders, and what became of it. */
export const WebhookList = defineList(webhookCalls.list, webhooks(false))
/** The same of one channel, on its page. */
export const ChannelWebhookList = defineList(webhookCalls.list, webhooks(true))
