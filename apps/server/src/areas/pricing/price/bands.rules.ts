import type { PriceBand } from '@chauffeur/contract/pricing/model'
import { floorDiv } from './integer.rules.ts'
import type { TemplateProblem } from './pricing.model.ts'

const DAY_S = 86_400

/** `hh:mm:ss` to seconds; `24:00:00` is the end of the day. */
export function secondsOf(time: string): number {
  const [hours, minutes, seconds] = time.split(':').map(Number)
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}

/** `hh:mm:ss` of a second of the day. */
export function timeOf(second: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(floorDiv(second, 3600))}:${two(floorDiv(second, 60) % 60)}:${two(second % 60)}`
}

/** Second of the day on the city's clock. */
export function localSecond(atMs: number, utcOffsetMinutes: number): number {
  const second = Math.floor(atMs / 1000) + utcOffsetMinutes * 60
  return ((second % DAY_S) + DAY_S) % DAY_S
}

/** @throws RangeError when no band holds the second: the template was never checked. */
export function bandAt(bands: readonly PriceBand[], second: number): PriceBand {
  const band = bands.find(({ from, to }) => secondsOf(from) <= second && second < secondsOf(to))
  if (!band) throw new RangeError(`no price band at ${timeOf(second)}`)
  return band
}

interface Piece {
  index: number
  from: number
  to: number
}

/** Empty exactly when the bands, in any order, cover the day once. */
export function bandProblems(bands: readonly PriceBand[]): TemplateProblem[] {
  if (bands.length === 0) return [{ path: 'bands', zh: '至少需要一个时段', en: 'at least one time band is needed' }]
  const shapes = bands.flatMap(shapeProblem)
  const pieces = bands.flatMap(piecesOf).sort((a, b) => a.from - b.from || a.to - b.to)
  return [...shapes, ...coverProblems(pieces)]
}

function shapeProblem(band: PriceBand, index: number): TemplateProblem[] {
  const path = `bands.${index}.to`
  const from = secondsOf(band.from)
  const to = secondsOf(band.to)
  if (from < to) return []
  if (from === to) return [{ path, zh: '时段的开始与结束相同', en: 'the band ends when it begins' }]
  if (to === 0) return [{ path, zh: '当天结束请填写 24:00:00', en: 'write the end of the day as 24:00:00' }]
  return [
    {
      path,
      zh: `时段不能跨零点，请拆成 ${band.from}–24:00:00 和 00:00:00–${band.to} 两段`,
      en: `a band cannot run over midnight: make it two, ${band.from}–24:00:00 and 00:00:00–${band.to}`,
    },
  ]
}

/** A band over midnight is refused, yet counted as what was meant, so that one mistake is reported once. */
function piecesOf(band: PriceBand, index: number): Piece[] {
  const from = secondsOf(band.from)
  const to = secondsOf(band.to)
  const pieces =
    from <= to
      ? [{ index, from, to }]
      : [
          { index, from, to: DAY_S },
          { index, from: 0, to },
        ]
  return pieces.filter((piece) => piece.from < piece.to)
}

function coverProblems(pieces: readonly Piece[]): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  let covered = 0
  let last: Piece | undefined
  for (const piece of pieces) {
    if (piece.from > covered) problems.push(gap(`bands.${piece.index}.from`, covered, piece.from))
    if (last && piece.from < covered) problems.push(overlap(piece, last, Math.min(covered, piece.to)))
    if (!last || piece.to > covered) {
      covered = piece.to
      last = piece
    }
  }
  if (covered < DAY_S) problems.push(gap(last ? `bands.${last.index}.to` : 'bands', covered, DAY_S))
  return problems
}

function gap(path: string, from: number, to: number): TemplateProblem {
  return { path, zh: `${timeOf(from)}–${timeOf(to)} 没有时段覆盖`, en: `no band covers ${timeOf(from)}–${timeOf(to)}` }
}

function overlap(piece: Piece, other: Piece, until: number): TemplateProblem {
  const hours = `${timeOf(piece.from)}–${timeOf(until)}`
  return {
    path: `bands.${piece.index}.from`,
    zh: `与第 ${other.index + 1} 个时段在 ${hours} 重叠`,
    en: `overlaps band ${other.index + 1} during ${hours}`,
  }
}
