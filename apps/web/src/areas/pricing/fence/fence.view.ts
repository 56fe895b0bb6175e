import type { PriceFence } from '@chauffeur/contract/pricing/fence'
import { t } from '#platform/text/text.ts'
import type { Drawing } from '#shared/fence/fence.view.ts'

/** A fence on the map while it is drawn or changed. */
export interface FenceDraft {
  /** Null while it is a new one. */
  fence: PriceFence | null
  drawing: Drawing
}

/** A new one may begin at once. */
export const startWords = (fence: PriceFence | null) => (fence ? t('生效时间') : t('生效时间（不填为立即生效）'))
