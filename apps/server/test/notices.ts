import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { driverMessageCalls } from '@chauffeur/contract/message/inbox'
import { noticeCalls, type NoticeKind } from '@chauffeur/contract/operations/notice'
import type { Person, World } from './world.ts'

/** Who is told what of a subject in the console; whoever hears nothing is left out. */
export async function toldOf(world: World, subject: string): Promise<Partial<Record<Person, NoticeKind[]>>> {
  const told: Partial<Record<Person, NoticeKind[]>> = {}
  for (const person of Object.keys(world.people) as Person[]) {
    const { data } = await world.send(noticeCalls.list, { pageNo: 1, pageSize: 100 }, person)
    const rows = (data as AnswerOf<typeof noticeCalls.list>).rows.filter((row) => row.subject === subject)
    if (rows.length > 0) told[person] = rows.map(({ kind }) => kind)
  }
  return told
}

/** What stands in a driver's app, the oldest first: event and text, of the events given. */
export async function inAppOf(world: World, { token }: { token: string }, events: RegExp): Promise<string[]> {
  const { data } = await world.send(driverMessageCalls.messages, {}, token)
  const { rows } = data as AnswerOf<typeof driverMessageCalls.messages>
  return rows
    .filter(({ event }) => event !== null && events.test(event))
    .map(({ event, text }) => `${event} ${text}`)
    .toReversed()
}
