import { Component, type ReactNode, Suspense } from 'react'
import { t } from '#platform/text/text.ts'
import type { LngLat } from '../map-points/geo.ts'
import type { MapMark } from './map-drawing.ts'
import type { HeatCell, MapPath, MapSpot, MapZone, Rings, ServiceArea } from './overlay.ts'
import type { PointStore } from '../map-points/point-store.ts'
import type { MapConfig } from './provider.ts'
import './map.css'
import { lazyPiece } from '../dialog/lazy-piece.tsx'

export type { LngLat } from '../map-points/geo.ts'
export type { MapMark } from './map-drawing.ts'
export type { HeatCell, MapPath, MapSpot, MapZone, Rings, ServiceArea } from './overlay.ts'
export type { MapConfig } from './provider.ts'

/** What to look at. A new object moves the map; the same one leaves it where the operator has put it. */
export type MapView = { fit: readonly LngLat[]; maxZoom?: number } | { centre: LngLat; zoom?: number }

/** Something that can be drawn or left out. */
export interface MapLayer {
  id: string
  name: string
  on: boolean
  count?: number
  /** As it is drawn. */
  colour?: string
}

export interface MapViewProps {
  /** What the map shows, for those who cannot see it; give a list with the same content beside it. */
  label: string
  /** The site's map setting; until it is known nothing is drawn. */
  config: MapConfig | undefined
  /** Where to start before a `view` says otherwise. */
  start: { centre: LngLat; zoom: number }
  view?: MapView
  areas?: readonly ServiceArea[]
  marks?: readonly MapMark[]
  rings?: Rings | null
  lines?: readonly (readonly LngLat[])[]
  /** Ways that were driven. */
  paths?: readonly MapPath[]
  /** Standing places that can be chosen, below the points. */
  spots?: readonly MapSpot[]
  heat?: readonly HeatCell[]
  /** Named pieces of the ground. */
  zones?: readonly MapZone[]
  /** What may be left out; without any there is no choice of layers. */
  layers?: readonly MapLayer[]
  onLayer?: (id: string, on: boolean) => void
  /** The point that stays in the middle; the operator's zoom is left alone. */
  followId?: string | null
  /** The map was dragged away from whom it followed. */
  onFollowEnd?: () => void
  /** Moving points; the same store for the life of the map. */
  points?: PointStore
  /** False leaves the points out. */
  pointsShown?: boolean
  /** `#rrggbb` by the points' tone. */
  palette?: readonly string[]
  selectedId?: string | null
  /** What is written below each point where there is room for it, near enough to read. */
  labelOf?: (id: string) => string
  /** Words shown beside the point under the pointer. */
  titleOf?: (id: string) => string
  onPick?: (id: string) => void
  /** The ground was clicked, or Enter pressed with the cross-hairs over it. */
  onGround?: (place: LngLat) => void
  /** A movable mark was dragged somewhere. */
  onMarkMoved?: (id: string, place: LngLat) => void
  /** Words in the corner, for example how to use it. */
  hint?: ReactNode
}

const Drawn = lazyPiece(() => import('./map-drawn.tsx').then((module) => ({ default: module.MapDrawn })), 'place')

const Unavailable = () => (
  <div className="map-none" role="status">
    {t('地图无法显示（浏览器不支持 WebGL 或地图组件加载失败），请使用旁边的列表')}
  </div>
)

class MapBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? <Unavailable /> : this.props.children
  }
}

/** A map that fills its parent. Its library is fetched when the first one is shown; it keeps its room meanwhile. */
export function MapView(props: MapViewProps) {
  return (
    <div className="map-frame">
      <MapBoundary>
        <Suspense fallback={<div className="map-none" role="status" aria-label={t('地图加载中')} />}>
          {props.config ? (
            <Drawn {...props} config={props.config} />
          ) : (
            <div className="map-none" role="status" aria-label={t('地图加载中')} />
          )}
        </Suspense>
      </MapBoundary>
    </div>
  )
}
