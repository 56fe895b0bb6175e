import type { AnswerOf } from '@chauffeur/contract/kernel/call'
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
