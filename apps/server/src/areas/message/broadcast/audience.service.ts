import { BROADCAST_MOST, type BroadcastCount, type LeftOutWhy } from '@chauffeur/contract/message/broadcast-model'
import { broadcastText, isPlain, type RefuseBy } from '@chauffeur/contract/message/broadcast-text'
import { segmentsOf } from '@chauffeur/contract/message/segments'
import type { TenantDb, WholeDb } from '#platform/database/db'
import type { Vault } from '#platform/identity/vault'
import { phonePrint } from '#platform/provider/sms'
import { marketingLimits } from '../limit/index.ts'
import { optedOutAmong } from '../opt-out/index.ts'
import { alikes, type Candidate, candidatesAfter, hadAmong, type Recipient, type Wanted } from './audience.queries.ts'
import { leftOut } from './broadcast.rules.ts'

/** Looked at together: the prints of so many are made without the process standing still for anybody. */
const STEP = 2_000
const SOME = 5
/** What stands in place of a name that nobody entered. */
export const NAMELESS = '客户'

export interface Text {
  sign: string
  body: string
  refuseBy: RefuseBy
}
interface Sight {
  /** Reads whom the asker sees. */
  own: TenantDb
  /** Who wants no more is asked beyond that. */
  whole: WholeDb
  vault: Vault
  tenantId: string
  /** What a message costs, in hundredths of a fen; null where nobody entered it. */
  priceFenX100: number | null
}
export interface Counted extends BroadcastCount {
  some: Candidate[]
}

export const textFor = (text: Text, { name, cityName }: Pick<Candidate, 'name' | 'cityName'>): string =>
  broadcastText(text, { name: name || NAMELESS, city: cityName })

/**
 * Who gets a broadcast at this moment and who does not, and why; null where they are too many for one. `take` gets those who do, some at a time:
 * what is counted and what is frozen go the same way.
 */
export async function audienceOf(
  wanted: Wanted,
  text: Text,
  { own, whole, vault, tenantId, priceFenX100 }: Sight,
  take?: (some: readonly Recipient[]) => Promise<unknown>,
): Promise<Counted | null> {
  const now = new Date()
  const [groups, limits] = await Promise.all([alikes(own, wanted), marketingLimits(whole, now)])
  const out = new Map<LeftOutWhy, number>()
  const leave = (why: LeftOutWhy, n: number) => out.set(why, (out.get(why) ?? 0) + n)
  let candidates = 0
  for (const { mobile, n, ...said } of groups) {
    const why = leftOut({ phone: mobile ? '13800000000' : '', ...said, optedOut: false, had: 0, most: null })
    if (why) leave(why, n)
    else candidates += n
  }
  if (candidates > BROADCAST_MOST) return null
  const same = isPlain(text.body) ? segmentsOf(textFor(text, { name: '', cityName: '' })).segments : null
  const some: Candidate[] = []
  let [recipients, segments] = [0, 0]
  for (let after = '0'; ; ) {
    const page = (await candidatesAfter(own, wanted, after, STEP)).map((one) => ({ ...one, print: phonePrint(vault, tenantId, one.phone) }))
    const prints = page.map(({ print }) => print)
    const [refusing, had] = await Promise.all([optedOutAmong(whole, prints), hadAmong(whole, prints)])
    const good: Recipient[] = []
    for (const one of page) {
      const key = one.print.toString('hex')
      const why = leftOut({ phone: one.phone, optedOut: refusing.has(key), had: had.get(key) ?? 0, most: limits.most(one.cityId) })
      if (why) leave(why, 1)
      else good.push({ ...one, segments: same ?? segmentsOf(textFor(text, one)).segments })
    }
    recipients += good.length
    if (recipients > BROADCAST_MOST) return null
    segments += good.reduce((sum, one) => sum + one.segments, 0)
    some.push(...good.slice(0, SOME - some.length))
    if (good.length > 0) await take?.(good)
    if (page.length < STEP) break
    after = page.at(-1)!.id
  }
  const left = [...out].map(([why, n]) => ({ why, n })).sort((one, other) => other.n - one.n)
  return {
    at: now.toISOString(),
    found: recipients + left.reduce((sum, { n }) => sum + n, 0),
    recipients,
    leftOut: left,
    segments,
    costFen: priceFenX100 === null ? null : Math.ceil((segments * priceFenX100) / 100),
    some,
  }
}
