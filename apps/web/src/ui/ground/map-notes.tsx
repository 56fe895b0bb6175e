import { t } from '#platform/text/text.ts'
import type { GroundNotes } from './ground.ts'
import './map-notes.css'

/** What a map says of its ground, quietly in the corner: whose it is (first: a small map cuts the rest), how true it is, and where to choose another. */
export function MapNotes({ notes, settingHref }: { notes: GroundNotes; settingHref: string | undefined }) {
  const { schematic, bare, attribution, brokenFile } = notes
  const words = [
    attribution,
    schematic && t('示意图'),
    bare && t('未配置底图'),
    brokenFile !== null && t('地图文件 {name} 无法读取', { name: brokenFile }),
  ].filter(Boolean)
  if (words.length === 0) return null
  const asksForMore = settingHref !== undefined && (schematic || bare || brokenFile !== null)
  return (
    <div className="map-notes" data-fault={brokenFile !== null || undefined}>
      <span>{words.join(' · ')}</span>
      {asksForMore ? <a href={settingHref}>{t('配置地图')}</a> : null}
    </div>
  )
}
