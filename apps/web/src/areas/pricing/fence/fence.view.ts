import type { PriceFence } from '@chauffeur/contract/pricing/fence'
import type { Drawing } from '#shared/fence/fence.view.ts'

/** A fence on the map while it is drawn or changed. */
export interface FenceDraft {
  /** Null while it is a new one. */
  fence: PriceFence | null
  drawing: Drawing
}
