import { type KeyboardEvent, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useTabActive } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { clockText, distanceText, durationText } from '../show/measure.view.ts'
import { ClockOf } from '../show/time.tsx'
import { exactTimeText, zonedTimeText } from '../show/time.view.ts'
import { type LngLat, type MapConfig, type MapMark, type MapPath, MapView, type ServiceArea } from '../map/map.tsx'
import { type PacedPiece, pacedPieces, placeAt, type Track, type TrackPlace, type TrackPoint, trackOf } from './track.ts'
import { PaceLegend, SpeedStrip } from './speed-strip.tsx'
import './track-replay.css'

export type { TrackPoint } from './track.ts'

export interface TrackReplayProps {
  /** What is replayed, for those who cannot see the map: the order's number, for example. */
  label: string
  /** The site's map setting: `useMapConfig()`. */
  config: MapConfig | undefined
  /** The fixes in WGS84, in any order. The same array until there are others. */
  points: readonly TrackPoint[]
  /** How far the distance rests on fixes; null while it is not settled. */
  quality: 'GOOD' | 'GAPS' | 'ESTIMATED' | null
  /** When the trip began and ended: shows also what is missing before the first fix and after the last. */
  fromMs?: number
  toMs?: number
  /** When the gaps began whose way was worked out along the roads; the others count straight. */
  alongRoadsMs?: readonly number[]
  /** Pick-up and destination. */
  marks?: readonly MapMark[]
  areas?: readonly ServiceArea[]
}

const speeds = [1, 5, 20, 60] as const
type Speed = (typeof speeds)[number]
const STEP_MS = 5_000
const LONG_STEP_MS = 60_000
/** Moments between two pictures; the mark is moved without drawing the map again. */
const FRAME_MS = 40

/**
 * A trip's track, played back on the map: what is passed is bright, its colour tells the speed, stops are dots, gaps are dashed, and a reckoned place looks different from a known one.
 * It fills its parent, which gives it a height (360 px or more), and tells the time of the clock around it (`ClockOf`). Keys anywhere in it: Space plays, ← → step 5 s (Shift: one minute),
 * Home and End, − and + change the speed, G goes to the next gap, S to the next stop.
 *
 *   <TrackReplay label={t('订单 {orderNo} 的行驶轨迹', { orderNo })} config={useMapConfig()} points={points} quality={data.trackQuality}
 *     fromMs={Date.parse(data.departAt)} toMs={Date.parse(data.endedAt)} marks={marks} />
 *
 * `points` and `marks` are made with useMemo, so that the map is not drawn anew by every render.
 */
export function TrackReplay({ label, config, points, quality, fromMs, toMs, alongRoadsMs = none, marks = none, areas }: TrackReplayProps) {
  const track = useMemo(() => trackOf(points, { ...(fromMs && { fromMs }), ...(toMs && { toMs }) }), [points, fromMs, toMs])
  const [atMs, setAtMs] = useState(track.fromMs)
  const [speed, setSpeed] = useState<Speed>(20)
  const [wanted, setWanted] = useState(false)
  const active = useTabActive()
  const now = Math.min(Math.max(atMs, track.fromMs), track.toMs)
  const playing = wanted && now < track.toMs
  useClock(playing && active, (ms) => setAtMs((before) => Math.min(track.toMs, Math.max(before, track.fromMs) + ms * speed)))

  const place = useMemo(() => placeAt(track, now), [track, now])
  const paths = usePaths(track, place?.at ?? -1, alongRoadsMs)
  const view = useFirstView(track, marks)
  const stops = useStops(track)
  const shown = useMemo(() => [...marks, ...stops, ...(place ? [markOf(place)] : [])], [marks, stops, place])

  const go = (ms: number) => setAtMs(Math.min(track.toMs, Math.max(track.fromMs, ms)))
  const toggle = () => {
    if (!playing && now >= track.toMs) setAtMs(track.fromMs)
    setWanted(!playing)
  }
  const faster = (by: number) => setSpeed(speeds[Math.min(speeds.length - 1, Math.max(0, speeds.indexOf(speed) + by))] ?? speed)
  const nextGap = () => {
    const gap = track.gaps.find((one) => one.fromMs > now) ?? track.gaps[0]
    if (gap) go(gap.fromMs)
  }
  const nextStop = () => {
    const stop = track.stops.find((one) => one.fromMs > now) ?? track.stops[0]
    if (stop) go(stop.fromMs)
  }
  const keys: Record<string, (long: boolean) => void> = {
    ' ': toggle,
    ArrowLeft: (long) => go(now - (long ? LONG_STEP_MS : STEP_MS)),
    ArrowRight: (long) => go(now + (long ? LONG_STEP_MS : STEP_MS)),
    Home: () => go(track.fromMs),
    End: () => go(track.toMs),
    '-': () => faster(-1),
    '+': () => faster(1),
    '=': () => faster(1),
    g: nextGap,
    G: nextGap,
    s: nextStop,
    S: nextStop,
  }
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const act = keys[event.key]
    // NOTE: the map has arrows and signs of its own, a button its Space.
    const own = event.target instanceof HTMLCanvasElement || (event.key === ' ' && event.target instanceof HTMLButtonElement)
    if (!act || own || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    act(event.shiftKey)
  }

  return (
    <section className="track" aria-label={label} onKeyDown={pressed}>
      <div className="track-map">
        <MapView label={label} config={config} start={startOf(track, marks)} view={view} areas={areas} marks={shown} paths={paths} />
      </div>
      {track.points.length < 2 ? (
        <p className="track-note">{t('没有可回放的轨迹：行程中没有收到足够的定位')}</p>
      ) : (
        <div className="track-bar">
          <button type="button" className="track-play" aria-label={playing ? t('暂停') : t('播放')} onClick={toggle}>
            <span className={playing ? 'track-pause-sign' : 'track-play-sign'} aria-hidden="true" />
          </button>
          <Scrubber track={track} atMs={now} place={place} onChange={go} />
          <span className="track-clock">
            {clockText((now - track.fromMs) / 1000)} / {clockText((track.toMs - track.fromMs) / 1000)}
          </span>
          <div className="track-speeds" role="radiogroup" aria-label={t('播放速度')}>
            {speeds.map((one) => (
              <label key={one} className={one === speed ? 'track-speed track-speed-on' : 'track-speed'}>
                <input type="radio" name={`speed ${label}`} checked={one === speed} onChange={() => setSpeed(one)} />
                {one}×
              </label>
            ))}
          </div>
        </div>
      )}
      <Words track={track} atMs={now} place={place} quality={quality} filled={alongRoadsMs.length > 0} onGap={nextGap} onStop={nextStop} />
    </section>
  )
}

/** The whole way, once there is one; what the operator looks at afterwards is theirs, also while a trip under way gets longer. */
function useFirstView(track: Track, marks: readonly MapMark[]) {
  const fits = useRef<{ way: boolean; view: { fit: LngLat[]; maxZoom: number } } | undefined>(undefined)
  const way = track.points.length > 1
  if ((fits.current === undefined && track.points.length + marks.length > 0) || (way && fits.current?.way === false))
    fits.current = { way, view: { fit: [...track.points, ...marks], maxZoom: 16 } }
  return fits.current?.view
}

const none: readonly never[] = []
const china: LngLat = { lng: 112.5, lat: 31 }
const startOf = (track: Track, marks: readonly MapMark[]) => {
  const centre = track.points[0] ?? marks[0]
  return centre ? { centre, zoom: 13 } : { centre: china, zoom: 4 }
}

const markOf = ({ lng, lat, known, headingDeg }: TrackPlace): MapMark => ({
  id: 'track-car',
  lng,
  lat,
  headingDeg,
  sign: '',
  label: known ? t('司机') : t('司机（推算位置）'),
  tone: known ? 'car' : 'car-reckoned',
})

/** Calls with the milliseconds that went by; a page that was away does not make up for it. */
function useClock(running: boolean, tick: (ms: number) => void): void {
  const latest = useRef(tick)
  latest.current = tick
  useEffect(() => {
    if (!running) return
    let before = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      if (!document.hidden) latest.current(Math.min(250, now - before))
      before = now
    }, FRAME_MS)
    return () => clearInterval(timer)
  }, [running])
}

/** Where the car stood: a dot that says for how long. */
function useStops(track: Track): readonly MapMark[] {
  const offset = useContext(ClockOf)
  return useMemo(
    () =>
      track.stops.map(({ lng, lat, fromMs, toMs }) => ({
        id: `stop ${fromMs}`,
        lng,
        lat,
        sign: '',
        tone: 'stop',
        label: t('{clock} 停留 {time}', {
          clock: exactTimeText(new Date(fromMs).toISOString(), offset),
          time: durationText((toMs - fromMs) / 1000),
        }),
      })),
    [track, offset],
  )
}

/** The bright part grows in about a hundred steps, not with every picture: each step draws the map once. */
function usePaths(track: Track, at: number, alongRoadsMs: readonly number[]): readonly MapPath[] {
  const step = Math.max(1, Math.ceil(track.points.length / 100))
  const passed = at >= track.points.length - 1 ? track.points.length - 1 : Math.max(0, Math.floor(at / step) * step)
  const pieces = useMemo(
    () => track.stretches.map(({ gap, from, to }) => ({ gap, from, to, paced: gap ? [] : pacedPieces(track, from, to) })),
    [track],
  )
  return useMemo(() => {
    const places = (from: number, to: number) => track.points.slice(from, to + 1)
    const cut = ({ pace, from, to }: PacedPiece): MapPath[] => {
      const middle = Math.min(to, Math.max(from, passed))
      const parts: MapPath[] = [
        { kind: 'ahead', pace, places: places(middle, to) },
        { kind: 'passed', pace, places: places(from, middle) },
      ]
      return parts.filter((part) => part.places.length > 1)
    }
    const kindOf = (from: number) => (alongRoadsMs.includes(track.points[from]?.atMs ?? -1) ? 'matched' : 'gap')
    return pieces.flatMap(({ gap, from, to, paced }): MapPath[] =>
      gap ? [{ kind: kindOf(from), places: places(from, to) }] : paced.flatMap(cut),
    )
  }, [track, pieces, passed, alongRoadsMs])
}

function Scrubber({
  track,
  atMs,
  place,
  onChange,
}: {
  track: Track
  atMs: number
  place: TrackPlace | null
  onChange: (ms: number) => void
}) {
  const whole = Math.max(1, track.toMs - track.fromMs)
  const share = (ms: number) => `${((ms - track.fromMs) / whole) * 100}%`
  const moment = zonedTimeText(new Date(atMs).toISOString(), useContext(ClockOf))
  const speed = place?.speedMps ?? null
  return (
    <div className="track-scrub">
      <SpeedStrip track={track} atMs={atMs} />
      <div className="track-rail" aria-hidden="true">
        <span className="track-done" style={{ width: share(atMs) }} />
        {track.gaps.map((gap) => (
          <span
            key={gap.fromMs}
            className="track-gap"
            style={{ left: share(gap.fromMs), width: `${((gap.toMs - gap.fromMs) / whole) * 100}%` }}
          />
        ))}
      </div>
      <input
        type="range"
        min={track.fromMs}
        max={track.toMs}
        // To the very end, which is no whole second.
        step={1}
        value={atMs}
        aria-label={t('回放时间')}
        aria-valuetext={
          place?.known === false
            ? t('{moment}，无定位', { moment })
            : speed === null
              ? moment
              : t('{moment}，{speed} km/h', { moment, speed: Math.round(speed * 3.6) })
        }
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  )
}

const qualityWords = (quality: TrackReplayProps['quality'], filled: boolean) => {
  if (quality === 'ESTIMATED') return t('里程为估算值')
  if (quality !== 'GAPS') return null
  return filled ? t('轨迹有缺失，紫色虚线段按道路计里程') : t('轨迹有缺失，缺失段按直线计里程')
}

function Words({
  track,
  atMs,
  place,
  quality,
  filled,
  onGap,
  onStop,
}: {
  track: Track
  atMs: number
  place: TrackPlace | null
  quality: TrackReplayProps['quality']
  /** Gaps were worked out along the roads. */
  filled: boolean
  onGap: () => void
  onStop: () => void
}) {
  const gap = track.gaps.find((one) => atMs > one.fromMs && atMs < one.toMs)
  const stop = track.stops.find((one) => atMs > one.fromMs && atMs < one.toMs)
  const stoodS = track.stops.reduce((sum, one) => sum + (one.toMs - one.fromMs) / 1000, 0)
  const missingS = track.gaps.reduce((sum, one) => sum + (one.toMs - one.fromMs) / 1000, 0)
  const words = qualityWords(quality, filled)
  const offset = useContext(ClockOf)
  const moment = new Date(atMs).toISOString()
  return (
    <p className="track-words">
      {place ? (
        <>
          <span className="ui-number" title={zonedTimeText(moment, offset)}>
            {exactTimeText(moment, offset)}
          </span>
          <span className="ui-number">{t('已行驶 {distance}', { distance: distanceText(place.walkedM) })}</span>
          <span className="ui-number track-pace">{place.speedMps === null ? '—' : `${Math.round(place.speedMps * 3.6)} km/h`}</span>
        </>
      ) : null}
      {gap ? (
        <span className="track-warn">{t('此段 {time} 无定位，位置为推算', { time: durationText((gap.toMs - gap.fromMs) / 1000) })}</span>
      ) : null}
      {stop ? <span>{t('停留 {time}', { time: durationText((stop.toMs - stop.fromMs) / 1000) })}</span> : null}
      <span className="track-end">
        {track.points.length > 1 ? <PaceLegend /> : null}
        {words ? <span className={quality === 'ESTIMATED' ? 'track-warn' : 'track-soft'}>{words}</span> : null}
        {track.stops.length > 0 ? (
          <button type="button" className="track-link" onClick={onStop}>
            {t('停留 {count} 处，共 {time}', { count: track.stops.length, time: durationText(stoodS) })}
          </button>
        ) : null}
        {track.gaps.length > 0 && track.points.length > 1 ? (
          <button type="button" className="track-link" onClick={onGap}>
            {t('缺失 {count} 段，共 {time}', { count: track.gaps.length, time: durationText(missingS) })}
          </button>
        ) : null}
      </span>
    </p>
  )
}
