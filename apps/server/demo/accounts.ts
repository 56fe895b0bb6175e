/** The accounts that the demo world opens, one for each role of the product. */
export interface DemoAccount {
  role: 'operator' | 'finance' | 'city operations' | 'organisation' | 'partner' | 'tenant administrator' | 'platform administrator'
  username: string
  password: string
  shows: string
}

const password = 'Daijia#2026'

export const demoAccounts: readonly DemoAccount[] = [
  { role: 'operator', username: 'operator', password, shows: 'the order desk and the orders of all four cities of 归航代驾' },
  {
    role: 'finance',
    username: 'finance',
    password,
    shows: 'orders and revenue of all cities, with masked telephones and nothing to change',
  },
  { role: 'city operations', username: 'cityops', password, shows: 'drivers and orders of Hangzhou and Shanghai only' },
  { role: 'organisation', username: 'fleet', password, shows: 'the Hangzhou company with its two fleets: their drivers and orders only' },
  { role: 'partner', username: 'partner', password, shows: 'the orders that came through one partner channel, with masked telephones' },
  { role: 'tenant administrator', username: 'admin', password, shows: 'everything of 归航代驾' },
  { role: 'platform administrator', username: 'platform', password, shows: 'everything of 归航代驾, and what crosses tenants' },
]

/** The operator of the second tenant, 橙灯代驾. */
export const secondTenantOperator = { username: 'operator2', password }
