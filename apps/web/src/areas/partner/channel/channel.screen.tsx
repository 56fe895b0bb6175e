import { channelCalls, type ChannelPage } from '@chauffeur/contract/partner/channel'
import { callbackCalls } from '@chauffeur/contract/partner/callback'
import { keyCalls } from '@chauffeur/contract/partner/key'
import { webhookCalls } from '@chauffeur/contract/partner/webhook'
import { orderCalls } from '@chauffeur/contract/order/list'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { useState } from 'react'
import { defineDetail, DetailPage } from '#kit/detail/detail-page.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { PagedTable } from '#kit/list/paged-table.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { Phone } from '#kit/show/phone.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { useCall } from '#platform/http/call.ts'
import { useMayAny } from '#platform/session/session.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { percentText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { EnabledTag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { CallbacksPanel } from '../callback/callbacks.panel.tsx'
import { ChannelWebhookList } from '../webhook/webhook.list.tsx'
import { Keys } from './keys.drawer.tsx'

const ChannelForm = lazyPiece(() => import('./channel.form.tsx'))

export default defineDetail(
  'channelId',
  () => ({ title: t('渠道详情'), noId: t('地址里没有渠道编号'), list: ['/yunYing/channels', t('去渠道管理')] }),
  Channel,
)

/** One partner: what was agreed, with what its programs sign, where it is told, what it was told, and its orders. */
function Channel({ id: channelId }: { id: string }) {
  const query = useCall(channelCalls.view, { channelId }, { saysRefusals: true })
  const may = useMayAny()
  const [editing, setEditing] = useState(false)
  return (
    <>
      <DetailPage
        query={query}
        fill
        title={({ name }) => name}
        status={({ enabled }) => <EnabledTag enabled={enabled} />}
        actions={({ allowedActions }) =>
          allowedActions.includes('edit') ? <Button onClick={() => setEditing(true)}>{t('修改')}</Button> : null
        }
        tabs={(known) => [
          { key: 'terms', label: t('渠道概况'), children: <Terms channel={known} /> },
          may(keyCalls.list) && { key: 'keys', label: t('接口密钥'), children: <Keys channelId={channelId} /> },
          may(callbackCalls.list) && { key: 'callbacks', label: t('回调地址'), children: <CallbacksPanel channelId={channelId} /> },
          may(webhookCalls.list) && { key: 'webhooks', label: t('推送记录'), children: <ChannelWebhookList fixed={{ channelId }} /> },
          may(orderCalls.list) && { key: 'orders', label: t('订单'), children: <Orders channelId={channelId} /> },
        ]}
      />
      {query.data ? (
        <WhenOpened open={editing}>
          <ChannelForm open={editing} row={query.data} onClose={() => setEditing(false)} />
        </WhenOpened>
      ) : null}
    </>
  )
}

function Terms({ channel }: { channel: ChannelPage }) {
  const cities = useCities()
  return (
    <>
      <Facts
        as="tiles"
        facts={[
          [t('渠道编码'), channel.code],
          [t('联系人'), channel.contactName],
          [t('联系电话'), channel.contactPhone ? <Phone key="phone" value={channel.contactPhone} /> : ''],
          [t('下单城市'), cities.words(channel.cityIds)],
          [t('下单服务'), joined(channel.serviceTypes.map((type) => tr(serviceTypeText[type]))) || t('全部服务')],
          [t('专用价格'), joined(channel.templates) || t('按城市价格')],
          [t('渠道佣金'), percentText(channel.commissionBp)],
          [t('今日已下单'), channel.ordersToday],
          [t('每日订单额度'), channel.ordersPerDay === null ? t('不限〔额度〕') : t('每天 {n} 单', { n: channel.ordersPerDay })],
          [t('每分钟接口调用'), channel.callsPerMinute],
          [t('可登录人数'), channel.users],
          [t('结算说明'), channel.settlement],
        ]}
      />
      {channel.months.length === 0 ? (
        <p className="ui-none">{t('近六个月没有订单')}</p>
      ) : (
        <PlainTable
          label={t('近六个月')}
          caption={t('近六个月')}
          rows={channel.months}
          rowKey={({ month }) => month}
          columns={[
            { title: t('月份'), head: true, cell: ({ month }) => month },
            { title: t('订单'), end: true, cell: ({ orders }) => orders },
            { title: t('已报单'), end: true, cell: ({ billed }) => billed },
            { title: t('已取消'), end: true, cell: ({ cancelled }) => cancelled },
            { title: t('已报单金额'), end: true, cell: ({ totalFen }) => <Money fen={totalFen} /> },
            { title: t('已支付'), end: true, cell: ({ paidFen }) => <Money fen={paidFen} /> },
            { title: t('佣金比例'), end: true, cell: ({ commissionBps }) => commissionBps.map(percentText).join(' → ') },
            { title: t('佣金（按下单时比例）'), end: true, cell: ({ commissionFen }) => <Money fen={commissionFen} /> },
          ]}
        />
      )}
    </>
  )
}

const Orders = ({ channelId }: { channelId: string }) => (
  <PagedTable
    call={orderCalls.list}
    input={{ channelId }}
    rowKey={({ orderId }) => orderId}
    label={t('渠道的订单')}
    empty={t('还没有订单')}
    columns={[
      {
        title: t('订单号'),
        head: true,
        cell: ({ orderId, orderNo }) => (
          <a className="ui-link ui-number" href={`#/Order/Detail?orderId=${orderId}`}>
            {orderNo}
          </a>
        ),
      },
      { title: t('状态'), cell: ({ serviceStatus }) => <StatusTag service={serviceStatus} /> },
      { title: t('支付'), cell: ({ payStatus, serviceStatus }) => <StatusTag pay={payStatus} of={serviceStatus} /> },
      { title: t('城市'), cell: ({ cityName }) => tr(cityName) },
      { title: t('上车点'), cell: ({ pickupAddress }) => pickupAddress },
      { title: t('金额'), end: true, cell: ({ totalFen, estimateFen }) => <Money fen={totalFen ?? estimateFen} /> },
      {
        title: t('下单时间'),
        cell: ({ createdAt, utcOffsetMinutes }) => <Time at={createdAt} as="short" offsetMinutes={utcOffsetMinutes} />,
      },
    ]}
  />
)
