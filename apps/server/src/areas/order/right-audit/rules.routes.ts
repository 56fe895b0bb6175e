import { AUDIT_STATUS as A } from '@chauffeur/contract/order/model'
import { auditRuleKind, rightAuditRulesCalls, TRIAL_SHOWS } from '@chauffeur/contract/order/right-audit-rules'
import { mayKeepFor } from '#areas/operations/city'
import { isOutsider, wholeTenant } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { factsOf } from './right-audit.queries.ts'
import { hitsOf } from './right-audit.rules.ts'
import { auditRules } from './right-audit.setting.ts'
import { citiesWithRules, knownRights, pastUses, precisionOf, shownUses } from './rules.queries.ts'

/** More are not tried at once. */
const TRIES = 20_000
const FACTS_AT_ONCE = 1_000
const LONGEST_MS = 92 * 86_400_000

export const rightAuditRulesRoutes = implement(
  'right-audit-rules',
  rightAuditRulesCalls,
)({
  rules: async ({ input: { cityId = null }, db, operator, scope }) => {
    const [row, own, cities] = await Promise.all([auditRules.rowFor(db, cityId), auditRules.historyFor(db, cityId), citiesWithRules(db)])
    const holds = {
      ...(row?.content ?? (await auditRules.contentFor(db, cityId))),
      cityId: row?.cityId ?? null,
      version: row?.version ?? 0,
      changedAt: row?.changedAt.toISOString() ?? null,
      changedBy: row?.changedBy ?? '',
    }
    const within = await mayKeepFor(db, scope, cityId)
    return { holds, ownVersion: own.rows[0]?.version ?? 0, mayChange: within && operator.authorities.has('rightAudit.rules'), cities }
  },
  history: ({ input, db }) => auditRules.historyFor(db, input.cityId ?? null),
  save: async ({ input: { cityId = null, version, changeReason: reason, ...content }, db, scope, fail, ...by }) => {
    if (!(await mayKeepFor(db, scope, cityId))) return fail('rightAuditRules.otherCity')
    const rights = new Set(content.rightSamples.map(({ rightId }) => rightId))
    if (rights.size < content.rightSamples.length) return fail('rightAuditRules.twice')
    if ((await knownRights(db, [...rights])) < rights.size) return fail('rightAuditRules.rightNotFound')
    return auditRules.view(await auditRules.saveFor(db, { cityId, version, reason }, { ...by, fail }, content))
  },
  try: async ({ input, db, platform, scope, fail }) => {
    if (isOutsider(scope)) return fail('rightAuditRules.otherCity')
    const { riskRules, usedFrom, usedTo } = input
    if (Date.parse(usedTo) - Date.parse(usedFrom) > LONGEST_MS) return fail('rightAuditRules.rangeTooLong')
    const found = await pastUses(db, input, TRIES + 1)
    const uses = found.slice(0, TRIES)
    const everything = platform.db.reader(wholeTenant(scope.tenantId))
    const caught: ((typeof uses)[number] & { hits: ReturnType<typeof hitsOf> })[] = []
    for (let at = 0; at < uses.length; at += FACTS_AT_ONCE) {
      const some = uses.slice(at, at + FACTS_AT_ONCE)
      const facts = await factsOf(
        everything,
        some.map(({ orderId }) => orderId),
        { riskRules },
      )
      for (const use of some) {
        const hits = facts.has(use.orderId) ? hitsOf(facts.get(use.orderId)!, { riskRules }) : []
        if (hits.length > 0) caught.push({ ...use, hits })
      }
    }
    const shown = await shownUses(
      db,
      caught.slice(0, TRIAL_SHOWS).map(({ orderId }) => orderId),
    )
    return {
      uses: uses.length,
      caught: caught.length,
      caughtFen: caught.reduce((sum, { coveredFen }) => sum + coveredFen, 0),
      byRule: auditRuleKind.options
        .filter((rule) => riskRules[rule].on)
        .map((rule) => {
          const by = caught.filter(({ hits }) => hits.includes(rule))
          return {
            rule,
            caught: by.length,
            alone: by.filter(({ hits }) => hits.length === 1).length,
            passed: by.filter(({ state }) => state === A.passed).length,
            failed: by.filter(({ state }) => state === A.failed || state === A.finalFailed).length,
          }
        }),
      rows: caught.slice(0, TRIAL_SHOWS).flatMap(({ orderId, coveredFen, hits, state }) => {
        const use = shown.get(orderId)
        return use ? [{ ...use, usedAt: use.usedAt.toISOString(), coveredFen, hits, state }] : []
      }),
      cut: found.length > TRIES,
    }
  },
  precision: async ({ input, db, scope }) => {
    const found = isOutsider(scope) ? [] : await precisionOf(db, input)
    return {
      rows: [...auditRuleKind.options, null].flatMap((rule) => {
        const row = found.find((one) => one.rule === rule)
        if (!row) return []
        const judged = row.passed + row.failed
        return [{ ...row, precisionBp: judged === 0 ? null : Math.round((row.failed * 10_000) / judged) }]
      }),
    }
  },
})
