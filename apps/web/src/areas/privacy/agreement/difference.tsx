import type { agreementCalls, ChangedWords } from '@chauffeur/contract/privacy/agreement'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { t } from '#platform/text/text.ts'
import { numberWords } from './agreement.view.ts'

const MARK: Record<ChangedWords['change'], 'span' | 'ins' | 'del'> = { SAME: 'span', ADDED: 'ins', REMOVED: 'del' }

/** What one version says otherwise than another, word by word; paragraphs that stayed are shown too, for what the rest belongs to. */
export function Difference({ of: { from, paragraphs, formOnly } }: { of: AnswerOf<typeof agreementCalls.difference> }) {
  const changed = paragraphs.some((words) => words.some(({ change }) => change !== 'SAME'))
  return (
    <div className="agreement-difference">
      <p className="agreement-by">
        {from === 0
          ? t('首个版本，全部为新内容')
          : formOnly
            ? t('与{version}文字相同，只有标题、列表或强调不同', { version: numberWords(from) })
            : changed
              ? t('与{version}相比：', { version: numberWords(from) })
              : t('与{version}内容相同', { version: numberWords(from) })}
      </p>
      {paragraphs.map((words, at) => (
        <p key={at} data-given="">
          {words.map(({ change, text }, place) => {
            const Mark = MARK[change]
            return <Mark key={place}>{text}</Mark>
          })}
        </p>
      ))}
    </div>
  )
}
