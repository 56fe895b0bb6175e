import type { AgreementKind, AgreementState, ChangeLevel } from '@chauffeur/contract/privacy/agreement'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb, TenantTx, WholeTx } from '#platform/database/db'

/** Of a version `v`: it has begun and no later one has, it has not begun, or a later one has. */
const state = sql<AgreementState>`case
  when exists (select from agreement_versions n where n.tenant_id = v.tenant_id and n.kind = v.kind and n.number > v.number and n.effective_at <= now()) then 'REPLACED'
  when v.effective_at > now() then 'COMING' else 'IN_FORCE' end`

export const versions = (db: TenantDb) => db.selectFrom('agreement_versions as v')
export const inState = (wanted: AgreementState): RawBuilder<boolean> => sql<boolean>`${state} = ${wanted}`
export const listed = (rows: ReturnType<typeof versions>) =>
  rows
    .select(['v.agreement_id', 'v.number', 'v.title', 'v.summary', 'v.effective_at', 'v.published_at', 'v.published_by_name', 'v.digest'])
    .select([sql<AgreementKind>`v.kind`.as('kind'), sql<ChangeLevel>`v.change_level`.as('change_level'), state.as('state')])
export type VersionDb = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const whole = (db: TenantDb) => listed(versions(db)).select('v.html')
export type TextDb = VersionDb & { html: string }

export const findVersion = (db: TenantDb, agreementId: string) => whole(db).where('v.agreement_id', '=', agreementId).executeTakeFirst()
export const findNumber = (db: TenantDb, kind: AgreementKind, number: number) =>
  whole(db).where('v.kind', '=', kind).where('v.number', '=', number).executeTakeFirst()
/** What holds now, and the newest that has not begun. */
export const presentVersions = (db: TenantDb, kind: AgreementKind) =>
  whole(db).where('v.kind', '=', kind).where(sql<boolean>`${state} <> 'REPLACED'`).orderBy('v.number', 'desc').execute()
export const newestNumber = async (db: TenantDb, kind: AgreementKind): Promise<number> =>
  (await versions(db).select('v.number').where('v.kind', '=', kind).orderBy('v.number', 'desc').limit(1).executeTakeFirst())?.number ?? 0

export const insertVersion = (
  tx: TenantTx,
  version: {
    tenantId: string
    kind: AgreementKind
    number: number
    title: string
    html: string
    summary: string
    changeLevel: ChangeLevel
    effectiveAt: Date | null
    digest: string
    by: { userId: string; realName: string }
  },
) =>
  tx
    .insertInto('agreement_versions')
    .values({
      tenant_id: version.tenantId,
      kind: version.kind,
      number: version.number,
      title: version.title,
      html: version.html,
      summary: version.summary,
      change_level: version.changeLevel,
      effective_at: version.effectiveAt ?? sql`now()`,
      digest: version.digest,
      published_by: version.by.userId,
      published_by_name: version.by.realName,
    })
    .returning('agreement_id')
    .executeTakeFirstOrThrow()

/** Whoever writes or publishes one of a kind waits for whoever does. */
export const lockKind = (tx: TenantTx, tenantId: string, kind: AgreementKind) =>
  sql`select pg_advisory_xact_lock(hashtext(${`agreement/${tenantId}/${kind}`}))`.execute(tx)
export const findDraft = (db: TenantDb, kind: AgreementKind) =>
  db
    .selectFrom('agreement_drafts')
    .selectAll()
    .select(sql<ChangeLevel>`change_level`.as('change_level'))
    .where('kind', '=', kind)
    .executeTakeFirst()
export type DraftDb = NonNullable<Awaited<ReturnType<typeof findDraft>>>

export const saveDraft = (
  tx: TenantTx,
  draft: {
    tenantId: string
    kind: AgreementKind
    title: string
    html: string
    summary: string
    changeLevel: ChangeLevel
    effectiveAt: Date | null
    by: { userId: string; realName: string }
  },
) => {
  const set = {
    title: draft.title,
    html: draft.html,
    summary: draft.summary,
    change_level: draft.changeLevel,
    effective_at: draft.effectiveAt,
    updated_by: draft.by.userId,
    updated_by_name: draft.by.realName,
  }
  return tx
    .insertInto('agreement_drafts')
    .values({ tenant_id: draft.tenantId, kind: draft.kind, ...set })
    .onConflict((on) =>
      on.columns(['tenant_id', 'kind']).doUpdateSet({ ...set, updated_at: sql`now()`, version: sql`agreement_drafts.version + 1` }),
    )
    .execute()
}
export const deleteDraft = (tx: TenantTx, kind: AgreementKind) => tx.deleteFrom('agreement_drafts').where('kind', '=', kind).execute()

/** The version that everybody of a kind has to have agreed to at least; 0 where nothing is asked. */
export const askedNumber = async (db: TenantDb | WholeTx, kind: AgreementKind): Promise<number> => {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0) as number from agreement_versions where kind = ${kind} and change_level = 'MATERIAL' and effective_at <= now()`.execute(
    db,
  )
  return rows[0]!.number
}
