import type { ChangeLevel } from '@chauffeur/contract/privacy/agreement'
import type { Problem } from '#platform/http/problems'
import { paragraphsOf } from './rich-text.rules.ts'

const DAY_MS = 86_400_000
/** A later beginning is a slip of the year. */
const MOST_AHEAD_MS = 366 * DAY_MS

export interface Written {
  /** Clean. */
  html: string
  changeLevel: ChangeLevel
  /** Null: as soon as it is published. */
  effectiveAt: Date | null
}

/** What is wrong with a text that is to be kept, at `now`; `newest` is the number of the newest version, 0 for none. */
export function faultsOf({ html, changeLevel, effectiveAt }: Written, newest: number, now: Date): Problem[] {
  const faults: Problem[] = []
  if (paragraphsOf(html).length === 0) faults.push({ path: 'html', zh: '请填写协议正文', en: 'The text of the agreement is missing' })
  if (newest === 0 && changeLevel !== 'MATERIAL')
    faults.push({
      path: 'changeLevel',
      zh: '首个版本须征得同意，请选择重大变更',
      en: 'The first version has to be agreed to: choose a material change',
    })
  if (effectiveAt && effectiveAt <= now)
    faults.push({ path: 'effectiveAt', zh: '应晚于现在；不填则发布后立即生效', en: 'must be later than now; empty: at once' })
  if (effectiveAt && effectiveAt.getTime() > now.getTime() + MOST_AHEAD_MS)
    faults.push({ path: 'effectiveAt', zh: '不能晚于一年后', en: 'must be within a year' })
  return faults
}
