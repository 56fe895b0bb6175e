import { templateCalls } from '@chauffeur/contract/pricing/template'
import { labelOf } from '@chauffeur/contract/pricing/model'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { cityView, tenantCities } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import { couponRefusalWords, reasonOf } from '../price/index.ts'
import type { PricedTrip, TripToPrice } from '../price/index.ts'
import { priceTrip } from '../price/index.ts'
import { findVersion, priceTemplates } from './template.setting.ts'
import { templateList } from './template.list.ts'
import { copyTemplate, saveTemplate } from './template.service.ts'

type PriceInput = ParsedInputOf<typeof templateCalls.templatePrice>

export const templateRoutes = implement(
  'pricing',
  templateCalls,
)({
  priceCities: async ({ db }) => ({ rows: (await tenantCities(db)).map(cityView) }),
  templateList: templateList.page,
  enterpriseTemplates: ({ input, ...asked }) => templateList.page({ ...asked, input: { ...input, ownerType: 'ENTERPRISE' } }),
  templateVersions: ({ input, db }) => priceTemplates.history(db, input.templateId),
  templateGet: async ({ input, db, fail }) =>
    priceTemplates.view((await findVersion(db, input.templateId, input.version)) ?? fail('pricing.templateNotFound')),
  templateSave: ({ input, db, ...by }) => saveTemplate(db, input, by, new Date()),
  templateCopy: ({ input, db, ...by }) => copyTemplate(db, input, by, new Date()),
  templatePrice: async ({ input, db, request, fail }) => {
    const row = (await findVersion(db, input.templateId, input.version)) ?? fail('pricing.templateNotFound')
    const priced = priceTrip(row.rules, tripOf(input))
    return { templateId: row.id, version: row.version, ...pricedView(priced, request.english) }
  },
})

function tripOf(input: PriceInput): TripToPrice {
  const receipts = [
    { type: 'TOLL' as const, amountFen: input.tollFen ?? 0 },
    { type: 'PARKING' as const, amountFen: input.parkingFen ?? 0 },
  ]
  return {
    departAt: Date.parse(input.departAt),
    utcOffsetMinutes: input.utcOffsetMinutes ?? 480,
    distanceM: input.distanceM,
    waiting: { waitS: input.waitS ?? 0 },
    driverLate: input.driverLate ?? false,
    durationS: input.durationS ?? 0,
    dynamicRateBp: input.dynamicRateBp ?? 10_000,
    weatherFen: input.weatherFen ?? 0,
    weatherRateBp: input.weatherRateBp ?? 10_000,
    passThrough: receipts.filter(({ amountFen }) => amountFen > 0),
    tipFen: input.tipFen ?? 0,
    ...(input.couponFen && {
      discount: {
        kind: 'coupon' as const,
        coupon: { type: 'CASH' as const, faceFen: input.couponFen, minSubtotalFen: input.couponMinFen ?? 0, funder: 'TENANT' as const },
      },
    }),
    ...(input.enterpriseLimitFen !== undefined && { enterpriseLimitFen: input.enterpriseLimitFen }),
  }
}

function pricedView(priced: PricedTrip, english: boolean) {
  const language = english ? 'en' : 'zh'
  return {
    ...priced,
    lines: priced.lines.map((line) => ({ ...line, label: labelOf(line)[language], reason: reasonOf(line.rule)[language] })),
    couponRefused: priced.couponRefused ? couponRefusalWords[priced.couponRefused][language] : null,
  }
}
