import type { BulletinRow, BulletinState } from '@chauffeur/contract/message/bulletin'
import { MOST_DRIVER_LEVEL } from '@chauffeur/contract/driver/level-model'
import { joined, t } from '#platform/text/text.ts'
import { countText, percentText } from '#ui/show/measure.view.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const stateTone: Record<BulletinState, Tone> = { COMING: 'wait', CURRENT: 'run', OVER: 'done', WITHDRAWN: 'off' }

export const levelChoices = () =>
  Array.from({ length: MOST_DRIVER_LEVEL }, (_, at) => ({ value: at + 1, label: t('{n} 级〔司机〕', { n: at + 1 }) }))
export const levelWords = (levels: readonly number[]) =>
  levels.length === 0 ? t('不限等级') : joined(levels.map((level) => t('{n} 级〔司机〕', { n: level })))

/** How many of how many. */
export const readWords = ({ read, drivers }: Pick<BulletinRow, 'read' | 'drivers'>) =>
  t('{read} / {drivers} 人', { read: countText(read), drivers: countText(drivers) })
export const readShare = ({ read, drivers }: Pick<BulletinRow, 'read' | 'drivers'>) =>
  drivers === 0 ? '' : percentText((read / drivers) * 10_000)

export const bulletinPath = (bulletinId: string) => `/yunYing/driverBulletin?bulletinId=${bulletinId}`
