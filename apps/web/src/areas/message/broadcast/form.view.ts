import type { BroadcastRow } from '@chauffeur/contract/message/broadcast-model'
import type { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import type { InputOf } from '@chauffeur/contract/kernel/call'

type Said = InputOf<typeof broadcastCalls.save>
/** The form's own: the audience lies flat in it, so that what is wrong with a part of it stands at its field. */
export type FormValues = Pick<Said, 'name' | 'whom' | 'sign' | 'body' | 'refuseBy' | 'cityIds' | 'sendAt'> & Audience & Codes
/** Under `code` and the provider's id. */
type Codes = Partial<Record<`code${number}`, string | null>>
type Audience = Partial<Record<'groupIds' | 'levels', unknown> & Record<'lastWithinDays' | 'lastBeforeDays', number | null>>

/** What is sent of it: what was emptied is not said, and drivers are in no group. */
export function saidOf({ groupIds, levels, lastWithinDays, lastBeforeDays, ...rest }: FormValues) {
  const codes: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(rest))
    if (!/^code\d+$/.test(name)) values[name] = value
    else if (typeof value === 'string' && value.trim() !== '') codes[name.slice(4)] = value.trim()
  const audience = { groupIds: values.whom === 'DRIVERS' ? undefined : groupIds, levels, lastWithinDays, lastBeforeDays }
  const said = Object.entries(audience).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return { ...(values as Omit<FormValues, keyof Audience | keyof Codes>), audience: Object.fromEntries(said), codes }
}

export const valuesOf = ({ name, whom, sign, body, refuseBy, cityIds, sendAt, audience, codes }: BroadcastRow) => ({
  ...{ name, whom, sign, body, refuseBy, cityIds, sendAt },
  ...Object.fromEntries(Object.entries(codes).map(([serviceId, code]) => [`code${serviceId}`, code])),
  groupIds: audience.groupIds ?? [],
  levels: audience.levels ?? [],
  lastWithinDays: audience.lastWithinDays ?? null,
  lastBeforeDays: audience.lastBeforeDays ?? null,
})
