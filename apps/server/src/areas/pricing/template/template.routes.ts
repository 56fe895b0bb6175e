import { templateCalls } from '@chauffeur/contract/pricing/template'
import { serviceTypeText, type ServiceType } from '@chauffeur/contract/order/model'
import { labelOf, templateOwnerText } from '@chauffeur/contract/pricing/model'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { cityView, tenantCities } from '#areas/operations/city'
import type { TenantDb } from '#platform/database/db'
import { implement } from '#platform/http/implement'
import { couponRefusalWords, reasonOf, type Words } from '../price/index.ts'
import type { PricedTrip, TripToPrice } from '../price/index.ts'
import { priceTrip } from '../price/index.ts'
import { rulesOf, templateList, versionView } from './template.list.ts'
import { channelNames, findOwner, findVersion, type TemplateRowDb, versionsOf } from './template.queries.ts'
import { copyTemplate, saveTemplate } from './template.service.ts'
import { type ComparedVersion, differences } from './template-diff.rules.ts'

type PriceInput = ParsedInputOf<typeof templateCalls.templatePrice>

export const templateRoutes = implement(
  'pricing',
  templateCalls,
)({
  priceCities: async ({ db }) => ({ rows: (await tenantCities(db)).map(cityView) }),
  templateList: templateList.page,
  templateVersions: async ({ input, db }) => ({ rows: (await versionsOf(db, input.templateId)).map(versionView) }),
  templateGet: async ({ input, db, fail }) => {
    const row = (await findVersion(db, input.templateId, input.version)) ?? fail('pricing.templateNotFound')
    return {
      ...versionView(row),
      rules: rulesOf(row),
      newestVersion: row.newest_version,
      ownerName: await ownerNameOf(db, row),
      channelNames: await channelNames(db, row.channel_ids),
    }
  },
  templateSave: async ({ input, db, operator, request, fail, audit }) => {
    const saved = await saveTemplate(db, input, { operator, request, fail }, new Date())
    audit({ object: 'priceTemplate', objectId: saved.templateId, after: { ...input, version: saved.version } })
    return saved
  },
  templateCompare: async ({ input, db, request, fail }) => {
    const [one, other] = await Promise.all([
      findVersion(db, input.templateId, input.version),
      findVersion(db, input.otherTemplateId ?? input.templateId, input.otherVersion),
    ])
    if (!one || !other) return fail('pricing.templateNotFound')
    const say = (words: Words | null) => words && words[request.english ? 'en' : 'zh']
    const rows = differences(await compared(db, one), await compared(db, other))
    return { rows: rows.map((row) => ({ path: row.path, label: say(row.label) ?? '', one: say(row.one), other: say(row.other) })) }
  },
  templateCopy: async ({ input, db, operator, request, fail, audit }) => {
    const copied = await copyTemplate(db, input, { operator, request, fail }, new Date())
    audit({ object: 'priceTemplate', objectId: input.templateId, after: copied })
    return copied
  },
  templatePrice: async ({ input, db, request, fail }) => {
    const row = (await findVersion(db, input.templateId, input.version)) ?? fail('pricing.templateNotFound')
    const priced = priceTrip(rulesOf(row), tripOf(input))
    return { templateId: row.template_id, version: row.version, ...pricedView(priced, request.english) }
  },
})

async function compared(db: TenantDb, row: TemplateRowDb): Promise<ComparedVersion> {
  return {
    name: row.name,
    code: row.code,
    owner: await ownerWords(db, row),
    cities: row.city_names.join('、'),
    channels: (await channelNames(db, row.channel_ids)).join('、'),
    serviceType: serviceTypeText[row.service_type as ServiceType],
    effectiveFrom: row.effective_from.toISOString(),
    effectiveTo: row.effective_to?.toISOString() ?? '',
    rules: rulesOf(row),
  }
}

const ownerNameOf = async (db: TenantDb, row: TemplateRowDb): Promise<string> =>
  (row.owner_id && (await findOwner(db, row.owner_type, row.owner_id))) || ''

async function ownerWords(db: TenantDb, row: TemplateRowDb): Promise<Words> {
  const { zh, en } = templateOwnerText[row.owner_type]
  const name = await ownerNameOf(db, row)
  return name ? { zh: `${zh} ${name}`, en: `${en} ${name}` } : { zh, en }
}

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
