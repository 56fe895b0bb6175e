import type { agreementCalls, AgreementKind, AgreementView } from '@chauffeur/contract/privacy/agreement'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantDb } from '#platform/database/db'
import { type Scope, seesEveryCity } from '#platform/database/scope'
import type { Fail, WriteContext } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import type { OperatorSession } from '#platform/identity/session'
import {
  deleteDraft,
  type DraftDb,
  findDraft,
  findNumber,
  insertVersion,
  lockKind,
  newestNumber,
  presentVersions,
  saveDraft,
} from './agreement.queries.ts'
import { faultsOf } from './agreement.rules.ts'
import { withText } from './agreement.view.ts'
import { differenceOf } from './difference.rules.ts'
import { digestOf } from './digest.ts'
import { cleanRichText } from './rich-text.rules.ts'

type Calls = typeof agreementCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]> & { request: { english: boolean } }

/** How the agreement of a kind stands for the asker. */
export async function agreementOf(
  db: TenantDb,
  kind: AgreementKind,
  { operator, scope }: { operator: OperatorSession; scope: Scope },
): Promise<AgreementView> {
  const [present, draft, newest] = await Promise.all([presentVersions(db, kind), findDraft(db, kind), newestNumber(db, kind)])
  const may = (authority: string) => operator.authorities.has(authority) && seesEveryCity(scope)
  return {
    kind,
    inForce: withText(present.find(({ state }) => state === 'IN_FORCE')),
    coming: withText(present.find(({ state }) => state === 'COMING')),
    draft: draft
      ? {
          title: draft.title,
          html: draft.html,
          summary: draft.summary,
          changeLevel: draft.change_level,
          effectiveAt: draft.effective_at?.toISOString() ?? null,
          version: draft.version,
          changedAt: draft.updated_at.toISOString(),
          changedByName: draft.updated_by_name,
        }
      : null,
    newest,
    allowedActions: [
      ...(may('privacy.edit') ? (['edit'] as const) : []),
      ...(may('privacy.publish') && draft ? (['publish'] as const) : []),
    ],
  }
}

/** The draft of a kind while nobody else works on it, as it was seen. */
async function toChange(
  context: WriteContextOf<'discard'> | WriteContextOf<'update'>,
  kind: AgreementKind,
  version: number,
  needed?: Fail<'agreement.noDraft'>,
): Promise<DraftDb | null> {
  const { tx, operator, scope } = context
  const fail = context.fail as Fail<'agreement.beyond' | 'agreement.versionConflict'>
  if (!seesEveryCity(scope)) return fail('agreement.beyond')
  await lockKind(tx, operator.tenantId, kind)
  const draft = (await findDraft(tx, kind)) ?? null
  if (!draft && needed) return needed('agreement.noDraft')
  return (draft?.version ?? 0) === version ? draft : fail('agreement.versionConflict', { current: await agreementOf(tx, kind, context) })
}

export async function saveAgreementDraft(input: ParsedInputOf<Calls['update']>, context: WriteContextOf<'update'>): Promise<AgreementView> {
  const { tx, operator, request, audit, fail } = context
  const { kind, title, changeLevel, summary = '' } = input
  const before = await toChange(context, kind, input.version)
  const written = { html: cleanRichText(input.html), changeLevel, effectiveAt: input.effectiveAt ? new Date(input.effectiveAt) : null }
  const faults = faultsOf(written, await newestNumber(tx, kind), new Date())
  if (faults.length > 0) return fail('agreement.invalid', fieldsOf(faults, request.english))
  await saveDraft(tx, { tenantId: operator.tenantId, kind, title, summary, ...written, by: operator })
  audit({
    object: 'agreement',
    objectId: kind,
    ...(before && { before: { title: before.title, changeLevel: before.change_level, digest: digestOf(before.title, before.html) } }),
    after: { title, changeLevel, summary, effectiveAt: input.effectiveAt ?? null, digest: digestOf(title, written.html) },
  })
  return agreementOf(tx, kind, context)
}

/** The draft becomes the next version, which nobody changes any more. Who has to agree is asked from its beginning on, when they sign in. */
export async function publishAgreement(
  { kind, version }: ParsedInputOf<Calls['publish']>,
  context: WriteContextOf<'publish'>,
): Promise<AgreementView> {
  const { tx, operator, request, audit, fail } = context
  const draft = (await toChange(context as unknown as WriteContextOf<'discard'>, kind, version, fail))!
  const newest = await newestNumber(tx, kind)
  // It may have waited past its beginning; and a text kept by an older program is cleaned by the rules of this one.
  const written = { html: cleanRichText(draft.html), changeLevel: draft.change_level, effectiveAt: draft.effective_at }
  const faults = faultsOf(written, newest, new Date())
  if (faults.length > 0) return fail('agreement.invalid', fieldsOf(faults, request.english))
  const { title, summary } = draft
  const made = { kind, number: newest + 1, title, summary, ...written, digest: digestOf(title, written.html) }
  const { agreement_id: agreementId } = await insertVersion(tx, { tenantId: operator.tenantId, ...made, by: operator })
  await deleteDraft(tx, kind)
  const { html: _, ...logged } = made
  audit({ object: 'agreement', objectId: agreementId, after: { ...logged, effectiveAt: written.effectiveAt?.toISOString() ?? null } })
  return agreementOf(tx, kind, context)
}

export async function discardDraft(
  { kind, version }: ParsedInputOf<Calls['discard']>,
  context: WriteContextOf<'discard'>,
): Promise<AgreementView> {
  const draft = (await toChange(context, kind, version, context.fail))!
  await deleteDraft(context.tx, kind)
  context.audit({ object: 'agreement', objectId: kind, before: { title: draft.title, digest: digestOf(draft.title, draft.html) } })
  return agreementOf(context.tx, kind, context)
}

/** What a version, or the draft, says otherwise than the one before it or another. */
export async function agreementDifference(
  db: TenantDb,
  { kind, number, from }: ParsedInputOf<Calls['difference']>,
  fail: Fail<'agreement.notFound' | 'agreement.noDraft'>,
) {
  const after = number === undefined ? await findDraft(db, kind) : await findNumber(db, kind, number)
  if (!after) return fail(number === undefined ? 'agreement.noDraft' : 'agreement.notFound')
  const earlier = from ?? (number === undefined ? await newestNumber(db, kind) : number - 1)
  const before = earlier === 0 ? null : ((await findNumber(db, kind, earlier)) ?? fail('agreement.notFound'))
  return { from: earlier, ...differenceOf(before?.html ?? '', after.html) }
}
