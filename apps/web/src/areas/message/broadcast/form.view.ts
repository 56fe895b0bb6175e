import type { broadcastCalls, BroadcastRow } from '@chauffeur/contract/message/broadcast'
import type { InputOf } from '@chauffeur/contract/kernel/call'

type Said = InputOf<typeof broadcastCalls.save>
/** The form's own: the audience lies flat in it, so that what is wrong with a part of it stands at its field. */
export type FormValues = Pick<Said, 'name' | 'whom' | 'sign' | 'body' | 'refuseBy' | 'cityIds' | 'sendAt'> & Audience
type Audience = Partial<Record<'groupIds' | 'levels', unknown> & Record<'lastWithinDays' | 'lastBeforeDays', number | null>>

/** What is sent of it: what was emptied is not said, and drivers are in no group. */
export function saidOf({ groupIds, levels, lastWithinDays, lastBeforeDays, ...values }: FormValues) {
  const audience = { groupIds: values.whom === 'DRIVERS' ? undefined : groupIds, levels, lastWithinDays, lastBeforeDays }
  const said = Object.entries(audience).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return { ...values, audience: Object.fromEntries(said) }
}

export const valuesOf = ({ name, whom, sign, body, refuseBy, cityIds, sendAt, audience }: BroadcastRow) => ({
  ...{ name, whom, sign, body, refuseBy, cityIds, sendAt },
  groupIds: audience.groupIds ?? [],
  levels: audience.levels ?? [],
  lastWithinDays: audience.lastWithinDays ?? null,
  lastBeforeDays: audience.lastBeforeDays ?? null,
})
