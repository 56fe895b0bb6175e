import type { Map as MapLibreMap } from 'maplibre-gl'
import { type Cluster, CLUSTER_BELOW_ZOOM } from '../map-points/cluster.ts'
import { donutArcs, donutPx } from '../map-points/donut.ts'
import { mercatorX, mercatorY, worldPx } from '../map-points/geo.ts'
import { chooseLabels, type LabelWish } from '../map-points/label-choice.ts'
import { between } from '../map-points/motion.ts'
import { pointPx } from '../map-points/points-layer.ts'
import type { PointStore } from '../map-points/point-store.ts'
import { countText } from '../show/measure.view.ts'
import type { MapSpot } from './overlay.ts'
import type { OverlayInk } from './overlay-ink.ts'
import { spotFace, type SpotTone } from './spot-face.ts'

export interface WordsLook {
  palette: readonly string[]
  ink: OverlayInk
  label: string
  halo: string
}

/** About as wide as they are drawn: to measure each of thousands would be felt. */
const widthOf = (words: string) => {
  let px = 2
  for (const sign of words) px += sign > '\u2e7f' ? 11 : 6.7
  return px
}

/** Words on a colour of their own, or on the ground. */
interface Words extends LabelWish {
  words: string
  fill?: string
}

const NUMBERS_FROM_ZOOM = 13
/** From so far away an order belongs to the ring of drivers beside it. */
const FAR_PX = 48
const urgency: Record<SpotTone, number> = { late: 0, soon: 1, waiting: 2 }
const SPOT_PX = 7
const LINE_PX = 16

/**
 * What has words above the points: rings of drivers seen from far away, orders that wait with their age, drivers' numbers. It has a canvas of its
 * own, so that an age that ticks costs no picture of the map.
 */
export function createWordsLayer(map: MapLibreMap, store: PointStore | null, first: WordsLook) {
  const canvas = document.createElement('canvas')
  canvas.className = 'map-words'
  canvas.setAttribute('aria-hidden', 'true')
  map.getCanvasContainer().append(canvas)
  const pen = canvas.getContext('2d')
  let look = first
  let clusters: readonly Cluster[] = []
  let spots: readonly MapSpot[] = []
  let labelOf: ((id: string) => string) | undefined
  let selected: readonly (string | null)[] = []
  let shown: ReadonlySet<string> = new Set()
  let font = ''
  let pointsShown = true

  const fit = () => {
    const { clientWidth: width, clientHeight: height } = map.getCanvas()
    const ratio = window.devicePixelRatio
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio)
      canvas.height = Math.round(height * ratio)
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
      font = getComputedStyle(map.getContainer()).fontFamily
    }
    pen?.setTransform(ratio, 0, 0, ratio, 0, 0)
    pen?.clearRect(0, 0, width, height)
    return { width, height }
  }
  const nearest = <T extends { lng: number; lat: number }>(all: readonly T[], at: { x: number; y: number }, reach: (one: T) => number) => {
    let found: T | null = null
    let best = Number.POSITIVE_INFINITY
    for (const one of all) {
      const { x, y } = map.project([one.lng, one.lat])
      const px = Math.hypot(x - at.x, y - at.y)
      if (px <= reach(one) && px < best) {
        best = px
        found = one
      }
    }
    return found
  }
  const drawDonut = (ctx: CanvasRenderingContext2D, { lng, lat, count, tones }: Cluster) => {
    const { x, y } = map.project([lng, lat])
    const radius = donutPx(count)
    const wide = Math.max(4, radius * 0.28)
    ctx.beginPath()
    ctx.arc(x, y, radius + 1.5, 0, 2 * Math.PI)
    ctx.fillStyle = look.halo
    ctx.fill()
    ctx.lineWidth = wide
    for (const { tone, from, to } of donutArcs(tones)) {
      ctx.beginPath()
      ctx.arc(x, y, radius - wide / 2, from - Math.PI / 2, to - Math.PI / 2)
      ctx.strokeStyle = look.palette[tone] ?? look.label
      ctx.stroke()
    }
    ctx.fillStyle = look.label
    ctx.font = `600 ${count > 9_999 ? 10 : 11}px ${font}`
    ctx.textAlign = 'center'
    ctx.fillText(count > 9_999 ? `${Math.floor(count / 1_000)}k` : countText(count), x, y + 0.5)
  }
  /** From far away: how many orders wait at a ring, in the colour of the most urgent. */
  const drawBadges = (ctx: CanvasRenderingContext2D, nowMs: number) => {
    const badges = new Map<string, { x: number; y: number; count: number; tone: SpotTone }>()
    for (const spot of spots) {
      const at = map.project([spot.lng, spot.lat])
      const ring = nearest(clusters, at, () => FAR_PX)
      const reach = ring ? donutPx(ring.count) * 0.75 : 0
      const { x, y } = ring ? map.project([ring.lng, ring.lat]) : at
      const key = ring ? `${ring.lng} ${ring.lat}` : spot.id
      const { tone } = spotFace(spot, nowMs)
      const badge = badges.get(key)
      if (!badge) badges.set(key, { x: x + reach, y: y - reach, count: 1, tone })
      else {
        badge.count++
        if (urgency[tone] < urgency[badge.tone]) badge.tone = tone
      }
    }
    ctx.font = `600 10px ${font}`
    ctx.textAlign = 'center'
    for (const { x, y, count, tone } of badges.values()) {
      ctx.beginPath()
      ctx.arc(x, y, 8, 0, 2 * Math.PI)
      ctx.fillStyle = look.ink[tone]
      ctx.fill()
      ctx.lineWidth = 1.5
      ctx.strokeStyle = look.halo
      ctx.stroke()
      ctx.fillStyle = look.ink.onSpot
      ctx.fillText(count > 99 ? '99+' : String(count), x, y + 0.5)
    }
  }
  const drawSpots = (ctx: CanvasRenderingContext2D, nowMs: number, box: { width: number; height: number }): Words[] => {
    const seen = spots.flatMap((spot) => {
      const { x, y } = map.project([spot.lng, spot.lat])
      return x < -40 || y < -20 || x > box.width + 40 || y > box.height + 20 ? [] : [{ spot, x, y, face: spotFace(spot, nowMs) }]
    })
    seen.sort((a, b) => urgency[a.face.tone] - urgency[b.face.tone] || a.spot.sinceMs - b.spot.sinceMs)
    // The most urgent lie on top.
    for (const { x, y, face } of seen.toReversed()) {
      ctx.beginPath()
      ctx.arc(x, y, SPOT_PX, 0, 2 * Math.PI)
      ctx.fillStyle = look.ink[face.tone]
      ctx.fill()
      ctx.lineWidth = 2
      ctx.strokeStyle = look.halo
      ctx.stroke()
    }
    ctx.font = `600 11px ${font}`
    return seen.map(({ spot, x, y, face }) => {
      const width = ctx.measureText(face.words).width + 10
      return {
        id: spot.id,
        x: x + SPOT_PX + 3,
        y: y - LINE_PX / 2,
        width,
        height: LINE_PX,
        words: face.words,
        fill: look.ink[face.tone],
      }
    })
  }
  const numbers = (nowMs: number, box: { width: number; height: number }): Words[] => {
    const zoom = map.getZoom()
    if (!store || !labelOf || !pointsShown || zoom < NUMBERS_FROM_ZOOM) return []
    const columns = store.columns()
    const world = worldPx(zoom)
    const centre = map.getCenter()
    const left = mercatorX(centre.lng) - box.width / 2 / world
    const top = mercatorY(centre.lat) - box.height / 2 / world
    const below = pointPx(zoom) + 2
    const wishes: Words[] = []
    for (let at = 0; at < store.length(); at++) {
      if (columns.hidden[at]) continue
      const span = [columns.startMs[at] as number, columns.endMs[at] as number] as const
      const x = (between(columns.fromX[at] as number, columns.toX[at] as number, ...span, nowMs) - left) * world
      const y = (between(columns.fromY[at] as number, columns.toY[at] as number, ...span, nowMs) - top) * world
      if (x < 0 || y < -LINE_PX || x > box.width || y > box.height) continue
      const id = store.idAt(at) as string
      const words = labelOf(id)
      if (words === '') continue
      const width = widthOf(words)
      const halo = selected.includes(id) ? below * 0.6 : 0
      wishes.push({ id, x: x - width / 2, y: y + below + halo, width, height: 13, words })
    }
    return selected.length === 0 ? wishes : wishes.toSorted((a, b) => Number(selected.includes(b.id)) - Number(selected.includes(a.id)))
  }
  /** An empty canvas would still be laid over every picture. */
  const isEmpty = () => {
    const zoom = map.getZoom()
    const far = zoom < CLUSTER_BELOW_ZOOM && clusters.length > 0
    return !far && spots.length === 0 && (!store || !labelOf || !pointsShown || zoom < NUMBERS_FROM_ZOOM || store.length() === 0)
  }
  const draw = (nowMs = Date.now()) => {
    const empty = isEmpty()
    if (empty !== canvas.hidden) canvas.hidden = empty
    if (!pen || empty) return
    const box = fit()
    pen.textBaseline = 'middle'
    if (map.getZoom() < CLUSTER_BELOW_ZOOM) {
      for (const cluster of clusters) drawDonut(pen, cluster)
      drawBadges(pen, nowMs)
      return
    }
    const wishes = [...drawSpots(pen, nowMs, box), ...numbers(nowMs, box)]
    const chosen = chooseLabels(wishes, shown)
    shown = new Set(chosen.map(({ id }) => id))
    for (const label of chosen) {
      pen.textAlign = 'center'
      const [x, y] = [label.x + label.width / 2, label.y + label.height / 2]
      if (label.fill) {
        pen.font = `600 11px ${font}`
        pen.beginPath()
        pen.roundRect(label.x, label.y, label.width, label.height, 4)
        pen.fillStyle = label.fill
        pen.fill()
        pen.fillStyle = look.ink.onSpot
        pen.fillText(label.words, x, y + 0.5)
      } else {
        pen.font = `11px ${font}`
        pen.lineWidth = 3
        pen.lineJoin = 'round'
        pen.strokeStyle = look.halo
        pen.strokeText(label.words, x, y)
        pen.fillStyle = look.label
        pen.fillText(label.words, x, y)
      }
    }
  }
  return {
    draw,
    /** Something in it changes with every second. */
    ticks: () => spots.length > 0,
    setLook(next: WordsLook): void {
      look = next
    },
    setClusters(next: readonly Cluster[]): void {
      clusters = next
    },
    setSpots(next: readonly MapSpot[]): void {
      spots = next
    },
    setPointsShown(next: boolean): void {
      pointsShown = next
    },
    setLabels(next: ((id: string) => string) | undefined): void {
      labelOf = next
    },
    emphasise(ids: readonly (string | null)[]): void {
      selected = ids.filter((id) => id !== null)
    },
    clusterAt: (at: { x: number; y: number }) => nearest(clusters, at, ({ count }) => donutPx(count) + 2),
    spotAt: (at: { x: number; y: number }) => nearest(spots, at, () => SPOT_PX + 4)?.id ?? null,
  }
}
