import type { AgreementKind } from '@chauffeur/contract/privacy/agreement'
import { QUALIFICATION_LEFT } from '@chauffeur/contract/driver/file'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { askedNumber } from './agreement.queries.ts'

/** Whom an agreement is for: people `p` of a table, the column of what they said, and who of them counts. */
const PEOPLE: Record<
  AgreementKind,
  {
    from: RawBuilder<unknown>
    id: RawBuilder<string>
    said: RawBuilder<string>
    live: RawBuilder<boolean>
    /** Who is one with others: of them the last word of all counts. */
    joined?: { is: RawBuilder<boolean>; said: RawBuilder<unknown> }
  }
> = {
  EMPLOYEE: { from: sql`users p`, id: sql`p.user_id`, said: sql`c.user_id`, live: sql`p.status = 'ENABLED'` },
  DRIVER: {
    from: sql`drivers p`,
    id: sql`p.driver_id`,
    said: sql`c.driver_id`,
    live: sql`p.qualification <> ${sql.lit(QUALIFICATION_LEFT)}`,
  },
  CUSTOMER: {
    from: sql`customers p`,
    id: sql`p.customer_id`,
    said: sql`c.customer_id`,
    live: sql`p.erased_at is null and p.merged_into is null`,
    joined: {
      is: sql`exists (select from customers m where m.tenant_id = app_tenant() and m.merged_into = p.customer_id)`,
      said: sql`
        select distinct on (one.id) one.id, c.given, c.number
        from (select merged_into as id, customer_id as by_id from customers where tenant_id = app_tenant() and merged_into is not null
          union select merged_into, merged_into from customers where tenant_id = app_tenant() and merged_into is not null) one
          join agreement_consents c on c.tenant_id = app_tenant() and c.customer_id = one.by_id
        order by one.id, c.consent_id desc`,
    },
  },
}

/**
 * How many there are and how many of them agreed to what is asked. People are counted by themselves and what was said by itself: few of a
 * million customers have said anything.
 */
async function countOf(db: TenantDb, kind: AgreementKind) {
  const { from, id, said, live, joined } = PEOPLE[kind]
  const asked = await askedNumber(db, kind)
  const [{ rows: all }, { rows: spoke }] = await Promise.all([
    sql<{ n: number }>`select count(*)::int as n from ${from} where ${live}`.execute(db),
    sql<{ agreed: number; declined: number }>`
      select count(*) filter (where word.given and word.number >= ${asked})::int as agreed, count(*) filter (where not word.given)::int as declined
      from (select last.given, last.number from (
          select distinct on (${said}) ${said} as id, c.given, c.number from agreement_consents c where c.tenant_id = app_tenant() and ${said} is not null
          order by ${said}, c.consent_id desc) last
          join ${from} on ${id} = last.id and ${live} ${joined ? sql`and not ${joined.is}` : sql``}
        ${joined ? sql`union all select last.given, last.number from (${joined.said}) last join ${from} on ${id} = last.id and ${live}` : sql``}) word`.execute(
      db,
    ),
  ])
  return { kind, asked, people: all[0]!.n, agreed: asked === 0 ? 0 : spoke[0]!.agreed, declined: asked === 0 ? 0 : spoke[0]!.declined }
}

export const agreementCounts = (db: TenantDb) => Promise.all((['CUSTOMER', 'DRIVER', 'EMPLOYEE'] as const).map((kind) => countOf(db, kind)))
