import type { Measured, RoadProvider } from '@chauffeur/contract/kernel/road'
import type { FilledGaps } from '@chauffeur/contract/order/track'
import { t } from '#platform/text/text.ts'
import { distanceText } from '#ui/show/measure.view.ts'

const names = (provider: RoadProvider): string =>
  provider === 'AMAP' ? t('高德') : provider === 'TIANDITU' ? t('天地图') : provider === 'OSRM' ? 'OSRM' : 'Valhalla'

/** How a distance or time came about, in a word beside it. */
export const measuredWords = ({ provider }: Measured): string =>
  provider ? t('按道路（{provider}）', { provider: names(provider) }) : t('估算')

/** The same, for a place too narrow for words: an estimate is said, streets are explained to whoever points at it. */
export function MeasuredBy({ measured }: { measured: Measured | null }) {
  return measured ? (
    <span className="ui-none" title={measured.provider ? undefined : t('按直线距离与本市实测弯路系数估算')}>
      {measuredWords(measured)}
    </span>
  ) : null
}

/** Where a track had gaps that a service filled. */
export const filledWords = ({ provider, gaps, metres }: FilledGaps): string =>
  t('其中 {distance} 由{provider}按道路补全（{gaps} 处无定位）', { distance: distanceText(metres), provider: names(provider), gaps })
