import type { FeeLine, PriceTemplateRules, WaitRule } from '@chauffeur/contract/pricing/model'
import { bandAt, localSecond, timeOf } from './bands.rules.ts'
import { ceilDiv, floorDiv, shareOf } from './integer.rules.ts'
import type { TripToPrice } from './pricing.model.ts'

/** The lines a discount may touch, in the order of calculation. */
export function chargeLines(template: PriceTemplateRules, trip: TripToPrice): FeeLine[] {
  const second = localSecond(trip.departAt, trip.utcOffsetMinutes)
  const band = bandAt(template.bands, second)
  const lines: FeeLine[] = [
    { type: 'START', amountFen: band.startFen, rule: { kind: 'START', localTime: timeOf(second), ...band } },
    mileageLine(template, trip.distanceM, band.includedM),
    ...timeLines(template, trip),
    ...remoteLines(template, trip.distanceM),
  ]
  return [...lines, ...dynamicLines(template, trip, lines), ...weatherLines(trip, lines)]
}

export const sumOf = (lines: readonly { amountFen: number }[]): number => lines.reduce((sum, line) => sum + line.amountFen, 0)

/** Whole seconds between the start of the clock and departure; a second not completed does not count. */
export function waitedS({ waiting, departAt }: Pick<TripToPrice, 'waiting' | 'departAt'>): number {
  if ('waitS' in waiting) return waiting.waitS
  const startedAt = Math.max(waiting.arrivedAt, waiting.bookTime ?? waiting.arrivedAt)
  return Math.max(0, floorDiv(departAt - startedAt, 1000))
}

function isLate({ driverLate, waiting }: TripToPrice): boolean {
  if (driverLate !== undefined) return driverLate
  return 'arrivedAt' in waiting && waiting.bookTime !== undefined && waiting.arrivedAt > waiting.bookTime
}

function mileageLine({ mode, stepM, stepFen }: PriceTemplateRules, distanceM: number, includedM: number): FeeLine {
  const overM = Math.max(0, distanceM - includedM)
  const steps = ceilDiv(overM, stepM)
  return {
    type: 'MILEAGE',
    amountFen: steps * stepFen,
    rule: { kind: 'MILEAGE', mode, distanceM, includedM, overM, steps, stepM, stepFen },
  }
}

function timeLines(template: PriceTemplateRules, trip: TripToPrice): FeeLine[] {
  const waitS = waitedS(trip)
  if (template.package) return [overtimeLine(template.package, waitS + (trip.durationS ?? 0))]
  return template.wait ? [waitLine(template.wait, waitS, isLate(trip), trip.levelFreeS ?? 0)] : []
}

function waitLine(rule: WaitRule, waitS: number, driverLate: boolean, levelFreeS: number): FeeLine {
  const { kind: style, maxTotalS, unitS } = rule
  const freeS = rule.freeS + levelFreeS
  const countedS = Math.max(0, Math.min(waitS, maxTotalS ?? waitS) - freeS)
  const units = style === 'PER_MIN_CEIL' ? ceilDiv(countedS, unitS) : floorDiv(countedS, unitS)
  const unitFen = rule.kind === 'FULL_BLOCK_FLOOR' && driverLate ? rule.unitFenLate : rule.unitFen
  return {
    type: 'WAIT',
    amountFen: units * unitFen,
    rule: {
      kind: 'WAIT',
      style,
      waitS,
      countedS,
      freeS,
      maxTotalS,
      units,
      unitS,
      unitFen,
      driverLate,
      ...(levelFreeS > 0 && { levelFreeS }),
    },
  }
}

function overtimeLine(rule: NonNullable<PriceTemplateRules['package']>, usedS: number): FeeLine {
  const { includedS, freeS, unitS, unitFen } = rule
  const countedS = Math.max(0, usedS - includedS - freeS)
  const units = ceilDiv(countedS, unitS)
  return { type: 'WAIT', amountFen: units * unitFen, rule: { kind: 'OVERTIME', usedS, includedS, freeS, countedS, units, unitS, unitFen } }
}

function remoteLines({ remote }: PriceTemplateRules, distanceM: number): FeeLine[] {
  if (!remote.on) return []
  const { thresholdM, stepM, stepFen } = remote
  const overM = Math.max(0, distanceM - thresholdM)
  const steps = ceilDiv(overM, stepM)
  return [{ type: 'REMOTE', amountFen: steps * stepFen, rule: { kind: 'REMOTE', distanceM, thresholdM, overM, steps, stepM, stepFen } }]
}

function dynamicLines(template: PriceTemplateRules, trip: TripToPrice, lines: readonly FeeLine[]): FeeLine[] {
  const rateBp = trip.dynamicRateBp ?? 10_000
  if (rateBp <= 10_000) return []
  const scope = template.dynamicScope
  const baseFen = sumOf(lines.filter(({ type }) => scope.some((part) => part === type)))
  const uncappedFen = shareOf(baseFen, rateBp - 10_000)
  const limits = [template.feeMaxFen, trip.dynamicMaxFen].filter((limit) => limit !== null && limit !== undefined)
  const maxFen = limits.length > 0 ? Math.min(...limits) : null
  const amountFen = Math.min(uncappedFen, maxFen ?? uncappedFen)
  const capped = amountFen < uncappedFen
  return [{ type: 'DYNAMIC', amountFen, rule: { kind: 'DYNAMIC', rateBp, scope: [...scope], baseFen, uncappedFen, maxFen, capped } }]
}

/**
 * A flat amount, or a rate of start price and mileage, half-up: neither of waiting nor of a dynamic rate, so that two surcharges never
 * multiply each other. Of both the dearer one is the line; for either, more distance never makes it less.
 */
function weatherLines({ weatherFen = 0, weatherRateBp = 10_000 }: TripToPrice, lines: readonly FeeLine[]): FeeLine[] {
  const baseFen = sumOf(lines.filter(({ type }) => type === 'START' || type === 'MILEAGE'))
  const rateFen = weatherRateBp > 10_000 ? shareOf(baseFen, weatherRateBp - 10_000) : 0
  if (rateFen > weatherFen) return [{ type: 'WEATHER', amountFen: rateFen, rule: { kind: 'WEATHER_RATE', rateBp: weatherRateBp, baseFen } }]
  return weatherFen > 0 ? [{ type: 'WEATHER', amountFen: weatherFen, rule: { kind: 'WEATHER', flatFen: weatherFen } }] : []
}
