import { activityLogCalls } from '@chauffeur/contract/operations/activity-log'
import { PagedTable } from '#kit/list/paged-table.tsx'
import { callWords } from '#kit/log/call-words.ts'
import { fieldWords } from '#kit/log/field-words.ts'
import { joined, t } from '#platform/text/text.ts'
import { Panel } from '#ui/page/page.tsx'
import { Time } from '#ui/show/time.tsx'

/** Who changed what of a driver, over all time. */
export default function DriverLog({ driverId }: { driverId: string }) {
  const of = { object: 'driver', objectId: driverId }
  return (
    <Panel
      title={t('修改记录')}
      extra={<a href={`#/Sys/Log?${new URLSearchParams({ view: 'changes', ...of }).toString()}`}>{t('全部修改记录')}</a>}
    >
      <PagedTable
        call={activityLogCalls.changes}
        input={of}
        label={t('修改记录')}
        empty={t('还没有修改过')}
        pageSize={10}
        rowKey={({ logId }) => logId}
        columns={[
          { title: t('时间'), head: true, cell: ({ at }) => <Time at={at} as="exact" /> },
          { title: t('操作人'), cell: ({ actorName }) => actorName },
          { title: t('操作内容'), cell: ({ summary, call }) => callWords(summary, call) },
          {
            title: t('修改项目'),
            cell: ({ changes }) => joined([...new Set(changes.map(({ path }) => fieldWords(path.split('.')[0]!)))]),
          },
        ]}
      />
    </Panel>
  )
}
