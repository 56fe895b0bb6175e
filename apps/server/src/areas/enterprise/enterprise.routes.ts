import { enterpriseCalls } from '@chauffeur/contract/enterprise'
import { implement } from '#platform/implement'
import { pageOf } from '#platform/page'
import { wholeTenant } from '#platform/scope'
import { withWholeTenant } from '#platform/whole-tenant'
import {
  countEmployees,
  countEnterprises,
  findEnterprise,
  insertEmployee,
  listEmployees,
  listEnterprises,
  moneyOf,
  monthByPhone,
  updateEmployee,
} from './enterprise.queries.ts'
import { withinCities } from './enterprise.rules.ts'
import { countEntries, entriesOf } from './top-up.queries.ts'
import { entryView, importEmployees, reverseTopUp, topUpEnterprise } from './top-up.service.ts'
import { employeeView, enterpriseDetail, enterpriseRowView, saveEnterprise } from './enterprise.service.ts'

export const enterpriseRoutes = implement(
  'enterprise',
  enterpriseCalls,
)({
  enterprises: async ({ input, db, scope, operator, platform }) => {
    const [rows, counted] = await Promise.all([listEnterprises(db, scope, input, input), countEnterprises(db, scope, input)])
    const whole = platform.db.reader(wholeTenant(operator.tenantId))
    const money = await moneyOf(
      whole,
      rows.map((row) => row.enterprise_id),
    )
    return pageOf(
      rows.map((row) => enterpriseRowView(row, money.get(row.enterprise_id), operator.authorities)),
      counted,
      input,
    )
  },
  enterprise: async ({ input, db, scope, operator, platform, fail }) =>
    (await enterpriseDetail(db, platform.db.reader(wholeTenant(operator.tenantId)), input.enterpriseId, {
      authorities: operator.authorities,
      cities: scope.cities,
    })) ?? fail('enterprise.notFound'),
  saveEnterprise: async ({ input, db, scope, operator, fail, audit }) => {
    const before = input.enterpriseId ? await findEnterprise(db, input.enterpriseId) : undefined
    const saved = await saveEnterprise(db, input, {
      tenantId: operator.tenantId,
      userId: operator.userId,
      cities: scope.cities,
    })
    if ('refusal' in saved) return fail(saved.refusal)
    const { enterpriseId } = saved
    audit({ object: 'enterprise', objectId: enterpriseId, before, after: await findEnterprise(db, enterpriseId) })
    const detail = await withWholeTenant(db, () =>
      enterpriseDetail(db, db, enterpriseId, { authorities: operator.authorities, cities: scope.cities }),
    )
    return detail ?? fail('enterprise.notFound')
  },
  employees: async ({ input, db, scope, operator, platform, fail }) => {
    if (!(await findEnterprise(db, input.enterpriseId))) return fail('enterprise.notFound')
    const [rows, counted] = await Promise.all([
      listEmployees(db, scope, input.enterpriseId, input.keyword, input),
      countEmployees(db, scope, input.enterpriseId, input.keyword),
    ])
    const used = await monthByPhone(
      platform.db.reader(wholeTenant(operator.tenantId)),
      input.enterpriseId,
      rows.map((row) => row.phone),
    )
    return pageOf(
      rows.map((row) => employeeView(row, used.get(row.phone)?.usedFen ?? 0, operator.authorities)),
      counted,
      input,
    )
  },
  saveEmployee: async ({ input, db, operator, fail, audit }) => {
    const { enterpriseId } = input
    if (!(await findEnterprise(db, enterpriseId))) return fail('enterprise.notFound')
    const shared = { name: input.name ?? '', dept: input.dept ?? '', monthLimitFen: input.monthLimitFen ?? null }
    const row = input.employeeId
      ? ((await updateEmployee(
          db,
          { enterpriseId, employeeId: input.employeeId, by: operator.userId },
          { ...shared, state: input.active === false ? 'STOPPED' : 'ACTIVE' },
        )) ?? fail('enterprise.employeeNotFound'))
      : ((await insertEmployee(db, {
          ...shared,
          tenantId: operator.tenantId,
          enterpriseId,
          phone: input.phone ?? fail('enterprise.phoneMissing'),
          by: operator.userId,
        })) ?? fail('enterprise.employeeExists'))
    audit({ object: 'enterpriseEmployee', objectId: row.employee_id, after: row })
    const used = await withWholeTenant(db, () => monthByPhone(db, enterpriseId, [row.phone]))
    return employeeView(row, used.get(row.phone)?.usedFen ?? 0, operator.authorities)
  },
  importEmployees: async ({ input, db, operator, fail, audit }) => {
    if (!(await findEnterprise(db, input.enterpriseId))) return fail('enterprise.notFound')
    const imported = await importEmployees(db, input, operator)
    audit({ object: 'enterprise', objectId: input.enterpriseId, after: { added: imported.added, lines: imported.rows.length } })
    return imported
  },
  entries: async ({ input, db, scope, operator, platform, fail }) => {
    const enterprise = (await findEnterprise(db, input.enterpriseId)) ?? fail('enterprise.notFound')
    const whole = platform.db.reader(wholeTenant(operator.tenantId))
    const [rows, counted] = await Promise.all([entriesOf(whole, input.enterpriseId, input), countEntries(whole, input.enterpriseId)])
    const mayReverse = operator.authorities.has('enterprise.topUp') && withinCities(enterprise.city_ids, scope.cities)
    return pageOf(
      rows.map((row) => entryView(row, mayReverse)),
      counted,
      input,
    )
  },
  topUp: async ({ input, db, scope, operator, fail, audit }) => {
    const done = await topUpEnterprise(db, input, { ...operator, cities: scope.cities })
    if ('refusal' in done) return fail(done.refusal)
    const { amountFen, way, reference } = input
    audit({ object: 'enterprise', objectId: input.enterpriseId, after: { topUpId: done.topUpId, amountFen, way, reference } })
    return done
  },
  reverseTopUp: async ({ input, db, scope, operator, fail, audit }) => {
    const done = await reverseTopUp(db, input, { ...operator, cities: scope.cities })
    if ('refusal' in done) return fail(done.refusal)
    audit({ object: 'enterprise', objectId: done.enterpriseId, after: { topUpId: input.topUpId, reversed: true, reason: input.reason } })
    return { balanceFen: done.balanceFen }
  },
})
