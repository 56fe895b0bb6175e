import {
  type DispatchParams,
  dispatchModeText,
  type dispatchSettingsCalls,
  type SettingStanding,
} from '@chauffeur/contract/dispatch/settings'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { Fact } from '#kit/config/config.view.ts'
import { t, tr } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'
import { moneyText } from '#ui/show/money.view.ts'

export type Setting = AnswerOf<typeof dispatchSettingsCalls.list>['rows'][number]
type NumberName = Exclude<keyof DispatchParams, 'mode'>

/** Each parameter in the operator's words, with its unit and bounds; `per` is what a stored number is divided by to be shown. */
export interface Parameter {
  name: NumberName
  label: string
  unit: string
  min: number
  max: number
  per?: number
}
const parameter = (name: NumberName, label: string, unit: string, min: number, max: number, per?: number): Parameter => ({
  name,
  label,
  unit,
  min,
  max,
  ...(per && { per }),
})

/** In the order of the form; `GRAB` and `BATCH` only where the mode is that. */
export const parameters = () => ({
  reach: [
    parameter('minRadiusM', t('起始半径'), t('米'), 100, 50_000),
    parameter('radiusStepM', t('每轮扩大'), t('米'), 0, 20_000),
    parameter('maxRadiusM', t('最大半径'), t('米'), 100, 50_000),
    parameter('positionMaxAgeS', t('位置有效期'), t('秒'), 5, 3_600),
  ],
  time: [
    parameter('roundS', t('每轮时长'), t('秒'), 3, 600),
    parameter('rounds', t('轮数'), t('轮'), 1, 50),
    parameter('totalS', t('派单总时长'), t('秒'), 10, 3_600),
    parameter('offerS', t('应答时限'), t('秒'), 3, 300),
  ],
  drivers: [
    parameter('offersPerDriver', t('同一司机最多派'), t('次'), 1, 20),
    parameter('walletFloorFen', t('账户余额下限'), t('元'), -200_000, 100_000, 100),
  ],
  GRAB: [parameter('grabDrivers', t('同时可见司机'), t('名'), 2, 20)],
  BATCH: [
    parameter('batchS', t('批次间隔'), t('秒'), 1, 60),
    parameter('batchCandidates', t('每单考虑司机'), t('名'), 1, 50),
    parameter('batchWorseS', t('最多慢于最近司机'), t('秒'), 0, 1_800),
    parameter('fairnessSPerHour', t('每空闲一小时优先'), t('秒'), 0, 600),
  ],
})

export const numberText = (one: Parameter, params: DispatchParams): string =>
  one.per === 100 ? moneyText(params[one.name]) : `${params[one.name].toLocaleString('en')} ${one.unit}`

/** What a version of a setting says; parameters of a mode only where the mode is that. */
export function factsOf(of: Setting): Fact[] {
  const { reach, time, drivers, GRAB, BATCH } = parameters()
  const numbers = [...reach, ...time, ...drivers, ...(of.mode === 'GRAB' ? GRAB : of.mode === 'BATCH' ? BATCH : [])]
  return [
    { label: t('派单方式'), words: tr(dispatchModeText[of.mode]) },
    { label: t('时段'), words: of.from === null ? t('全天') : `${of.from}–${of.to}` },
    ...numbers.map((one) => ({ label: one.label, words: numberText(one, of) })),
    { label: t('备注'), words: of.remark },
    { label: t('状态'), words: of.enabled ? t('已启用') : t('已停用'), stays: true },
  ]
}

export const standingTone: Record<SettingStanding, Tone> = {
  WINS: 'done',
  LESS_SPECIFIC: 'wait',
  TIME: 'off',
  SERVICE: 'off',
  CHANNEL: 'off',
  DISABLED: 'off',
}
