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
import {
  bringToReview,
  type CaseRow,
  caseFacts,
  cases,
  casesComplained,
  casesOver,
  claimsOver,
  type DueCase,
  holdCase,
  timer,
} from './case.queries.ts'
import { bringsAtOnce, whyOf } from './case.rules.ts'
import { awayOf, flagsOf } from './flags.rules.ts'
import { keepMatches, matchesOf } from './match.queries.ts'
import { type DuePhoto, knownPhotos, photoAsItIs, tripOf, unscreened } from './photo.queries.ts'

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

/** The cases of these orders, held one after the other by number: two screenings that find pictures of each other's orders wait in a line. */
async function holdCases(tx: TenantTx, tenantId: string, orderIds: readonly string[]): Promise<Map<string, CaseRow>> {
  const held = new Map<string, CaseRow>()
  const inLine = [...new Set(orderIds)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  for (const orderId of inLine) held.set(orderId, await holdCase(tx, { tenantId, orderId }))
  return held
}

interface Later {
  fileId: string
  flag: PhotoFlag
  /** It came when originals were kept already: one from before is known again, and is no work for anybody. */
  known: boolean
}
/** Adds findings to the pictures that came later and show the same. */
async function flagOthers(tx: TenantTx, later: readonly Later[], held: Map<string, CaseRow>): Promise<void> {
  for (const { fileId, flag, known } of later) {
    const row = await photos.lock(tx, fileId)
    if (!row || row.flags.includes(flag)) continue
    await photos.note(tx, row, { event: 'screen', actor: timer, reason: flag, set: { flags: [...row.flags, flag] } })
    const ofOrder = known ? held.get(row.order_id) : undefined
    if (!ofOrder) continue
    const { flags } = await photoRules.contentFor(tx, (await tripOf(tx, row.order_id)).cityId)
    if (flags.includes(flag)) held.set(row.order_id, await bringToReview(tx, ofOrder, ['FLAGGED']))
  }
}

/** Looks for what is wrong with one picture, and brings its order to reviewers where the rules of its city say so. */
async function screen(platform: Platform, due: DuePhoto): Promise<void> {
  const { print, thumbId } = await drawn(platform, due)
  await platform.db.write(wholeTenant(due.tenant_id), async (tx) => {
    const seen = await photoAsItIs(tx, due.file_id)
    // Removed meanwhile, with its order or its customer.
    if (!seen) return
    const found = await matchesOf(tx, seen, print)
    const others = await knownPhotos(
      tx,
      found.filter(({ otherId }) => otherId === due.file_id).map(({ fileId }) => fileId),
    )
    // All cases before all pictures, as everywhere: a reviewer may be judging one of these.
    const orders = [{ known: due.known, order_id: due.order_id }, ...others].filter(({ known }) => known)
    const held = await holdCases(
      tx,
      due.tenant_id,
      orders.map(({ order_id }) => order_id),
    )
    const row = await photos.lock(tx, due.file_id)
    if (!row || row.screened_at) return
    if (print && !row.print) await keepBands(tx, row.tenant_id, row.file_id, print.hash)
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
    const ofOrder = due.known ? held.get(row.order_id) : undefined
    const why = row.replaces ? ('RETAKEN' as const) : bringsAtOnce(flags, rules) ? ('FLAGGED' as const) : null
    if (ofOrder && why) held.set(row.order_id, await bringToReview(tx, ofOrder, [why]))
    await flagOthers(
      tx,
      others.map(({ file_id, order_id, known }) => ({ fileId: file_id, flag: order_id === row.order_id ? 'TWICE' : 'REUSED', known })),
      held,
    )
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
