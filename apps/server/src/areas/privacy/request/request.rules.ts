import type { Corrections, RequestEvent, RequestKind, RequestState } from '@chauffeur/contract/privacy/request'
import { defineMachine } from '#platform/machine/machine'
import { CHINA_MINUTES } from '#platform/values/local-clock'

/** A person asks; somebody takes it up, and answers or refuses. The person may take it back as long as it is open. */
export const requestMachine = defineMachine<RequestState, RequestEvent, 'OPERATOR' | 'CUSTOMER'>({
  states: ['OPEN', 'IN_PROGRESS', 'DONE', 'REFUSED', 'WITHDRAWN'],
  begins: ['OPEN'],
  rests: ['DONE', 'REFUSED', 'WITHDRAWN'],
  events: {
    take: { from: ['OPEN'], to: 'IN_PROGRESS', by: ['OPERATOR'] },
    // What a customer reads at once by themselves is answered as it is asked.
    finish: { from: ['OPEN', 'IN_PROGRESS'], to: 'DONE', by: ['OPERATOR', 'CUSTOMER'] },
    refuse: { from: ['OPEN', 'IN_PROGRESS'], to: 'REFUSED', by: ['OPERATOR'] },
    withdraw: { from: ['OPEN', 'IN_PROGRESS'], to: 'WITHDRAWN', by: ['OPERATOR', 'CUSTOMER'] },
  },
})

const DAY_MS = 86_400_000
/** Cities of a business are all on this clock. */
const OFFSET_MS = CHINA_MINUTES * 60_000
/** The end of the last of so many working days after the day of the request: Monday to Friday, public holidays counted like them. */
export function dueAt(opened: Date, days: number): Date {
  let day = Math.floor((opened.getTime() + OFFSET_MS) / DAY_MS)
  for (let left = days; left > 0; ) {
    day++
    // Day 0 was a Thursday.
    const weekday = (day + 4) % 7
    if (weekday !== 0 && weekday !== 6) left--
  }
  return new Date((day + 1) * DAY_MS - OFFSET_MS)
}

export interface Correctable {
  name: string
  gender: string
  birthday: string | null
  plate_nos: readonly string[]
}
export interface Changed {
  field: 'name' | 'gender' | 'birthday' | 'plateNos'
  before: string
  after: string
}
/** What a correction changes, field by field; what is asked for and stands already is no change. */
export function changesOf(row: Correctable, wanted: Corrections): Changed[] {
  const pairs: [Changed['field'], string, string | undefined][] = [
    ['name', row.name, wanted.name],
    ['gender', row.gender, wanted.gender],
    ['birthday', row.birthday ?? '', wanted.birthday],
    ['plateNos', row.plate_nos.join('、'), wanted.plateNos?.join('、')],
  ]
  return pairs.flatMap(([field, before, after]) => (after === undefined || after === before ? [] : [{ field, before, after }]))
}

export type RequestAction = 'take' | 'identify' | 'gather' | 'correct' | 'erase' | 'finish' | 'refuse' | 'withdraw'
/** What can be done to a request as it stands; whether somebody may is asked besides. */
export function actionsOf(of: { kind: RequestKind; state: RequestState; identified: boolean; gathered: boolean }): RequestAction[] {
  if (of.state === 'OPEN') return ['take', 'refuse', 'withdraw']
  if (of.state !== 'IN_PROGRESS') return []
  const work: Record<RequestKind, RequestAction[]> = {
    ACCESS: ['gather', ...(of.gathered ? (['finish'] as const) : [])],
    CORRECT: ['correct'],
    ERASE: ['erase'],
  }
  return [...(of.identified ? work[of.kind] : (['identify'] as const)), 'refuse', 'withdraw']
}
