import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import '../page/ui.css'

/** What a state means for the person who looks: nothing to do, under way, waiting, done, lost. */
export type Tone = 'idle' | 'wait' | 'run' | 'done' | 'lost' | 'off'

/** A word with a dot in the colour of its tone; the word alone says everything. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`ui-tag ui-tag-${tone}`}>
      <span>{children}</span>
    </span>
  )
}

/** Whether something that can be switched off counts. */
export const EnabledTag = ({ enabled }: { enabled: boolean }) => (
  <Tag tone={enabled ? 'done' : 'off'}>{enabled ? t('已启用') : t('已停用')}</Tag>
)
