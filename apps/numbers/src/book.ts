import { randomBytes } from 'node:crypto'

/** A pair as the service knows it; telephones with their country. */
export interface Pair {
  subscriptionId: string
  relationNum: string
  callerNum: string
  calleeNum: string
  callDirection: number
  duration: number
  recordFlag: boolean
  recordHintTone: string
  userData: string
  /** When it ends by itself; null: never. */
  endsAt: number | null
}

/** Its numbers, and who is bound to them. */
export class Book {
  pool = new Set<string>()
  readonly pairs = new Map<string, Pair>()
  readonly now: () => number
  constructor(now: () => number) {
    this.now = now
  }

  private lapse(): void {
    for (const [id, { endsAt }] of this.pairs) if (endsAt !== null && endsAt <= this.now()) this.pairs.delete(id)
  }
  /** A user's number is bound to one of the pool once, whichever side it is on. */
  taken(relationNum: string, phones: readonly string[], but = ''): boolean {
    this.lapse()
    return [...this.pairs.values()].some(
      (pair) =>
        pair.subscriptionId !== but &&
        pair.relationNum === relationNum &&
        (phones.includes(pair.callerNum) || phones.includes(pair.calleeNum)),
    )
  }
  bind(of: Omit<Pair, 'subscriptionId' | 'endsAt'>): Pair {
    const pair: Pair = { ...of, subscriptionId: randomBytes(16).toString('hex'), endsAt: this.ends(of.duration) }
    this.pairs.set(pair.subscriptionId, pair)
    return pair
  }
  ends(duration: number): number | null {
    return duration > 0 ? this.now() + duration * 1_000 : null
  }
  of(relationNum: string): Pair[] {
    this.lapse()
    return [...this.pairs.values()].filter((pair) => pair.relationNum === relationNum)
  }
  get(subscriptionId: string): Pair | undefined {
    this.lapse()
    return this.pairs.get(subscriptionId)
  }
}
