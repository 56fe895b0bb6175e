import type { DispatchParams, SettingStanding } from '@chauffeur/contract/dispatch/settings'
import { inWindow } from '#platform/values/local-clock'
import { timeoutOf } from './params.rules.ts'

export interface Window {
  /** Minutes of the local day, `from` included, `to` not; both null for the whole day. From after to goes over midnight. */
  from: number | null
  to: number | null
}
export interface SettingFor extends Window {
  channelId: string | null
  serviceType: string | null
}
export interface SearchTraits {
  channelId: string | null
  serviceType: string
  minuteOfDay: number
}

const covers = ({ from, to }: Window, minute: number): boolean => from === null || to === null || inWindow(from, to, minute)

/** A channel of its own outweighs a service type, and that a time window: the most specific setting decides. */
const weight = (setting: SettingFor): number =>
  (setting.channelId === null ? 0 : 4) + (setting.serviceType === null ? 0 : 2) + (setting.from === null ? 0 : 1)

/** The setting in force for a search that begins now, or null where the defaults hold. */
export function chooseSetting<T extends SettingFor>(settings: readonly T[], search: SearchTraits): T | null {
  const fitting = settings.filter(
    (setting) =>
      (setting.channelId === null || setting.channelId === search.channelId) &&
      (setting.serviceType === null || setting.serviceType === search.serviceType) &&
      covers(setting, search.minuteOfDay),
  )
  return fitting.reduce<T | null>((best, setting) => (best && weight(best) >= weight(setting) ? best : setting), null)
}

/** Why each setting decides a case or does not. */
export function standingsOf<T extends SettingFor & { enabled: boolean }>(
  settings: readonly T[],
  search: SearchTraits,
): Map<T, SettingStanding> {
  const winner = chooseSetting(
    settings.filter(({ enabled }) => enabled),
    search,
  )
  const standing = (setting: T): SettingStanding => {
    if (!setting.enabled) return 'DISABLED'
    if (setting.channelId !== null && setting.channelId !== search.channelId) return 'CHANNEL'
    if (setting.serviceType !== null && setting.serviceType !== search.serviceType) return 'SERVICE'
    if (!covers(setting, search.minuteOfDay)) return 'TIME'
    return setting === winner ? 'WINS' : 'LESS_SPECIFIC'
  }
  return new Map(settings.map((setting) => [setting, standing(setting)]))
}

/** Two settings of the same weight that could both be meant at some minute: one of them would win by chance. */
export const overlaps = (a: SettingFor, b: SettingFor): boolean =>
  a.channelId === b.channelId &&
  a.serviceType === b.serviceType &&
  (a.from === null) === (b.from === null) &&
  (a.from === null || b.from === null || covers(a, b.from) || covers(b, a.from))

/** What is wrong with parameters that are each within bounds. */
export function paramProblems(params: DispatchParams, window: Window): { path: string; zh: string; en: string }[] {
  const problems: { path: string; zh: string; en: string }[] = []
  if (params.maxRadiusM < params.minRadiusM)
    problems.push({ path: 'maxRadiusM', zh: '最大半径不能小于起始半径', en: 'must not be less than the first radius' })
  if (params.radiusStepM === 0 && params.maxRadiusM > params.minRadiusM)
    problems.push({ path: 'radiusStepM', zh: '半径不扩大时到不了最大半径', en: 'without a step the largest radius is never reached' })
  // The search is over with its last round, or earlier.
  const searchS = timeoutOf(params)
  if (params.offerS > searchS)
    problems.push({ path: 'offerS', zh: '应答时限不能长于派单总时长', en: 'must not be longer than the whole search' })
  if (params.roundS > params.totalS)
    problems.push({ path: 'roundS', zh: '每轮时长不能长于派单总时长', en: 'must not be longer than the whole search' })
  if (params.mode === 'BATCH' && params.batchS >= searchS)
    problems.push({ path: 'batchS', zh: '批次间隔须短于派单总时长', en: 'must be shorter than the whole search' })
  if ((window.from === null) !== (window.to === null))
    problems.push({
      path: window.from === null ? 'from' : 'to',
      zh: '开始与结束时间须同时填写',
      en: 'give both the start and the end of the window',
    })
  else if (window.from !== null && window.from === window.to)
    problems.push({ path: 'to', zh: '结束时间不能与开始时间相同', en: 'must differ from the start' })
  return problems
}
