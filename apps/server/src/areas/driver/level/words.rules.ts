import {
  type DriverLevel,
  type LevelCause,
  type LevelCheck,
  type LevelFigures,
  levelName,
  type WhiteEffect,
} from '@chauffeur/contract/driver/level-model'

/** What a change of level rests on, as it was then: names and settings may be others by now. */
export interface ChangeFacts {
  figures: LevelFigures
  fromName: string
  toName: string
  /** What the level that was risen to, or was to be kept, asked for. */
  checks: LevelCheck[]
  white: { effect: WhiteEffect; until: string } | null
}

const rating = (x100: number) => (x100 / 100).toFixed(2)
const percent = (bp: number) => `${Number((bp / 100).toFixed(2))}%`

/** One thing that is asked, beside what there is: `经验值 2050，要求不低于 2000`. */
function checkWords({ kind, need, has }: LevelCheck, english: boolean): string {
  switch (kind) {
    case 'EXP':
      return english ? `experience ${has}, at least ${need} asked` : `经验值 ${has}，要求不低于 ${need}`
    case 'ORDERS':
      return english ? `${has} trips this month, at least ${need} asked` : `本月完成 ${has} 单，要求不少于 ${need} 单`
    case 'RATING':
      return english ? `rating ${rating(has)}, at least ${rating(need)} asked` : `评分 ${rating(has)}，要求不低于 ${rating(need)}`
    case 'CANCEL_RATE':
      return english
        ? `${percent(has)} of trips cancelled by own fault, at most ${percent(need)} allowed`
        : `有责取消率 ${percent(has)}，要求不高于 ${percent(need)}`
    case 'ACCEPT_RATE':
      return english
        ? `${percent(has)} of offers taken, at least ${percent(need)} asked`
        : `接单率 ${percent(has)}，要求不低于 ${percent(need)}`
  }
}

/** The last day on which something holds that ends then, by the clock of the city. */
const lastDay = (until: string, utcOffsetMinutes: number) =>
  new Date(Date.parse(until) - 1 + utcOffsetMinutes * 60_000).toISOString().slice(0, 10)
/** Why a level was changed, or kept where it would have been lost, in sentences. */
export function changeWords(cause: LevelCause, facts: ChangeFacts, utcOffsetMinutes: number, english: boolean): string[] {
  const { checks, white } = facts
  const [fromName, toName] = [levelName(facts.fromName, english), levelName(facts.toName, english)]
  const missed = checks.filter(({ met }) => !met).map((check) => checkWords(check, english))
  const met = checks.filter((check) => check.met).map((check) => checkWords(check, english))
  const until = white ? lastDay(white.until, utcOffsetMinutes) : ''
  switch (cause) {
    case 'UP':
      return [english ? `Everything that ${toName} asks for is met: it holds at once.` : `已达到${toName}的全部要求，即时升级。`, ...met]
    case 'CYCLE':
      return [
        english
          ? `At the end of the month ${fromName} was not met: ${toName} from now on.`
          : `月末未达到${fromName}的要求，降为${toName}。`,
        ...missed,
      ]
    case 'RULES':
      return [
        english ? `There is no level ${fromName} any more: ${toName} is the highest.` : `等级设置调整，${fromName}已取消，归入${toName}。`,
      ]
    case 'WHITELIST':
      return fromName === toName
        ? [english ? `${toName} is kept by the whitelist until ${until}.` : `在白名单内，保留${toName}至 ${until}。`, ...missed]
        : [english ? `${toName} is given by the whitelist until ${until}.` : `按白名单设为${toName}，有效期至 ${until}。`]
    case 'PROTECTED':
      return [
        english ? `${toName} is kept: nobody falls while the city’s drivers are protected.` : `保护期内不降级，保留${toName}。`,
        ...missed,
      ]
    case 'NEW_DRIVER':
      return [english ? `${toName} is kept: new drivers do not fall.` : `新司机不降级，保留${toName}。`, ...missed]
  }
}

interface Standing {
  level: DriverLevel
  keep: readonly LevelCheck[]
  next: { name: string; checks: readonly LevelCheck[] } | null
  enabled: boolean
  white: { effect: WhiteEffect; until: string } | null
  isProtected: boolean
  utcOffsetMinutes: number
  /** The last change and why. */
  last: readonly string[]
}
/** Why somebody has the level that they have, and what another asks for. */
export function standingWords(standing: Standing, english: boolean): string[] {
  const { level, keep, next, enabled, isProtected, last } = standing
  const white = standing.white && lastDay(standing.white.until, standing.utcOffsetMinutes)
  const missing = (checks: readonly LevelCheck[]) => checks.filter(({ met }) => !met).map((check) => checkWords(check, english))
  const join = (words: string[]) => words.join(english ? '; ' : '；')
  const short = missing(keep)
  return [
    ...last,
    ...(enabled ? [] : [english ? 'Levels do not move in this city now.' : '本城市暂未启用升降级，等级保持不变。']),
    ...(white ? [english ? `On the whitelist until ${white}.` : `在等级白名单内，有效期至 ${white}。`] : []),
    ...(isProtected ? [english ? 'Protected now: nothing is taken and nobody falls.' : '当前为保护期：不扣经验，也不降级。'] : []),
    ...(enabled && short.length > 0
      ? [
          english
            ? `To keep ${levelName(level.name, english)} at the end of the month: ${join(short)}.`
            : `月末保住${level.name}还需：${join(short)}。`,
        ]
      : []),
    ...(enabled && next
      ? [
          missing(next.checks).length > 0
            ? english
              ? `For ${levelName(next.name, english)}: ${join(missing(next.checks))}.`
              : `升到${next.name}还需：${join(missing(next.checks))}。`
            : english
              ? `Everything for ${levelName(next.name, english)} is met.`
              : `已达到${next.name}的要求。`,
        ]
      : []),
  ]
}

interface Answered {
  accepted: number
  rejected: number
  expired: number
  spared: number
  acceptBp: number | null
}
/** How an acceptance rate comes about, in sentences. */
export function acceptanceWords({ accepted, rejected, expired, spared, acceptBp }: Answered, days: number, english: boolean): string[] {
  const asked = accepted + rejected + expired
  const counted =
    acceptBp === null
      ? english
        ? `No offer in the last ${days} days.`
        : `近 ${days} 天没有收到派单。`
      : english
        ? `${accepted} of ${asked} offers of the last ${days} days taken, ${percent(acceptBp)}: ${rejected} refused, ${expired} unanswered.`
        : `近 ${days} 天收到 ${asked} 次派单，接了 ${accepted} 次，接单率 ${percent(acceptBp)}；拒绝 ${rejected} 次，超时未答 ${expired} 次。`
  const left = english
    ? `${spared} not taken while drivers were protected ${spared === 1 ? 'is' : 'are'} not counted, nor what was withdrawn.`
    : `保护期内未接的 ${spared} 次不计入，系统收回的派单也不计入。`
  return spared > 0 ? [counted, left] : [counted]
}
