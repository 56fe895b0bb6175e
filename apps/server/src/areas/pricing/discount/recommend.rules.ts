import type { UnusableReason } from '@chauffeur/contract/pricing/discount'
import type { Hours } from '@chauffeur/contract/pricing/model'
import { couponRefusalWords, rightRefusalWords, type Words, yuan } from '../price/explain.rules.ts'

const DAY_MS = 86_400_000

const unusableWords: Record<Exclude<UnusableReason, 'OTHER_HOURS'>, Words> = {
  NOT_FOUND: { zh: '已不可用', en: 'No longer available' },
  TAKEN: { zh: '已被其他订单占用', en: 'Another order has it' },
  NOT_YET: { zh: '还未到可用时间', en: 'Not valid yet' },
  EXPIRED: { zh: '已过期', en: 'Expired' },
  OTHER_CITY: { zh: '不适用于本单城市', en: 'Not for this city' },
  OTHER_CHANNEL: { zh: '不适用于本单渠道', en: 'Not for this channel' },
  OTHER_SERVICE: { zh: '不适用于本单服务类型', en: 'Not for this service' },
  OTHER_PLACE: { zh: '上车点不在适用区域内', en: 'Not for this pick-up' },
  USER_LIMIT: { zh: '客户已用完可用次数', en: 'The customer has had all uses of it' },
  NEW_CUSTOMERS: { zh: '仅限新客户首单', en: "For a customer's first order only" },
}

/** Hours of departure as they are read out, whole minutes without their seconds. */
function hoursWords(bands: readonly Hours[]): Words {
  const short = (time: string) => time.replace(/:00$/, '')
  const all = bands.map(({ from, to }) => `${short(from)}–${short(to)}`)
  return { zh: `仅限 ${all.join('、')} 出发`, en: `Only for departures at ${all.join(', ')}` }
}

/** Why something cannot be used on a trip. */
export const reasonWords = (reason: UnusableReason, bands: readonly Hours[]): Words =>
  reason === 'OTHER_HOURS' ? hoursWords(bands) : unusableWords[reason]

interface Tried {
  subtotalFen: number
  discountFen: number
  couponRefused?: 'BELOW_THRESHOLD' | 'NO_BENEFIT'
  rightRefused?: 'EXCEEDS_COVER' | 'NO_BENEFIT'
}

/** Why something takes nothing off a trip, with the figures; null when it does. */
export function refusalWords(
  reason: UnusableReason | null,
  tried: Tried,
  { minSubtotalFen, bands }: { minSubtotalFen: number; bands: readonly Hours[] },
): Words | null {
  if (reason) return reasonWords(reason, bands)
  if (tried.couponRefused === 'BELOW_THRESHOLD') {
    const [due, min] = [yuan(tried.subtotalFen), yuan(minSubtotalFen)]
    const lack = yuan(minSubtotalFen - tried.subtotalFen)
    return { zh: `满 ${min} 可用，本单可抵扣费用 ${due}，还差 ${lack}`, en: `From ${min}; this trip has ${due}, ${lack} less` }
  }
  if (tried.couponRefused) return couponRefusalWords[tried.couponRefused]
  return tried.rightRefused ? rightRefusalWords[tried.rightRefused] : null
}

interface Ranked {
  discountFen: number | null
  expiresAt: string
}
/** Why something stands where it does on the list of what can be used, the best being first. */
export function whyHere(row: Ranked, best: Ranked, index: number, now: Date): Words {
  const [off, most] = [row.discountFen ?? 0, best.discountFen ?? 0]
  const days = Math.floor((Date.parse(row.expiresAt) - now.getTime()) / DAY_MS)
  const until =
    days < 1 ? { zh: '24 小时内到期', en: 'expires within a day' } : { zh: `还有 ${days} 天到期`, en: `expires in ${days} days` }
  if (index === 0) return { zh: `本单可减 ${yuan(off)}，为最优惠，${until.zh}`, en: `Takes ${yuan(off)} off, the most; ${until.en}` }
  if (off === most) return { zh: `同样可减 ${yuan(off)}，到期较晚可留用`, en: `Takes ${yuan(off)} off as well and can be kept longer` }
  return {
    zh: `可减 ${yuan(off)}，比首选少 ${yuan(most - off)}，${until.zh}`,
    en: `Takes ${yuan(off)} off, ${yuan(most - off)} less; ${until.en}`,
  }
}
