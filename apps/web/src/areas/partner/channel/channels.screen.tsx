import { callbackCalls } from '@chauffeur/contract/partner/callback'
import { channelCalls } from '@chauffeur/contract/partner/channel'
import { keyCalls } from '@chauffeur/contract/partner/key'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import { joined, t, tr } from '#platform/text/text.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { percentText } from '#ui/show/measure.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

const KeysDrawer = lazyPiece(() => import('./keys.drawer.tsx'))
const CallbacksDrawer = lazyPiece(() => import('../callback/callbacks.drawer.tsx'))
const ChannelForm = lazyPiece(() => import('./channel.form.tsx'))

const channelPath = (channelId: string) => `/yunYing/channel?channelId=${channelId}`

/** The partners whose customers order through them. */
export default defineList(channelCalls.list, ({ c, f, a }) => ({
  name: 'access.channels',
  title: t('渠道管理'),
  rowKey: (row) => row.channelId,
  rowName: (row) => row.name,
  open: ({ channelId }) => channelPath(channelId),
  fills: t('添加渠道后，可为合作方开通账号，只看到本渠道的订单。'),
  add: { may: channelCalls.save, label: t('新建渠道'), Dialog: ChannelForm },
  filters: [f.keyword(t('名称、编码、联系人或电话')), f.enabled(), f.city()],
  columns: [
    c.link('name', t('渠道'), ({ channelId }) => channelPath(channelId), { like: letters(12), under: (row) => row.code }),
    c.enabled('enabled', t('状态'), (row) => row.enabled),
    c.cities((row) => row.cityIds),
    c.text('serviceTypes', t('下单服务'), (row) => joined(row.serviceTypes.map((type) => tr(serviceTypeText[type]))) || t('全部服务'), {
      optional: true,
    }),
    c.text('ordersPerDay', t('每日订单额度'), (row) => (row.ordersPerDay === null ? t('不限〔额度〕') : String(row.ordersPerDay)), {
      optional: true,
    }),
    c.person(
      'contact',
      t('联系人'),
      (row) => row.contactName,
      (row) => row.contactPhone,
      { shows: ['contactName', 'contactPhone'] },
    ),
    c.of('commissionBp', t('渠道佣金'), (row) => <span className="ui-number">{percentText(row.commissionBp)}</span>, '100%', {
      align: 'right',
      optional: true,
    }),
    c.text('settlement', t('结算说明')),
    c.text('templates', t('专用价格'), (row) => joined(row.templates) || t('按城市价格')),
    c.count('users', t('可登录人数')),
    c.count('recentOrders', t('近 30 天订单')),
    c.time('updatedAt', t('修改时间'), { optional: true }),
  ],
  actions: [
    a.edit(ChannelForm),
    { key: 'keys', label: t('接口密钥'), may: keyCalls.list, can: () => true, Drawer: KeysDrawer },
    { key: 'callbacks', label: t('回调地址'), may: callbackCalls.list, can: () => true, Drawer: CallbacksDrawer },
    ...a.onOff(channelCalls.enable, {
      input: ({ channelId, version }, enabled) => ({ channelId, version, enabled }),
      on: ({ name }) => t('启用后 {name} 可以再下新单。', { name }),
      off: ({ name }) => t('停用后 {name} 不能再下新单，进行中的订单照常完成；其账号会收到通知，仍可登录查看。', { name }),
      refreshes: [channelCalls.find],
    }),
  ],
}))
