import { leftOutText, recipientStateText } from '@chauffeur/contract/message/broadcast-model'
import { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import { useMemo } from 'react'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t, tr } from '#platform/text/text.ts'
import { reasonWords, recipientTone } from './broadcast.view.ts'

const Recipients = defineList(broadcastCalls.recipients, ({ c, f }) => ({
  name: 'message.broadcastRecipients',
  title: t('接收人'),
  inside: true,
  rowKey: (row) => String(row.n),
  rowName: (row) => row.name || row.phone,
  empty: t('批准后在这里看到每个接收人'),
  filters: [f.word('state', t('状态'), recipientStateText), f.word('why', t('不发送原因'), leftOutText), f.city()],
  columns: [
    c.count('n', t('序号')),
    c.text('phone', t('手机号'), undefined, { like: '138****0000' }),
    c.text('name', t('姓名'), undefined, { like: letters(4) }),
    c.city(),
    c.status('state', t('状态'), recipientStateText, recipientTone),
    c.of('why', t('原因'), (row) => (row.why ? tr(leftOutText[row.why]) : reasonWords(row.failure)), letters(12), {
      shows: ['why', 'failure'],
    }),
    c.count('segments', t('计费条数')),
    c.time('at', t('时间')),
  ],
  pollS: { live: 10, otherwise: 10 },
}))

/** Who gets one, and what became of it. */
export function RecipientList({ broadcastId }: { broadcastId: string }) {
  return <Recipients fixed={useMemo(() => ({ broadcastId }), [broadcastId])} />
}
