import { bulletinCalls } from '@chauffeur/contract/message/bulletin'
import { useMemo } from 'react'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t } from '#platform/text/text.ts'

const Readers = defineList(bulletinCalls.readers, ({ c, f }) => ({
  name: 'message.bulletinReaders',
  title: t('阅读情况'),
  inside: true,
  rowKey: (row) => row.driverId,
  rowName: (row) => `${row.driverName} ${row.driverNo}`,
  open: (row) => `/yunYing/driverDetail?driverId=${row.driverId}`,
  empty: t('没有符合条件的司机'),
  filters: [f.keyword(t('工号、姓名或电话')), f.city(), f.flag('read', t('阅读'), t('已读'), t('未阅读'))],
  columns: [
    c.link('driverNo', t('工号'), (row) => `/yunYing/driverDetail?driverId=${row.driverId}`, { like: 'HZ000001' }),
    c.text('driverName', t('姓名'), undefined, { like: letters(4) }),
    c.city(),
    c.text('orgName', t('机构')),
    c.count('level', t('等级')),
    c.of('read', t('阅读'), (row) => (row.readAt ? t('已读') : t('未阅读')), t('未阅读'), { shows: ['readAt'] }),
    c.time('readAt', t('阅读时间')),
  ],
}))

/** Drivers whom a bulletin is for, and who of them has read it. */
export function ReaderList({ bulletinId }: { bulletinId: string }) {
  return <Readers fixed={useMemo(() => ({ bulletinId }), [bulletinId])} />
}
