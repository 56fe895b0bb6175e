import type { AgreementState, ChangeLevel } from '@chauffeur/contract/privacy/agreement'
import { t } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const agreementTone: Record<AgreementState, Tone> = { COMING: 'wait', IN_FORCE: 'run', REPLACED: 'off' }
export const levelTone: Record<ChangeLevel, Tone> = { MINOR: 'off', MATERIAL: 'wait' }

export const numberWords = (number: number) => t('第 {n} 版', { n: number })
