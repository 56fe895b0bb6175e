import type { TemplateOwner } from '@chauffeur/contract/pricing/model'
import type { TemplateCandidate } from '../price/pricing.model.ts'

/** What a new template's rank is set to: the narrower its owner, the higher. */
export const templateRank: Record<TemplateOwner, number> = { FENCE: 30, ENTERPRISE: 20, GROUP: 18, PARTNER: 15, CITY: 10 }

/**
 * The template that prices a trip at an instant (UTC ms), of candidates that match its place, channel and service. Highest rank, then
 * the one effective most recently, then the lowest id; of one template the highest version. Undefined when none is effective.
 */
export function chooseTemplate<T extends TemplateCandidate>(candidates: readonly T[], at: number): T | undefined {
  return candidates.filter((candidate) => isEffective(candidate, at)).sort(byPrecedence)[0]
}

const isEffective = ({ effectiveFrom, effectiveTo }: TemplateCandidate, at: number) =>
  effectiveFrom <= at && (effectiveTo === null || at < effectiveTo)

function byPrecedence(a: TemplateCandidate, b: TemplateCandidate): number {
  return b.rank - a.rank || b.effectiveFrom - a.effectiveFrom || byId(a.id, b.id) || b.version - a.version
}

/** Ids may exceed exact numbers, so they are compared as digits. */
const byId = (a: string, b: string) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
