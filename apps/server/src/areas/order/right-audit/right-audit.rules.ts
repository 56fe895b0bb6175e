import { AUDIT_STATUS as A, type AuditStatus } from '@chauffeur/contract/order/model'
import { type AuditRuleKind, auditRuleKind, type AuditRules } from '@chauffeur/contract/order/right-audit-rules'
import { defineMachine, type Transition } from '#platform/machine/machine'

/** A use that fails may be appealed against once, by its driver; one that passes disputed once, by the partner. */
export const auditMachine = defineMachine({
  states: Object.values(A),
  begins: [A.notNeeded],
  rests: [A.notNeeded, A.passed, A.finalFailed],
  events: {
    flag: { from: [A.notNeeded], to: A.waiting, by: ['TIMER', 'OPERATOR'] },
    claim: { from: [A.waiting], to: A.inReview, by: ['OPERATOR'] },
    release: { from: [A.inReview], to: A.waiting, by: ['OPERATOR'] },
    lapse: { from: [A.inReview], to: A.waiting, by: ['TIMER'] },
    pass: { from: [A.inReview], to: A.passed, by: ['OPERATOR'] },
    fail: { from: [A.inReview], to: A.failed, by: ['OPERATOR'] },
    appeal: { from: [A.failed], to: A.appeal, by: ['DRIVER', 'OPERATOR'] },
    dispute: { from: [A.passed], to: A.appeal, by: ['OPERATOR'] },
    finalPass: { from: [A.appeal], to: A.passed, by: ['OPERATOR'] },
    finalFail: { from: [A.appeal], to: A.finalFailed, by: ['OPERATOR'] },
    close: { from: [A.failed], to: A.finalFailed, by: ['TIMER'] },
  } satisfies Record<string, Transition<AuditStatus, 'TIMER' | 'OPERATOR' | 'DRIVER'>>,
})

/** What the rules look at. */
export interface UseFacts {
  /** Uses of this customer with this driver in the days that the rule names, this one included. */
  pairUses: number
  /** Uses with this driver in the same night, this one included; 0 by day. */
  nightUses: number
  /** Between where the trip began and where it ended; null where that is not known. */
  apartM: number | null
  distanceM: number
  driverPhone: boolean
  coveredFen: number
  noTrack: boolean
}

/** The rules that catch a use, in their own order. */
export function hitsOf(facts: UseFacts, { riskRules: rules }: Pick<AuditRules, 'riskRules'>): AuditRuleKind[] {
  const catches: Record<AuditRuleKind, boolean> = {
    PAIR: facts.pairUses >= rules.PAIR.count,
    SHORT: facts.distanceM < rules.SHORT.metres,
    SAME_PLACE: facts.apartM !== null && facts.apartM <= rules.SAME_PLACE.metres,
    NIGHT: facts.nightUses >= rules.NIGHT.count,
    DRIVER_PHONE: facts.driverPhone,
    LARGE: facts.coveredFen >= rules.LARGE.fen,
    NO_TRACK: facts.noTrack,
  }
  return auditRuleKind.options.filter((kind) => rules[kind].on && catches[kind])
}

/** Of ten thousand uses of a right so many are taken at random. */
export const sampleBpOf = ({ sampleBp, rightSamples }: Pick<AuditRules, 'sampleBp' | 'rightSamples'>, rightId: string): number =>
  rightSamples.find((own) => own.rightId === rightId)?.sampleBp ?? sampleBp

/** Hours from the beginning of a night to its end, which may be the next day's. */
export const nightHours = ({ fromHour, toHour }: AuditRules['riskRules']['NIGHT']): number => (toHour - fromHour + 24) % 24 || 24

interface Standing {
  state: AuditStatus
  appeal_side: 'DRIVER' | 'PARTNER' | null
}
/** Whether the use counts for nothing now: it failed, and nobody has decided otherwise since. */
export const failsNow = ({ state, appeal_side }: Standing): boolean =>
  state === A.failed || state === A.finalFailed || (state === A.appeal && appeal_side === 'DRIVER')
