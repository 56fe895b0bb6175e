import type { BroadcastCount } from '@chauffeur/contract/message/broadcast-model'
import { Facts } from '#kit/detail/facts.tsx'
import { joined, t, tr } from '#platform/text/text.ts'
import { countText } from '#ui/show/measure.view.ts'
import { Time } from '#ui/show/time.tsx'
import { changedWords, costWords, leftOutWords } from './broadcast.view.ts'

interface Props {
  count: BroadcastCount
  /** Some of those who get it. */
  some?: readonly { name: string; phone: string; cityName: string }[]
  /** What was counted before. */
  before?: BroadcastCount | null
}

/** Who gets it, who does not and why, and what it costs. */
export const CountFacts = ({ count, some, before }: Props) => (
  <div role="status">
    <Facts
      as="pairs"
      label={t('人数')}
      facts={[
        [t('可发送'), <strong key="n">{t('{n} 人', { n: countText(count.recipients) })}</strong>, count.recipients === 0],
        [t('符合条件'), t('{n} 人', { n: countText(count.found) })],
        [t('不发送'), leftOutWords(count)],
        [t('计费条数'), countText(count.segments)],
        [t('预计费用'), costWords(count)],
        [t('统计时间'), <Time key="at" at={count.at} as="short" />],
        before ? [t('变化'), changedWords(before, count), count.recipients > before.recipients] : null,
        some !== undefined &&
          some.length > 0 && [
            t('例如'),
            joined(some.map(({ name, phone, cityName }) => [name, phone, tr(cityName)].filter(Boolean).join(' '))),
          ],
      ]}
    />
  </div>
)
