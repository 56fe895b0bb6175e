// The simulator on the demo world: with the demo's operators unless others are given.
import { demoAccounts, secondTenantOperator } from '../apps/server/demo/accounts.ts'

const operators = [demoAccounts.find((account) => account.role === 'operator'), secondTenantOperator]
process.env.SIMULATOR_OPERATORS ||= operators.flatMap((one) => (one ? [`${one.username}:${one.password}`] : [])).join(',')
const admin = demoAccounts.find((account) => account.role === 'tenant administrator')
if (admin) process.env.SIMULATOR_PARTNER ||= `${admin.username}:${admin.password}`
await import('../apps/simulator/src/main.ts')
