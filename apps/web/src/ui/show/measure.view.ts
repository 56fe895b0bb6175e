import { t } from '#platform/text/text.ts'

/** Metres as metres below one kilometre, as kilometres with one decimal above. */
export function distanceText(metres: number): string {
  if (metres < 1000) return t('{n} 米', { n: Math.round(metres) })
  return t('{n} 公里', { n: metres < 100_000 ? (metres / 1000).toFixed(1) : Math.round(metres / 1000) })
}

/** Seconds in at most two units: 45 秒, 3 分 20 秒, 1 小时 05 分, 2 天 3 小时. */
export function durationText(seconds: number): string {
  const s = Math.max(0, Math.round(seconds))
  if (s < 60) return t('{s} 秒', { s })
  const m = Math.floor(s / 60)
  if (m < 60) return s % 60 === 0 || m >= 10 ? t('{m} 分钟', { m }) : t('{m} 分 {s} 秒', { m, s: s % 60 })
  const h = Math.floor(m / 60)
  if (h < 24) return m % 60 === 0 ? t('{h} 小时', { h }) : t('{h} 小时 {m} 分', { h, m: m % 60 })
  const d = Math.floor(h / 24)
  return h % 24 === 0 ? t('{d} 天', { d }) : t('{d} 天 {h} 小时', { d, h: h % 24 })
}

/** A forecast is no measurement: whole minutes, and at least one. */
export const etaText = (seconds: number): string => t('约 {m} 分钟', { m: Math.max(1, Math.round(seconds / 60)) })

const two = (value: number) => String(value).padStart(2, '0')

/** A running clock: 00:45, 12:03, 1:02:03. */
export function clockText(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds))
  const h = Math.floor(s / 3600)
  const tail = `${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
  return h > 0 ? `${h}:${tail}` : tail
}

/** Basis points as a percentage with one decimal. */
export function percentText(bp: number): string {
  return `${(bp / 100).toFixed(1)}%`
}

/** A count with thousands separated. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}
