// The simulator on the demo world: with the demo's operators unless others are given.
import { demoAccounts, secondTenantOperator } from '../apps/server/demo/accounts.ts'

const operators = [demoAccounts.find((account) => account.role === 'operator'), secondTenantOperator]
process.env.SIMULATOR_OPERATORS ||= operators.flatMap((one) => (one ? [`${one.username}:${one.password}`] : [])).join(',')
await import('../apps/simulator/src/main.ts')
