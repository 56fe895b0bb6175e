import { type PriceBand, type PricingMode, type TemplateOwner, templateOwnerText } from '@chauffeur/contract/pricing/model'
import type { TemplateStatus } from '@chauffeur/contract/pricing/template'
import { locale } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const ownerText = (owner: TemplateOwner): string => templateOwnerText[owner][locale() === 'en' ? 'en' : 'zh']
export const modeText: Record<PricingMode, string> = { PER_KM: '按公里', BLOCK: '按段', PACKAGE: '套餐' }
export const statusTone: Record<TemplateStatus, Tone> = { SCHEDULED: 'wait', EFFECTIVE: 'done', REPLACED: 'off', EXPIRED: 'off' }

const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

/** Parts of a day's picture, in per cent; dearer bands are drawn stronger, 0 to 1. */
export function dayPicture(bands: readonly PriceBand[]) {
  const dearest = Math.max(1, ...bands.map((band) => band.startFen))
  return [...bands]
    .sort((a, b) => secondsOf(a.from) - secondsOf(b.from))
    .map((band) => ({
      band,
      left: (secondsOf(band.from) / 86_400) * 100,
      width: ((secondsOf(band.to) - secondsOf(band.from)) / 86_400) * 100,
      strength: band.startFen / dearest,
    }))
}
