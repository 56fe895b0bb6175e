/** What is asked of the service, or what it does by itself. */
export const WHATS = ['bind', 'change', 'release', 'query', 'record', 'file', 'push'] as const
export type What = (typeof WHATS)[number]

/** What goes wrong instead, so many times (always without `times`). */
export interface Fault {
  what: What
  times?: number
  delayMs?: number
  /** Of HTTP, in place of doing anything. */
  status?: number
  /** The service's own code, in place of doing anything. */
  code?: string
  /** It is done, and the connection breaks before the answer. */
  lost?: boolean
  /** A push: as often, in this disorder, or signed with something else. */
  twice?: boolean
  shuffled?: boolean
  forged?: boolean
}

export class Faults {
  rules: Fault[] = []
  /** The first that fits, used up by one. */
  next(what: What): Fault | undefined {
    const at = this.rules.findIndex((rule) => rule.what === what)
    const rule = this.rules[at]
    if (rule?.times !== undefined && --rule.times <= 0) this.rules.splice(at, 1)
    return rule
  }
}
