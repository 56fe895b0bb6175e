import { messageEventText, messageWayText } from '@chauffeur/contract/message/event'
import { messageLanguageText } from '@chauffeur/contract/kernel/language'
import { messageTextCalls, type MessageTextRow, messageTextEffectText, messageTextStateText } from '@chauffeur/contract/message/text'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { placeWords, saysWords, textTone } from './text.view.ts'

/** One version in full, and all versions of its place. */
export default function TextDrawer({ row, onClose }: { row: MessageTextRow | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={({ event }) => tr(messageEventText[event])} size={640} onClose={onClose}>
      {({ textId }) => <Text key={textId} textId={textId} />}
    </KeptDrawer>
  )
}

function Text({ textId }: { textId: string }) {
  return (
    <Async query={useCall(messageTextCalls.details, { textId })}>
      {(text) => (
        <>
          <Facts
            facts={[
              [t('方式'), tr(messageWayText[text.way])],
              [t('适用范围'), placeWords(text)],
              [t('语言'), tr(messageLanguageText[text.language])],
              [t('状态'), tr(messageTextStateText[text.state])],
              [t('发送'), tr(messageTextEffectText[text.effect])],
              text.body !== '' && [t('内容'), text.body],
              text.sample !== '' && [t('示例'), text.sample],
              text.segments > 0 && [t('计费条数'), text.segments],
              [t('修改原因'), text.reason],
              [t('提交人'), text.proposedByName],
              [t('提交时间'), <Time key="proposed" at={text.proposedAt} as="exact" />],
              text.decidedAt !== null && [t('审核人'), text.decidedByName],
              text.decidedAt !== null && [t('审核时间'), <Time key="decided" at={text.decidedAt} as="exact" />],
              text.decisionNote !== '' && [t('审核说明'), text.decisionNote],
              text.replacedAt !== null && [t('替换时间'), <Time key="replaced" at={text.replacedAt} as="exact" />],
            ]}
          />
          <PlainTable
            label={t('版本')}
            rows={text.versions}
            rowKey={({ textId: id }) => id}
            columns={[
              { title: t('版本'), cell: ({ number }) => number },
              {
                title: t('状态'),
                cell: ({ state }) => <Tag tone={textTone[state]}>{tr(messageTextStateText[state])}</Tag>,
              },
              { title: t('内容'), cell: saysWords },
              { title: t('提交人'), cell: ({ proposedByName }) => proposedByName },
              { title: t('提交时间'), cell: ({ proposedAt }) => <Time at={proposedAt} as="exact" /> },
            ]}
          />
        </>
      )}
    </Async>
  )
}
