import { accountCalls, accountRefusals } from './account.ts'
import { appsCalls, appsRefusals } from './app.ts'
import { authorityCalls, authorityRefusals } from './authority.ts'
import { departmentCalls } from './department.ts'
import { functionCalls } from './function.ts'
import { menuCalls } from './menu.ts'
import { roleCalls } from './role.ts'
import { sessionCalls, sessionRefusals } from './session.ts'
import { setupCalls, setupRefusals } from './setup.ts'
import { tenancyCalls, tenancyRefusals } from './tenant.ts'
import { peopleCalls, peopleRefusals } from './user.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  session: sessionCalls,
  authority: { ...authorityCalls, ...functionCalls, ...menuCalls, ...roleCalls },
  people: { ...peopleCalls, ...departmentCalls },
  account: accountCalls,
  setup: setupCalls,
  tenancy: tenancyCalls,
  apps: appsCalls,
}
export const refusals = [sessionRefusals, authorityRefusals, peopleRefusals, accountRefusals, setupRefusals, tenancyRefusals, appsRefusals]
