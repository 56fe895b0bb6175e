import { channelCalls, type ChannelRow } from '@chauffeur/contract/access/channel'
import { sendCall } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { RowAction } from '#kit/list/define.view.ts'
import { Phone } from '#kit/show/phone.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

const ChannelForm = lazyPiece(() => import('./channel.form.tsx'))

const switching = (enabled: boolean, label: string, text: (row: ChannelRow) => string, done: string): RowAction<ChannelRow> => ({
  key: enabled ? 'start' : 'stop',
  label,
  danger: !enabled,
  confirm: {
    text: (row) => <p>{text(row)}</p>,
    send: ({ channelId, version }) => sendCall(channelCalls.enable, { channelId, version, enabled }),
    done,
    refreshes: [channelCalls.find],
  },
})

/** The partners whose customers order through them. */
export default defineList(channelCalls.list, ({ c, f }) => ({
  name: 'access.channels',
  title: t('渠道管理'),
  rowKey: (row) => row.channelId,
  rowName: (row) => row.name,
  open: ['edit'],
  fills: t('添加渠道后，可为合作方开通账号，只看到本渠道的订单。'),
  add: {
    may: channelCalls.save,
    label: t('新建渠道'),
    Dialog: ({ open, onClose }) => <ChannelForm open={open} row={null} onClose={onClose} />,
  },
  filters: [f.keyword(t('名称、编码、联系人或电话')), f.flag('enabled', t('状态'), t('已启用'), t('已停用')), f.city()],
  columns: [
    c.opener('name', t('渠道'), { like: letters(12), under: (row) => row.code }),
    c.enabled('enabled', t('状态'), (row) => row.enabled),
    c.cities((row) => row.cityIds),
    c.two(
      'contact',
      t('联系人'),
      (row) => row.contactName || '—',
      (row) => (row.contactPhone ? <Phone value={row.contactPhone} /> : ''),
      ['138****0000'],
      { besidePx: 26, shows: ['contactName', 'contactPhone'] },
    ),
    c.text('settlement', t('结算说明')),
    c.text('templates', t('专用价格'), (row) => joined(row.templates) || t('按城市价格')),
    c.count('users', t('可登录人数')),
    c.count('recentOrders', t('近 30 天订单')),
    c.time('updatedAt', t('修改时间'), { optional: true }),
  ],
  actions: [
    {
      key: 'edit',
      label: t('修改'),
      letter: 'E',
      Dialog: ({ row, open, onClose }) => <ChannelForm open={open} row={row} onClose={onClose} />,
    },
    switching(true, t('启用'), ({ name }) => t('启用后 {name} 可以再下新单。', { name }), t('已启用')),
    switching(
      false,
      t('停用'),
      ({ name }) => t('停用后 {name} 不能再下新单，进行中的订单照常完成；其账号会收到通知，仍可登录查看。', { name }),
      t('已停用'),
    ),
  ],
}))
