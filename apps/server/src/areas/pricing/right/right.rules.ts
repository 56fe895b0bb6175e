import type { Hours, RightCover } from '@chauffeur/contract/pricing/model'
import type { RightCoverKind, RightEvent, RightExcess, RightState, RightUnit } from '@chauffeur/contract/pricing/right'
import { defineMachine } from '#platform/machine/machine'

/** Two people stand behind what is on. What is off can be turned on again as it was, or be worked on and approved anew. */
export const rightMachine = defineMachine<RightState, RightEvent, 'KEEPER' | 'APPROVER'>({
  states: ['DRAFT', 'AUDITING', 'ON', 'OFF'],
  begins: ['DRAFT'],
  rests: ['OFF'],
  events: {
    submit: { from: ['DRAFT'], to: 'AUDITING', by: ['KEEPER'] },
    approve: { from: ['AUDITING'], to: 'ON', by: ['APPROVER'] },
    sendBack: { from: ['AUDITING'], to: 'DRAFT', by: ['APPROVER'] },
    turnOff: { from: ['ON'], to: 'OFF', by: ['KEEPER'] },
    turnOn: { from: ['OFF'], to: 'ON', by: ['KEEPER'] },
    revise: { from: ['OFF'], to: 'DRAFT', by: ['KEEPER'] },
  },
})

/** What is agreed with the partner, as it is stored. */
export interface RightTerms {
  name: string
  channelId: string | null
  unit: RightUnit
  coverKind: RightCoverKind
  capFen: number | null
  includedM: number | null
  excess: RightExcess
  validFrom: Date
  validTo: Date
  cityIds: string[]
  bands: Hours[]
  perUserTimes: number
  dailyStock: number | null
  priceToPartnerFen: number | null
  remark: string
}
type Field = keyof RightTerms
type Words = { zh: string; en: string }
export type RightFaults = Partial<Record<Field, Words>>

/** What the desk may be told at any time: it changes nothing of what was agreed. */
const LIGHT: readonly Field[] = ['name', 'remark', 'dailyStock']
/** What customers were promised, and who pays for it. */
const PROMISED: readonly Field[] = ['channelId', 'unit', 'coverKind', 'capFen', 'includedM', 'excess', 'cityIds', 'bands']

const missing: Words = { zh: '请填写', en: 'Required' }
const ofNoUse: Words = { zh: '此抵扣方式没有这一项', en: 'This way of paying has none' }

/** What is wrong with terms, by field; empty when they can be stored. */
export function rightFaults(terms: RightTerms, now: Date): RightFaults {
  const faults: RightFaults = {}
  const { coverKind, capFen, includedM, unit, validFrom, validTo, bands, priceToPartnerFen } = terms
  if ((coverKind === 'CAP') !== (capFen !== null)) faults.capFen = coverKind === 'CAP' ? missing : ofNoUse
  if ((coverKind === 'DISTANCE') !== (includedM !== null)) faults.includedM = coverKind === 'DISTANCE' ? missing : ofNoUse
  if (unit === 'KM' && coverKind === 'CAP')
    faults.coverKind = { zh: '按里程的权益应为里程内免费或全额抵扣', en: 'A right in distance pays by distance, or all of it' }
  if (unit !== 'TIMES' && priceToPartnerFen !== null)
    faults.priceToPartnerFen = { zh: '只有按次的权益可约定每次结算价', en: 'Only a right in uses has a price for each' }
  if (validTo <= validFrom) faults.validTo = { zh: '结束时间应晚于开始时间', en: 'Must be later than the beginning' }
  else if (validTo <= now) faults.validTo = { zh: '结束时间应晚于现在', en: 'Must be in the future' }
  if (bands.some(({ from, to }) => to <= from))
    faults.bands = { zh: '时段结束应晚于开始，跨零点请分成两段', en: 'Hours end after they begin; over midnight they are two' }
  return faults
}

const plain = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : value)
export const changedFields = (before: RightTerms, after: RightTerms): Field[] =>
  (Object.keys(before) as Field[]).filter((field) => plain(before[field]) !== plain(after[field]))
export const promisedAmong = (fields: readonly Field[]): Field[] => fields.filter((field) => PROMISED.includes(field))

/** The state after a change of these fields; null where they may not change now. */
export function stateAfter(state: RightState, fields: readonly Field[]): RightState | null {
  if (state === 'AUDITING') return null
  if (state === 'DRAFT' || fields.every((field) => LIGHT.includes(field))) return state
  return rightMachine.next(state, 'revise', 'KEEPER')
}

export function coverOf({ coverKind, capFen, includedM }: Pick<RightTerms, 'coverKind' | 'capFen' | 'includedM'>): RightCover {
  if (coverKind === 'CAP') return { kind: 'CAP', capFen: capFen ?? 0 }
  return coverKind === 'DISTANCE' ? { kind: 'DISTANCE', includedM: includedM ?? 0 } : { kind: 'FULL' }
}
export const coverFields = (cover: RightCover) => ({
  coverKind: cover.kind,
  capFen: cover.kind === 'CAP' ? cover.capFen : null,
  includedM: cover.kind === 'DISTANCE' ? cover.includedM : null,
})
