import type { Call, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { templateCalls } from '@chauffeur/contract/pricing/template'
import { tenantCities } from '#areas/operations/city'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { OperatorContext } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import type { TemplateProblem } from '../price/index.ts'
import { withoutVersion } from '#platform/setting/version'
import { findVersion, priceTemplates } from './template.setting.ts'
import { codeTaken, findOwner } from './template.queries.ts'
import { amountProblems, templateProblems } from './template.rules.ts'
import { templateRank } from './template-choice.rules.ts'

type SaveInput = ParsedInputOf<typeof templateCalls.templateSave>
type CopyInput = ParsedInputOf<typeof templateCalls.templateCopy>
type CallerContext<C extends Call> = Pick<OperatorContext<C>, 'operator' | 'request' | 'fail' | 'audit'>

/** A clock that is a little behind must not turn "from now on" into the past. */
const PAST_GRACE_MS = 5 * 60_000

/** Writes the next version of a template, or the first of a new one; what is in force never changes. */
export async function saveTemplate(
  tx: TenantTx,
  input: SaveInput,
  by: CallerContext<typeof templateCalls.templateSave>,
  now: Date,
): Promise<{ templateId: string; version: number }> {
  const { request, fail } = by
  const { effectiveFrom, effectiveTo, problems } = periodOf(input, now)
  const faults = [...problems, ...ownerProblems(input), ...templateProblems(input.rules).map(inRules)]
  if (faults.length === 0) faults.push(...amountProblems(input.rules).map(inRules))
  if (faults.length) return fail('pricing.templateInvalid', fieldsOf(faults, request.english))
  if (input.ownerId && !(await findOwner(tx, input.ownerType, input.ownerId)))
    return fail('pricing.templateInvalid', fieldsOf([noOwner], request.english))
  const saved = await priceTemplates.save(
    tx,
    { id: input.templateId, version: input.baseVersion, reason: input.changeReason },
    by,
    async (before) => {
      // The new version takes over wherever an earlier one holds: a city it leaves out has no such price any more.
      const held = (before ? await priceTemplates.versions(tx, before.id) : [])
        .filter(({ status }) => status === 'EFFECTIVE' || status === 'SCHEDULED')
        .flatMap(({ cityIds }) => cityIds)
      if (!(await ownCities(tx, [...input.cityIds, ...held]))) return fail('pricing.cityOutOfScope')
      if (await codeTaken(tx, input.code, before?.id ?? null)) return fail('pricing.codeTaken')
      return {
        ...input,
        ownerId: input.ownerId ?? null,
        channelIds: input.channelIds ?? [],
        serviceType: input.serviceType ?? 'TRIP',
        rank: templateRank[input.ownerType],
        effectiveFrom,
        effectiveTo,
      }
    },
  )
  return { templateId: saved.id, version: saved.version }
}

/** A template of its own in each city, coded `<code>-<city>`, in force from the given instant or now. */
export async function copyTemplate(
  tx: TenantTx,
  input: CopyInput,
  by: CallerContext<typeof templateCalls.templateCopy>,
  now: Date,
): Promise<{ rows: { templateId: string; cityId: string; code: string }[] }> {
  const { request, fail } = by
  const source = (await findVersion(tx, input.templateId, input.version)) ?? fail('pricing.templateNotFound')
  const { effectiveFrom, problems } = periodOf({ effectiveFrom: input.effectiveFrom }, now)
  if (problems.length) return fail('pricing.templateInvalid', fieldsOf(problems, request.english))
  const cities = (await ownCities(tx, input.cityIds)) ?? fail('pricing.cityOutOfScope')
  const rows: { templateId: string; cityId: string; code: string }[] = []
  for (const city of cities) {
    const code = `${source.code}-${city.city_id}`
    if (await codeTaken(tx, code, null)) return fail('pricing.codeTaken')
    const made = await priceTemplates.create(
      tx,
      {
        ...withoutVersion(source),
        code,
        name: `${source.name}（${city.name}）`,
        cityIds: [city.city_id],
        effectiveFrom,
        effectiveTo: null,
      },
      by,
    )
    rows.push({ templateId: made.id, cityId: city.city_id, code })
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
  const needs = ownerType === 'PARTNER' || ownerType === 'ENTERPRISE' || ownerType === 'GROUP'
  if (needs && !ownerId)
    return [{ path: 'ownerId', zh: '请选择归属的企业、合作渠道或客户分组', en: 'choose the enterprise, channel or group it belongs to' }]
  if (!needs && ownerId)
    return [{ path: 'ownerId', zh: '城市与围栏模板没有归属方', en: 'templates of cities and fences belong to nobody else' }]
  return []
}

const noOwner: TemplateProblem = {
  path: 'ownerId',
  zh: '所选企业、合作渠道或价格分组不存在或不在您的业务范围内',
  en: 'no such enterprise, channel or group of prices within your scope',
}
const inRules = (problem: TemplateProblem): TemplateProblem => ({ ...problem, path: `rules.${problem.path}` })
