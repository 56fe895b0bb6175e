import type { InputOf } from '@chauffeur/contract/kernel/call'
import type { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { Stream } from '../random.ts'

/** All times here are seconds of life, before any speeding up. */
export interface OfferAnswer {
  kind: 'accept' | 'reject' | 'ignore'
  thinkS: number
  reason: string
}

const rejections: readonly [string, ...string[]] = ['距离太远', '即将下班', '电动车电量不足', '正在吃饭']

/** What a driver makes of an offer: takes 88 of 100; half of the others say so. */
export function answerOffer(random: Stream): OfferAnswer {
  const luck = random.unit()
  const kind = luck < 0.88 ? 'accept' : luck < 0.94 ? 'reject' : 'ignore'
  return { kind, thinkS: random.between(1, 5), reason: kind === 'reject' ? random.pick(rejections) : '' }
}

export interface TripPlan {
  /** After this share of the way to the customer the driver gives the order back. */
  cancel: { atShare: number; reason: string } | null
  /** The customer lets the driver wait this long. */
  waitS: number
  /** How far a customer without a destination is driven, as the crow flies. */
  wanderM: number
  filingS: number
  extras: NonNullable<InputOf<typeof dispatchCalls.file>['extras']>
  cashCollected: boolean
}

const cancellations: readonly [string, ...string[]] = ['电动车故障', '联系不上客户', '客户位置不符', '突发身体不适']

/** How an accepted order will go, as far as it lies with the driver and the road. */
export function planTrip(random: Stream): TripPlan {
  const cancel = random.chance(0.03) ? { atShare: random.between(0.2, 0.9), reason: random.pick(cancellations) } : null
  const extras: TripPlan['extras'] = []
  const [toll, parking, tip] = [random.chance(0.1), random.chance(0.15), random.chance(0.04)]
  if (toll) extras.push({ type: 'TOLL', amountFen: random.int(5, 30) * 100 })
  if (parking) extras.push({ type: 'PARKING', amountFen: random.int(2, 15) * 100 })
  if (tip) extras.push({ type: 'TIP', amountFen: random.int(1, 4) * 500 })
  return {
    cancel,
    waitS: random.between(60, 240),
    wanderM: random.between(2500, 6000),
    filingS: random.between(20, 60),
    extras,
    cashCollected: random.chance(0.9),
  }
}

/** The part of the wallet a driver applies for at the beginning of a shift; mostly none. */
export const withdrawalShare = (random: Stream): number => (random.chance(0.2) ? random.pick([0.25, 0.5, 1]) : 0)

const accounts = ['--confirm-never', '--fail-NAME_NOT_CORRECT', '--answer-FAULT_PAID--hidden-480000--notice-NONE'] as const
/**
 * To what account a driver has money paid: mostly their own, or one whose confirmation they forget, that is not theirs, or whose payment nobody
 * hears of for eight minutes. WeChat's stand-in (apps/channel) plays the ending of an account's name; to everything else it is a name.
 */
export const planAccount = (random: Stream): '' | (typeof accounts)[number] => (random.chance(0.3) ? random.pick(accounts) : '')
/** Some think better of an application, and some come with another card though nothing was wrong with the last. */
export const takesBack = (random: Stream): boolean => random.chance(0.05)
export const changesCard = (random: Stream): boolean => random.chance(0.03)

export interface Rest {
  /** How long the driver works before the rest. */
  afterS: number
  restS: number
  signsOut: boolean
}

export const planShift = (random: Stream): Rest => ({
  afterS: random.between(2, 6) * 3600,
  restS: random.between(10, 40) * 60,
  signsOut: random.chance(0.25),
})
