import { randomInt } from 'node:crypto'
import type { PhotoFlag } from '@chauffeur/contract/quality/photo-model'
import { keepBands, photos } from '#areas/order/evidence'
import { photoRules } from '../rules/index.ts'
import type { TenantTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import { printOfPhoto, thumbOf } from '#platform/pictures/photos'
import type { Print } from '#platform/pictures/print.rules'
import { takeOver } from '#platform/files/take-over'
import type { Platform } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import { bringToReview, caseFacts, cases, casesComplained, casesOver, claimsOver, type DueCase, holdCase, timer } from './case.queries.ts'
import { bringsAtOnce, whyOf } from './case.rules.ts'
import { awayOf, flagsOf } from './flags.rules.ts'
import { keepMatches, matchesOf } from './match.queries.ts'
import { type DuePhoto, knownPhoto, tripOf, unscreened } from './photo.queries.ts'

const AT_ONCE = 100

/** What is made of the picture itself; of one that came before small ones were made, that too. */
async function drawn(platform: Platform, due: DuePhoto): Promise<{ print: Print | null; thumbId: string | null }> {
  const { db, files } = platform
  const storedId = due.stored_id ?? (await movedOf(platform, due.file_id))
  const file = storedId ? await files.find(db.reader(wholeTenant(due.tenant_id)), storedId) : null
  if (!file) return { print: null, thumbId: null }
  const jpeg = await files.readAll(file)
  const print = await printOfPhoto(jpeg)
  if (due.thumb_id) return { print, thumbId: null }
  const thumb = await files.put({ tenantId: due.tenant_id, kind: 'ORDER_THUMB' }, await thumbOf(jpeg))
  return { print, thumbId: thumb.fileId }
}
async function movedOf({ db }: Platform, fileId: string): Promise<string | null> {
  await takeOver(db.files, 'picture', fileId)
  const row = await db.acrossTenants((tx) =>
    tx.selectFrom('order_files').select('stored_id').where('file_id', '=', fileId).executeTakeFirst(),
  )
  return row?.stored_id ?? null
}

/** Adds findings to the pictures that came later and show the same. */
async function flagOthers(tx: TenantTx, fileIds: ReadonlyMap<string, PhotoFlag>): Promise<void> {
  for (const [fileId, flag] of fileIds) {
    const seen = await knownPhoto(tx, fileId)
    // The case before the picture, as everywhere: a reviewer may be judging this one.
    const held = seen?.known ? await holdCase(tx, { tenantId: seen.tenant_id, orderId: seen.order_id }) : null
    const row = await photos.lock(tx, fileId)
    if (!row || row.flags.includes(flag)) continue
    await photos.note(tx, row, { event: 'screen', actor: timer, reason: flag, set: { flags: [...row.flags, flag] } })
    if (!held) continue
    const { flags } = await photoRules.contentFor(tx, (await tripOf(tx, row.order_id)).cityId)
    if (flags.includes(flag)) await bringToReview(tx, held, ['FLAGGED'])
  }
}

/** Looks for what is wrong with one picture, and brings its order to reviewers where the rules of its city say so. */
async function screen(platform: Platform, due: DuePhoto): Promise<void> {
  const { print, thumbId } = await drawn(platform, due)
  await platform.db.write(wholeTenant(due.tenant_id), async (tx) => {
    // One that came before originals were kept is known again, and is no work for anybody.
    const held = due.known ? await holdCase(tx, { tenantId: due.tenant_id, orderId: due.order_id }) : null
    const row = await photos.lock(tx, due.file_id)
    if (!row || row.screened_at) return
    if (print && !row.print) await keepBands(tx, row.tenant_id, row.file_id, print.hash)
    const found = await matchesOf(tx, row, print)
    await keepMatches(tx, row.tenant_id, found)
    const trip = await tripOf(tx, row.order_id)
    const rules = await photoRules.contentFor(tx, trip.cityId)
    const facts = {
      kind: row.kind,
      takenAt: row.taken_at?.getTime() ?? null,
      uploadedAt: row.created_at.getTime(),
      place: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
      accuracyM: row.accuracy_m,
      blank: due.known && print === null,
      again: row.replaces !== null,
      known: due.known,
    }
    const own = found.filter(({ fileId }) => fileId === row.file_id)
    const away = awayOf(facts, trip)
    const flags: PhotoFlag[] = [
      ...(own.some(({ sameOrder }) => !sameOrder) ? (['REUSED'] as const) : []),
      ...(own.some(({ sameOrder }) => sameOrder) ? (['TWICE'] as const) : []),
      ...flagsOf(facts, trip, rules, away),
    ]
    await photos.note(tx, row, {
      event: 'screen',
      actor: timer,
      reason: flags.join(' '),
      set: {
        screened_at: new Date(),
        flags,
        away_m: away,
        print: print?.bits ?? null,
        ...(thumbId && { thumb_id: thumbId }),
      },
    })
    // Whose it is stands there first: who may keep it is asked by that.
    if (thumbId) await platform.files.keep(tx, thumbId)
    if (held && row.replaces) await bringToReview(tx, held, ['RETAKEN'])
    else if (held && bringsAtOnce(flags, rules)) await bringToReview(tx, held, ['FLAGGED'])
    const later = found.filter(({ otherId }) => otherId === row.file_id)
    await flagOthers(tx, new Map(later.map(({ fileId, sameOrder }) => [fileId, sameOrder ? 'TWICE' : 'REUSED'])))
  })
}

/** Looks at every picture that nothing was looked for in; one that cannot be holds up no other. Returns how many there were. */
export const screenPhotos = (platform: Platform): Promise<number> =>
  eachDue(
    {
      read: (except: string[], limit) => platform.db.acrossTenants((tx) => unscreened(tx, except, limit)),
      idOf: ({ file_id }) => file_id,
      limit: AT_ONCE,
    },
    (due) => screen(platform, due),
  )

const eachCase = (
  platform: Platform,
  due: typeof casesOver,
  work: (tx: TenantTx, row: Awaited<ReturnType<typeof holdCase>>) => Promise<unknown>,
): Promise<number> =>
  eachDue(
    {
      read: (except: string[], limit) => platform.db.acrossTenants((tx) => due(tx, except, limit)),
      idOf: ({ order_id }: DueCase) => order_id,
      limit: AT_ONCE,
    },
    ({ tenant_id, order_id }) =>
      platform.db.write(wholeTenant(tenant_id), async (tx) => {
        const row = await cases.lock(tx, order_id)
        if (row) await work(tx, row)
      }),
  )

/** Decides of each order whose trip is over whether people look at its pictures: by rule, or by chance. */
export const chooseOrders = (platform: Platform): Promise<number> =>
  eachCase(platform, casesOver, async (tx, row) => {
    if (row.state !== 'OPEN') return
    const { city_id: cityId, days_here: daysHere, complaint } = await caseFacts(tx, row.order_id)
    const why = whyOf({ daysHere, complaint, drawn: randomInt(10_000) }, await photoRules.contentFor(tx, cityId))
    if (why.length > 0) await bringToReview(tx, row, why)
    else await cases.move(tx, row, { event: 'clear', actor: timer })
  })

/** What somebody complained about later is looked at too. */
export const followComplaints = (platform: Platform): Promise<number> =>
  eachCase(platform, casesComplained, async (tx, row) => {
    const { city_id: cityId } = await caseFacts(tx, row.order_id)
    if ((await photoRules.contentFor(tx, cityId)).complaints) await bringToReview(tx, row, ['COMPLAINT'])
  })

/** What somebody claimed and did not finish waits for anybody again. */
export const endPhotoClaims = (platform: Platform): Promise<number> =>
  eachCase(platform, claimsOver, async (tx, row) => {
    if (row.claimed_until && row.claimed_until <= new Date()) await cases.move(tx, row, { event: 'lapse', actor: timer })
  })
