import { createHash } from 'node:crypto'
import type { OrderFileKind } from '@chauffeur/contract/quality/photo-model'
import type pg from 'pg'
import sharp from 'sharp'
import { addOrderFile, originalContext } from '#areas/order/evidence'
import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { orderPhotoFrom } from '#platform/pictures/photos'
import type { RuntimeUrls } from '#platform/upkeep/migrate'
import { byCalls } from '../by-calls.ts'

interface Trip {
  tenant: string
  order: string
  driver: string
  name: string
  /** When and where it began and ended. */
  departed: Date
  ended: Date
  from: { lat: number; lng: number }
  to: { lat: number; lng: number }
}
const TRIPS = 7
/** The latest trips of the first business that are over, of different drivers. */
const latestTrips = async (client: pg.ClientBase): Promise<Trip[]> =>
  (
    await client.query<Trip>(
      `select * from (
         select distinct on (o.driver_id) o.tenant_id::text as tenant, o.order_id::text as "order", o.driver_id::text as driver, d.name,
           o.depart_at as departed, o.ended_at as ended,
           json_build_object('lat', o.pickup_lat, 'lng', o.pickup_lng) as from, json_build_object('lat', o.dropoff_lat, 'lng', o.dropoff_lng) as to
         from orders o join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
         where o.tenant_id = (select min(tenant_id) from tenants)
           and o.filed_at > (select max(filed_at) - interval '1 day' from orders where tenant_id = (select min(tenant_id) from tenants)) and o.depart_at is not null
           and o.ended_at is not null and o.dropoff_lat is not null
         order by o.driver_id, o.filed_at desc) t
       order by ended desc limit ${TRIPS}`,
    )
  ).rows

const COLOURS = ['#3b4f74', '#7a2323', '#d8dade', '#23262b', '#2f6f4f', '#8a6d3b', '#5b5f66']
const SIDE = { width: 1_280, height: 960 }
const picture = (drawn: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="960" viewBox="0 0 1600 1200">${drawn}</svg>`))
    .resize(SIDE)
    .jpeg({ quality: 82 })
    .toBuffer()
/** A car in a street by night. `of`: which trip, so that no two look alike; `shift`: how far the camera stood to the side. */
function car(of: number, shift: number, rear: boolean): Promise<Buffer> {
  const colour = COLOURS[of % COLOURS.length]!
  const tower = (n: number) => 80 + (((of * 5 + n) * 389) % 1_300)
  const towers = Array.from({ length: 5 }, (_, n) => {
    const high = 240 + (((of + n * 3) * 157) % 360)
    const windows = Array.from(
      { length: 9 },
      (__, w) =>
        `<rect x="${tower(n) + 18 + (w % 3) * 44}" y="${640 - high + Math.floor(w / 3) * 62}" width="26" height="34" fill="${(w + n + of) % 3 ? '#2a3346' : '#e8d9a0'}"/>`,
    ).join('')
    return `<rect x="${tower(n)}" y="${600 - high}" width="160" height="${high + 220}" fill="#${['414b5c', '38424f', '4b5563'][(n + of) % 3]}"/>${windows}`
  }).join('')
  const light = rear ? '#d83a34' : '#f6f3e4'
  const x = 300 + shift
  return picture(`<rect width="1600" height="1200" fill="#1b2331"/>${towers}<rect y="800" width="1600" height="400" fill="#31373f"/>
    <rect y="980" width="1600" height="12" fill="#c9c9b8"/><ellipse cx="${x + 470}" cy="905" rx="540" ry="46" fill="#14181e"/>
    <rect x="${x}" y="520" width="940" height="370" rx="96" fill="${colour}"/>
    <path d="M${x + 150} 540 L${x + 250} 330 H${x + 690} L${x + 790} 540 Z" fill="#6f8499"/>
    <rect x="${x + 60}" y="${640 + of * 3}" width="150" height="62" rx="24" fill="${light}"/><rect x="${x + 730}" y="${640 + of * 3}" width="150" height="62" rx="24" fill="${light}"/>
    <rect x="${x + 310}" y="748" width="320" height="82" rx="8" fill="#1c5bd8"/>
    <text x="${x + 326}" y="808" font-size="54" fill="#fff" font-family="sans-serif">浙A·${String(12_345 + of * 7_919).slice(-5)}</text>
    <circle cx="${1_420 - of * 90}" cy="${150 + (of % 3) * 40}" r="56" fill="#f3e3ad"/>`)
}
const dials = (of: number) =>
  picture(`<rect width="1600" height="1200" fill="#101317"/><circle cx="480" cy="560" r="330" fill="#181d24" stroke="#9aa5b1" stroke-width="10"/>
    <circle cx="1120" cy="560" r="330" fill="#181d24" stroke="#9aa5b1" stroke-width="10"/>
    <path d="M480 560 L${300 + of * 55} ${420 - of * 9}" stroke="#e0523f" stroke-width="16"/><path d="M1120 560 L${960 + of * 40} ${400 + of * 14}" stroke="#e0523f" stroke-width="16"/>
    <rect x="560" y="900" width="560" height="140" rx="14" fill="#0b2b22"/><text x="600" y="1000" font-size="96" fill="#7fe0b2" font-family="monospace">${48_213 + of * 9_431} km</text>`)

interface Shot {
  trip: Trip
  kind: OrderFileKind
  bytes: Buffer
  /** Metres to the north of where it should have been taken. */
  northM?: number
}
async function keep({ db, files, vault }: Platform, { trip, kind, bytes, northM = 0 }: Shot): Promise<void> {
  const { tenant: tenantId, driver: driverId } = trip
  const drawn = (await orderPhotoFrom(bytes, 480))!
  const sha256 = createHash('sha256').update(bytes).digest()
  const [stored, thumb, original] = await Promise.all([
    files.put({ tenantId, kind: 'ORDER_PICTURE' }, drawn.jpeg),
    files.put({ tenantId, kind: 'ORDER_THUMB' }, drawn.thumb),
    files.put({ tenantId, kind: 'ORDER_ORIGINAL' }, vault.sealBytes(bytes, originalContext(tenantId, sha256))),
  ])
  const after = kind.startsWith('AFTER')
  const at = new Date((after ? trip.ended : trip.departed).getTime() + (after ? 60_000 : -60_000))
  const { lat, lng } = after ? trip.to : trip.from
  await db.write(wholeTenant(tenantId), async (tx) => {
    const fileId = await addOrderFile(
      tx,
      {
        tenantId,
        orderId: trip.order,
        driverId,
        kind,
        size: drawn,
        storedId: stored.fileId,
        thumbId: thumb.fileId,
        originalId: original.fileId,
        originalName: `${sha256.toString('hex').slice(0, 12)}.jpeg`,
        print: drawn.print,
        sha256,
        taken: { at, lat: lat + northM / 111_195, lng, accuracyM: 12, source: 'APP' },
        replaces: null,
      },
      { actor: { type: 'DRIVER', id: driverId, name: trip.name } },
    )
    await tx.updateTable('order_files').set({ created_at: at }).where('file_id', '=', fileId).execute()
    await files.keep(tx, stored.fileId)
    await files.keep(tx, thumb.fileId)
    await files.keep(tx, original.fileId, new Date(at.getTime() + 180 * 86_400_000))
  })
}

/** Kinds of pictures that an order has already: a start that was cut off had made some of them. */
const kindsMade = async (client: pg.ClientBase, { tenant, order }: Trip): Promise<ReadonlySet<OrderFileKind>> => {
  const { rows } = await client.query<{ kind: OrderFileKind }>(
    `select kind from order_files where tenant_id = $1 and order_id = $2 and original_name <> ''`,
    [tenant, order],
  )
  return new Set(rows.map(({ kind }) => kind))
}

/**
 * Pictures of the latest trips, so that there is a wall to look at; one of them was used before and one was taken elsewhere, which is found by
 * itself. What is there already is left as it is.
 */
export async function makePictures(client: pg.ClientBase, urls: RuntimeUrls): Promise<void> {
  const trips = await latestTrips(client)
  if (trips.length === 0) return
  await byCalls(client, urls, null, async ({ app: { platform } }) => {
    for (const [of, trip] of trips.entries()) {
      const made = await kindsMade(client, trip)
      const add = async (kind: OrderFileKind, bytes: () => Promise<Buffer>, northM = 0) => {
        if (!made.has(kind)) await keep(platform, { trip, kind, bytes: await bytes(), northM })
      }
      // The last of them shows the car of the first, packed anew.
      const packedAnew = async () =>
        sharp(await car(0, 0, false))
          .resize(1_000)
          .jpeg({ quality: 60 })
          .toBuffer()
      await add('BEFORE_FRONT', of > 0 && of === trips.length - 1 ? packedAnew : () => car(of, 0, false))
      await add('BEFORE_REAR', () => car(of, 60, true), of === 2 ? 4_000 : 0)
      if (of === 1) await add('ODOMETER', () => dials(of))
      await add('AFTER_FRONT', () => car(of, -80, false))
    }
  })
}
