import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { implement } from '#platform/http/implement'
import { wholeTenant } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import { employeeList, enterpriseList, entryList } from './enterprise.list.ts'
import { findEnterprise, findEnterprises, insertEmployee, monthByPhone, updateEmployee } from './enterprise.queries.ts'
import { reverseTopUp, topUpEnterprise } from './top-up.service.ts'
import { employeeView, enterpriseDetail, saveEnterprise } from './enterprise.service.ts'

export const enterpriseRoutes = implement(
  'enterprise',
  enterpriseCalls,
)({
  enterprises: enterpriseList.page,
  findEnterprises: async ({ input, db, scope }) => ({ rows: await findEnterprises(db, input, scope) }),
  enterprise: async ({ input, db, scope, operator, platform, fail }) =>
    (await enterpriseDetail(db, platform.db.reader(wholeTenant(operator.tenantId)), input.enterpriseId, {
      authorities: operator.authorities,
      cities: scope.cities,
    })) ?? fail('enterprise.notFound'),
  saveEnterprise: async ({ input, db, scope, operator, fail, audit }) => {
    const before = input.enterpriseId ? await findEnterprise(db, input.enterpriseId) : undefined
    const detailOf = (enterpriseId: string) =>
      enterpriseDetail(db, whole(db), enterpriseId, { authorities: operator.authorities, cities: scope.cities })
    const by = { tenantId: operator.tenantId, userId: operator.userId, cities: scope.cities }
    const { enterpriseId } = await saveEnterprise(db, input, by, { fail, present: () => detailOf(input.enterpriseId!) })
    audit({ object: 'enterprise', objectId: enterpriseId, before, after: await findEnterprise(db, enterpriseId) })
    return (await detailOf(enterpriseId)) ?? fail('enterprise.notFound')
  },
  employees: employeeList.page,
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
    const used = await monthByPhone(whole(db), enterpriseId, [row.phone])
    return employeeView(row, used.get(row.phone)?.usedFen ?? 0, operator.authorities)
  },
  entries: entryList.page,
  topUp: async ({ input, db, scope, operator, fail, audit }) => {
    const done = await topUpEnterprise(db, input, { ...operator, cities: scope.cities, fail })
    const { amountFen, way, reference } = input
    audit({ object: 'enterprise', objectId: input.enterpriseId, after: { topUpId: done.topUpId, amountFen, way, reference } })
    return done
  },
  reverseTopUp: async ({ input, db, scope, operator, fail, audit }) => {
    const done = await reverseTopUp(db, input, { ...operator, cities: scope.cities, fail })
    audit({ object: 'enterprise', objectId: done.enterpriseId, after: { topUpId: input.topUpId, reversed: true, reason: input.reason } })
    return { balanceFen: done.balanceFen }
  },
})
