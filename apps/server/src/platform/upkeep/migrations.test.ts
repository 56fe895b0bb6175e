import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OUTSIDE } from './migrate.ts'
import { statementsOf } from '../database/sql-statements.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)
/** What is applied somewhere already stays as it is. */
const LAST_UNCHECKED = '20261122000970'
/** What an installation of years keeps few of; every other table may have ten million rows. */
const SMALL = new Set(
  `tenants cities places departments tenant_cities channels functions roles role_functions role_departments menus systems apps app_admins app_pays
   logos dispatch_settings dispatch_leases cancel_rules price_templates price_fences weather_rules dynamic_rates coupon_templates right_configs
   driver_duty_rules withdrawal_settings withdrawal_tax_settings setting_versions order_teams order_team_members processes ledger_checks`.split(
    /\s+/,
  ),
)
/** `-- allowed: why` in the file, where a rule is broken on purpose. */
const ALLOWED = /^-- allowed: \S.{20,}/m

/** What a migration must not do to a table of ten million rows while an older process serves. */
function faultsOf(text: string): string[] {
  if (ALLOWED.test(text)) return []
  const outside = text.startsWith(OUTSIDE)
  const faults: string[] = []
  const made = new Set<string>()
  const statements = statementsOf(text).map((statement) => statement.replaceAll(/\s+/g, ' ').toLowerCase())
  for (const statement of statements) {
    const table = /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(statement)?.[1]
    if (table) made.add(table)
  }
  const large = (table: string | undefined) => table !== undefined && !SMALL.has(table) && !made.has(table)
  const fault = (table: string | undefined, what: string) => faults.push(`${table}: ${what}`)

  for (const statement of statements) {
    const index = /^create (?:unique )?index (concurrently )?(if not exists )?.*?\bon (?:only )?(\w+)/.exec(statement)
    if (large(index?.[3]) && !(index![1] && index![2] && outside))
      fault(index![3], `an index is built with "create index concurrently if not exists" in a file that begins with "${OUTSIDE}"`)
    if (/^drop index (?!concurrently)/.test(statement)) fault('index', `is dropped "concurrently" in a file that begins with "${OUTSIDE}"`)
    if (outside && /^(?:do|insert|update|delete|create (?!(?:unique )?index))/.test(statement))
      fault('file', 'outside a transaction stand only indexes and constraints, which can be run again after they were cut off')

    const altered = /^alter table (?:if exists )?(?:only )?(\w+) (.*)/.exec(statement)
    if (altered && large(altered[1])) {
      for (const action of actionsOf(altered[2]!)) {
        if (/^add (?:column )?.*generated (?:always|by default) as/.test(action))
          fault(altered[1], 'a generated or identity column rewrites it')
        if (/^add (?:column )?.*default (?:[a-z_]*random|clock_timestamp|gen_|nextval|uuid)/.test(action))
          fault(altered[1], 'a default that differs by row rewrites it')
        if (/^alter (?:column )?\w+ (?:set data )?type/.test(action))
          fault(altered[1], 'another type rewrites it: add a column beside and fill it')
        if (
          /^add (?:column |if not exists )*(?!constraint|check|foreign|unique|primary|exclude)\w+ .*\b(?:check ?\(|references |unique\b|primary key)/.test(
            action,
          )
        )
          fault(altered[1], 'a column comes without check and reference, which are added "not valid" after it')
        if (/^add (?:constraint \w+ )?(?:check|foreign)/.test(action) && !action.endsWith('not valid'))
          fault(altered[1], 'a constraint is added "not valid" first')
        if (/^add (?:constraint \w+ )?(?:unique|primary|exclude)/.test(action) && !action.includes('using index'))
          fault(altered[1], 'a key is made of an index that was built before: "using index"')
        if (action.startsWith('validate constraint') && !outside)
          fault(altered[1], `a constraint is validated in a file that begins with "${OUTSIDE}"`)
        if (/^alter (?:column )?\w+ set not null/.test(action))
          fault(altered[1], '"set not null" reads all of it: a check "not valid" does the same')
      }
    }
    const changed = /^(?:with .*?\) )?(?:update|delete from) (?:only )?(\w+)/.exec(statement)?.[1]
    if (large(changed) && !/\bwhere\b/.test(statement)) fault(changed, 'every row is changed at once')
    if (/^(?:vacuum|cluster|reindex)/.test(statement)) fault('file', `"${statement.split(' ')[0]}" is the operator's`)
  }
  return faults
}

/** `a, b(c, d)` at its outer commas. */
function actionsOf(text: string): string[] {
  let depth = 0
  let from = 0
  const actions: string[] = []
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')') depth--
    if ((text[at] === ',' && depth === 0) || at === text.length) {
      actions.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  return actions
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))

test.each(files.filter((name) => name.slice(0, 14) > LAST_UNCHECKED))(
  '%s can run while an older process serves ten million orders',
  (name) => {
    expect(faultsOf(readFileSync(new URL(name, FOLDER), 'utf8')), 'see CONTRIBUTING.md, "A migration"').toEqual([])
  },
)

test('numbers of migrations are not given twice', () => {
  const numbers = files.map((name) => name.slice(0, 14))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

test.each([
  ['create index a on orders (x)', 1],
  ['create table fresh (a int); create index a on fresh (a); alter table fresh add check (a > 0)', 0],
  [`${OUTSIDE}\ncreate index concurrently if not exists a on orders (x);`, 0],
  [`${OUTSIDE}\ncreate index concurrently a on orders (x);`, 1],
  ['create index a on tenants (x)', 0],
  ['alter table orders add column tail text generated always as (right(no, 6)) stored', 1],
  ['alter table orders add column a int not null default 0, add column b timestamptz default clock_timestamp()', 1],
  ['alter table orders add column a int check (a > 0)', 1],
  ['alter table orders add column a int, add constraint b check (a > 0 or a in (1, 2)) not valid', 0],
  ['alter table orders add foreign key (a, b) references c (a, b)', 1],
  ['alter table orders alter column a type bigint, alter b set not null', 2],
  ['alter table orders validate constraint a', 1],
  ['update orders set a = 1', 1],
  ['update orders set a = 1 where a is null; drop index orders_a', 1],
  ["-- allowed: the table is empty wherever this runs\ncreate index a on orders (x); select ';'", 0],
])('of "%s" %i things are said', (text, count) => {
  expect(faultsOf(text)).toHaveLength(count)
})

test('a statement ends at a semicolon that is not in a text, a name, a body or a comment', () => {
  expect(statementsOf(`select ';', "a;b"; -- one; two\ndo $x$ begin; end; $x$;\n/* ; */ select 1 - 1 / 2`)).toEqual([
    `select ';', "a;b"`,
    'do $x$ begin; end; $x$',
    'select 1 - 1 / 2',
  ])
})
