import type { Call, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { PriceTemplateRules } from '@chauffeur/contract/pricing/model'
import type { templateCalls } from '@chauffeur/contract/pricing/template'
import { tenantCities } from '#areas/operations/city'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { OperatorContext } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import type { TemplateProblem } from '../price/index.ts'
import { codeTaken, findOwner, findVersion, insertVersion, lockTemplates, versionsOf } from './template.queries.ts'
import { amountProblems, templateProblems } from './template.rules.ts'
import { templateRank } from './template-choice.rules.ts'

type SaveInput = ParsedInputOf<typeof templateCalls.templateSave>
type CopyInput = ParsedInputOf<typeof templateCalls.templateCopy>
type By<C extends Call> = Pick<OperatorContext<C>, 'operator' | 'request' | 'fail'>

/** A clock that is a little behind must not turn "from now on" into the past. */
const PAST_GRACE_MS = 5 * 60_000

/** Writes the next version of a template, or the first of a new one; what is in force never changes. */
export async function saveTemplate(
  tx: TenantTx,
  input: SaveInput,
  { operator, request, fail }: By<typeof templateCalls.templateSave>,
  now: Date,
): Promise<{ templateId: string; version: number }> {
  const { effectiveFrom, effectiveTo, problems } = periodOf(input, now)
  const faults = [...problems, ...ownerProblems(input), ...templateProblems(input.rules).map(inRules)]
  if (faults.length === 0) faults.push(...amountProblems(input.rules).map(inRules))
  if (faults.length) return fail('pricing.templateInvalid', fieldsOf(faults, request.english))
  if (input.ownerId && !(await findOwner(tx, input.ownerType, input.ownerId)))
    return fail('pricing.templateInvalid', fieldsOf([noOwner], request.english))
  await lockTemplates(tx)
  const versions = input.templateId ? await versionsOf(tx, input.templateId) : []
  // The new version takes over wherever an earlier one holds: a city it leaves out has no such price any more.
  const held = versions.filter(({ status }) => status === 'EFFECTIVE' || status === 'SCHEDULED').flatMap(({ city_ids }) => city_ids)
  if (!(await ownCities(tx, [...input.cityIds, ...held]))) return fail('pricing.cityOutOfScope')
  const newest = versions[0]?.version ?? 0
  if (input.templateId && newest === 0) return fail('pricing.templateNotFound')
  if (input.templateId && input.baseVersion !== newest) return fail('pricingTemplate.versionConflict')
  if (await codeTaken(tx, input.code, input.templateId ?? null)) return fail('pricing.codeTaken')
  const templateId = await insertVersion(tx, {
    tenantId: operator.tenantId,
    templateId: input.templateId ?? null,
    version: newest + 1,
    code: input.code,
    name: input.name,
    ownerType: input.ownerType,
    ownerId: input.ownerId ?? null,
    cityIds: input.cityIds,
    channelIds: input.channelIds ?? [],
    serviceType: input.serviceType ?? 'TRIP',
    rank: templateRank[input.ownerType],
    rules: input.rules,
    effectiveFrom,
    effectiveTo,
    createdBy: operator.userId,
  })
  return { templateId, version: newest + 1 }
}

/** A template of its own in each city, coded `<code>-<city>`, in force from the given instant or now. */
export async function copyTemplate(
  tx: TenantTx,
  input: CopyInput,
  { operator, request, fail }: By<typeof templateCalls.templateCopy>,
  now: Date,
): Promise<{ rows: { templateId: string; cityId: string; code: string }[] }> {
  const source = (await findVersion(tx, input.templateId, input.version)) ?? fail('pricing.templateNotFound')
  const { effectiveFrom, problems } = periodOf({ effectiveFrom: input.effectiveFrom }, now)
  if (problems.length) return fail('pricing.templateInvalid', fieldsOf(problems, request.english))
  const cities = (await ownCities(tx, input.cityIds)) ?? fail('pricing.cityOutOfScope')
  await lockTemplates(tx)
  const rows: { templateId: string; cityId: string; code: string }[] = []
  for (const city of cities) {
    const code = `${source.code}-${city.city_id}`
    if (await codeTaken(tx, code, null)) return fail('pricing.codeTaken')
    const templateId = await insertVersion(tx, {
      tenantId: operator.tenantId,
      templateId: null,
      version: 1,
      code,
      name: `${source.name}（${city.name}）`,
      ownerType: source.owner_type,
      ownerId: source.owner_id,
      cityIds: [city.city_id],
      channelIds: source.channel_ids,
      serviceType: source.service_type,
      rank: source.rank,
      rules: source.rules as unknown as PriceTemplateRules,
      effectiveFrom,
      effectiveTo: null,
      createdBy: operator.userId,
    })
    rows.push({ templateId, cityId: city.city_id, code })
  }
  return { rows }
}

/** The cities, when all of them are the person's. */
async function ownCities(db: TenantDb, cityIds: readonly string[]) {
  const own = await tenantCities(db)
  const chosen = own.filter(({ city_id }) => cityIds.includes(city_id))
  return chosen.length === new Set(cityIds).size ? chosen : null
}

/** When the asked version holds; a period in the past would rewrite what customers were told. */
function periodOf(asked: { effectiveFrom?: string | undefined; effectiveTo?: string | undefined }, now: Date) {
  const effectiveFrom = asked.effectiveFrom ? new Date(asked.effectiveFrom) : now
  const effectiveTo = asked.effectiveTo ? new Date(asked.effectiveTo) : null
  const problems: TemplateProblem[] = []
  if (effectiveFrom.getTime() < now.getTime() - PAST_GRACE_MS)
    problems.push({ path: 'effectiveFrom', zh: '生效时间不能早于现在', en: 'a version cannot begin in the past' })
  if (effectiveTo && effectiveTo <= effectiveFrom)
    problems.push({ path: 'effectiveTo', zh: '失效时间必须晚于生效时间', en: 'the end must be after the beginning' })
  return { effectiveFrom, effectiveTo, problems }
}

function ownerProblems({ ownerType, ownerId }: SaveInput): TemplateProblem[] {
  const needs = ownerType === 'PARTNER' || ownerType === 'ENTERPRISE'
  if (needs && !ownerId)
    return [{ path: 'ownerId', zh: '请选择归属的企业或合作渠道', en: 'choose the enterprise or channel it belongs to' }]
  if (!needs && ownerId)
    return [{ path: 'ownerId', zh: '城市与围栏模板没有归属方', en: 'templates of cities and fences belong to nobody else' }]
  return []
}

const noOwner: TemplateProblem = {
  path: 'ownerId',
  zh: '所选企业或合作渠道不存在或不在您的业务范围内',
  en: 'no such enterprise or channel within your scope',
}
const inRules = (problem: TemplateProblem): TemplateProblem => ({ ...problem, path: `rules.${problem.path}` })
