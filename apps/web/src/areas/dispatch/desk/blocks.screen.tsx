import { dispatchBlocksCalls, type DriverBlock } from '@chauffeur/contract/dispatch/block'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { defineList } from '#kit/list/define.list.tsx'
import { Time } from '#ui/show/time.tsx'

const driverOf = (row: DriverBlock) => `${row.driverName} ${row.driverNo}`

/** Drivers whom customers do not want, and until when: by an operator's word, or after a cancellation. */
export default defineList(dispatchBlocksCalls.list, ({ c, f }) => ({
  name: 'dispatch.blocks',
  title: t('客户屏蔽司机'),
  extra: t('派单不会问被客户屏蔽的司机；在订单详情的司机卡片上添加'),
  rowKey: (row) => `${row.customerId}/${row.driverId}`,
  rowName: (row) => `${row.customerName} · ${row.driverName}`,
  fills: t('在订单或接单台选择“不再派给该客户”后，记录在这里。'),
  open: ['lift'],
  filters: [f.text('keyword', t('司机工号、姓名或客户'))],
  columns: [
    c.person(
      'customer',
      t('客户'),
      (row) => row.customerName,
      (row) => row.customerPhone,
      { pin: 'left', fixed: true, shows: ['customerName', 'customerPhone'] },
    ),
    c.driver(),
    c.of('until', t('屏蔽至'), (row) => (row.until ? <Time at={row.until} as="short" /> : t('长期')), '2000-00-00'),
    c.text('reason', t('原因')),
    c.text('byName', t('操作人'), (row) => row.byName || t('取消判责规则'), { like: t('取消判责规则') }),
    c.time('at', t('屏蔽时间')),
  ],
  actions: [
    {
      key: 'lift',
      label: t('解除屏蔽'),
      letter: 'E',
      may: dispatchBlocksCalls.remove,
      confirm: {
        text: (row) =>
          t('{driver} 会再次接到 {customer} 的订单。', { driver: driverOf(row), customer: row.customerName || row.customerPhone }),
        send: ({ customerId, driverId }) => sendCall(dispatchBlocksCalls.remove, { customerId, driverId }),
        done: t('已解除屏蔽'),
        refreshes: [dispatchBlocksCalls.ofOrder],
      },
    },
  ],
}))
