/** What two customers are compared and put together by. */
export interface Mergeable {
  name: string
  gender: 'UNKNOWN' | 'MALE' | 'FEMALE'
  birthday: string | null
  level: number
  city_id: string | null
  tags: string[]
  plate_nos: string[]
  remark: string
  blacklisted_until: Date | null
  blacklist_reason: string
  order_count: number
  last_order_at: Date | null
}

const later = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b > a) ? b : a)
const PLATES = 5
const TAGS = 10

/** The one that stays, with what it lacks of the other: nobody leaves the blacklist, loses a level or is forgotten an order by it. */
export function together(kept: Mergeable, gone: Mergeable): Mergeable {
  const barred = later(kept.blacklisted_until, gone.blacklisted_until)
  return {
    name: kept.name || gone.name,
    gender: kept.gender === 'UNKNOWN' ? gone.gender : kept.gender,
    birthday: kept.birthday ?? gone.birthday,
    level: Math.max(kept.level, gone.level),
    city_id: kept.city_id ?? gone.city_id,
    tags: [...new Set([...kept.tags, ...gone.tags])].slice(0, TAGS),
    plate_nos: [...new Set([...kept.plate_nos, ...gone.plate_nos])].slice(0, PLATES),
    remark: [kept.remark, gone.remark].filter(Boolean).join('；').slice(0, 500),
    blacklisted_until: barred,
    blacklist_reason: barred === kept.blacklisted_until ? kept.blacklist_reason : gone.blacklist_reason,
    order_count: kept.order_count + gone.order_count,
    last_order_at: later(kept.last_order_at, gone.last_order_at),
  }
}

/**
 * What the one that stayed is without the other again. What somebody changed since is theirs; orders since the merge stay, only those that go
 * are counted out.
 */
export function apart(now: Mergeable, before: { kept: Mergeable; gone: Mergeable }, unchanged: boolean): Partial<Mergeable> {
  const merged = later(new Date(before.kept.last_order_at ?? 0), new Date(before.gone.last_order_at ?? 0))
  const orderedSince = now.last_order_at !== null && now.last_order_at > merged!
  return {
    ...(unchanged && before.kept),
    order_count: Math.max(0, now.order_count - before.gone.order_count),
    last_order_at: orderedSince ? now.last_order_at : before.kept.last_order_at,
  }
}
