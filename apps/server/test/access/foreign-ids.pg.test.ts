import { randomUUID } from 'node:crypto'
import { areas } from '@chauffeur/contract/all'
import type { Call } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import type * as z from 'zod'
import { hashToken, newToken } from '#platform/identity/session'
import { type Home, type RowIds, rowsOfEveryKind, type RowKind, tableOf } from '../rows/rows-of-every-kind.ts'
import type { PartnerKey } from '../harness/partner.ts'
import { sessionOfCustomer } from '../drivers.ts'
import { fittingFor, requiredOf } from '../samples.ts'
import { FOREIGN, HANGZHOU, makeWorld, SHANGHAI, type World } from '../world.ts'
import { keyPlaces } from '#areas/operations/place'

// Every id that every call takes is tried with a row of another tenant, of another city and of another channel: nothing of it is shown and
// nothing is done to it. The same call with one's own row is tried beside it, so that a refusal says something.

/** Names that end in Id and are no row of a tenant. */
const noRow: Record<string, string> = {
  platformId: 'a number of the specification',
  systemId: 'systems and functions are of the platform',
  'activity-log.requestId': 'a text to search for',
  objectId: 'a text to search for',
  partnerBookingId: 'the partner’s own number',
  partnerGrantId: 'the partner’s own number',
  partnerUserId: 'what the partner calls a customer',
  personId: 'a customer, driver or employee: whoever is found stands in sight',
  channelAppId: 'the channel’s own name',
  platformKeyId: 'the channel’s own name',
}
/** What a name means where it is not the row of that name: by the call's field, its area, or everywhere. */
const meanings: Record<string, RowKind> = {
  actorId: 'userId',
  agentId: 'userId',
  authenticatorRoleIds: 'roleId',
  seenRoleIds: 'roleId',
  otherRoleId: 'roleId',
  otherTemplateId: 'templateId',
  funderChannelId: 'channelId',
  fromCityId: 'cityId',
  orgId: 'deptId',
  ownerId: 'enterpriseId',
  rowId: 'cancelRuleId',
  ruleId: 'weatherRuleId',
  quoteId: 'feeQuoteId',
  'call-centre.cancel.quoteId': 'cancelQuoteId',
  'order-action.cancel.quoteId': 'cancelQuoteId',
  'partner.cancel.quoteId': 'cancelQuoteId',
  'authority.parentId': 'menuId',
  'people.parentId': 'deptId',
  'dispatch-settings.settingId': 'dispatchSettingId',
  'withdrawal-terms.settingId': 'withdrawalSettingId',
  'withdrawal-terms.id': 'withdrawalSettingId',
  'bank-format.settingId': 'bankFormatSettingId',
  'payout.settingId': 'payoutSettingId',
  'driver-online.settingId': 'peakSettingId',
  'driver-display.settingId': 'displaySettingId',
  'driver-face.whiteId': 'faceWhiteId',
  'driver-level.basicHistory.settingId': 'levelSettingId',
  'driver-level.basicTrial.settingId': 'levelSettingId',
  'driver-level.basicSave.settingId': 'levelSettingId',
  'driver-level.globalHistory.settingId': 'levelMoveSettingId',
  'driver-level.globalTrial.settingId': 'levelMoveSettingId',
  'driver-level.globalSave.settingId': 'levelMoveSettingId',
  'driver-level.upgradeHistory.settingId': 'experienceSettingId',
  'driver-level.upgradeTrial.settingId': 'experienceSettingId',
  'driver-level.upgradeSave.settingId': 'experienceSettingId',
  'messageLimit.settingId': 'limitSettingId',
  'pointConfig.settingId': 'pointSettingId',
  'payout.batchId': 'bankBatchId',
  'withdrawal.id': 'withdrawalId',
  'dispatch.accept.id': 'offerId',
  'dispatch.reject.id': 'offerId',
  'dispatch.id': 'drivenOrderId',
  'order-bulk.jobId': 'bulkJobId',
  'order-review.id': 'drivenOrderId',
  'order-upload.id': 'drivenOrderId',
  'order-quality.orderId': 'filedOrderId',
  'order-review.driverApply.id': 'filedOrderId',
  'bulletin.read.id': 'bulletinId',
  'driverMessage.messageIds': 'driverMessageId',
  'customerApp.takeBack.id': 'requestId',
  'phone.id': 'orderId',
  'right-audit.orderId': 'filedOrderId',
  'right-audit.driverAppeal.id': 'filedOrderId',
  'reconciliation.batchId': 'reconBatchId',
  'reconciliation.detailId': 'reconDetailId',
  'reconciliation.detailIds': 'reconDetailId',
}

interface IdField {
  field: string
  list: boolean
  kind: RowKind
}
const one = (kindOrName: string) => kindOrName.replace(/Ids$/, 'Id')
function idFields(area: string, name: string, call: Call): IdField[] {
  const shape = (call.input as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}
  return Object.keys(shape)
    .filter((field) => /Ids?$|^id$/.test(field) && !(field in noRow) && !(`${area}.${field}` in noRow))
    .map((field) => ({
      field,
      list: field.endsWith('Ids'),
      kind: (meanings[`${area}.${name}.${field}`] ?? meanings[`${area}.${field}`] ?? meanings[field] ?? one(field)) as RowKind,
    }))
}
const calls = Object.entries(areas).flatMap(([area, of]) =>
  Object.entries(of as Record<string, Call>)
    .map(([name, call]) => ({ name: `${area}.${name}`, call, ids: idFields(area, name, call) }))
    .filter(({ call, ids }) => call.access !== 'public' && ids.length > 0),
)

const textInForce = async () =>
  (
    await world.owner.query<{ id: string }>(
      `select message_text_id::text as id from message_texts where tenant_id = $1 and event = 'ORDER_NOTE' and state = 'IN_FORCE' limit 1`,
      [world.tenantA],
    )
  ).rows[0]!.id
/** What goes with one's own row in the same call. */
const besides: Record<string, (own: RowIds) => Promise<object>> = {
  // A new one is of a driver's number; one's own is changed.
  'driver-listen-range.update': async ({ rangeId }) => ({ rangeId, version: 1 }),
  'driver-insurance.save': async ({ insuranceId }) => ({ insuranceId, version: 1 }),
  'driver-claim.report': async ({ driverId }) => {
    const { rows } = await world.owner.query<{ driver_no: string }>('select driver_no from drivers where driver_id = $1', [driverId])
    return { driverNo: rows[0]!.driver_no }
  },
  'driver-face.whiteSave': async ({ faceWhiteId }) => ({ whiteId: faceWhiteId, version: 1 }),
  'driver-level-white.save': async ({ whiteId }) => ({ whiteId, version: 1 }),
  'call-centre.couponDetail': async ({ customerId }) => {
    const { rows } = await world.owner.query<{ phone: string }>('select phone from customers where customer_id = $1', [customerId])
    return rows[0]!
  },
  'activity-log.info': async ({ logId }) => {
    const { rows } = await world.owner.query<{ at: Date }>('select at from operation_logs where log_id = $1', [logId])
    return { at: rows[0]!.at.toISOString() }
  },
  'smsService.tryOut': async () => ({ textId: await textInForce() }),
  'smsService.saveCode': async () => ({ textId: await textInForce() }),
  'map-service.tryOut': async ({ serviceId }) => ({ serviceId }),
  'partner.cancel': async ({ bookingId, orderId }) => {
    const partnerBookingId = `P${bookingId}`
    await world.owner.query('update bookings set partner_booking_id = $2 where booking_id = $1', [bookingId, partnerBookingId])
    return { partnerBookingId, orderId }
  },
  'order-sound.storePlus': async ({ recordId }) => ({ recordId }),
}
/** Rows that only the product itself can make, with their entries in the ledger, people, seals or files: their own suites use them. */
const madeByProduct = new Set([
  'customer.reverseTopUp',
  'withdrawal.cancel',
  'withdrawal-review.accountNumber',
  'payout.openBankFile',
  'privacyRequest.openFile',
  'tenancy.resetPassword',
])

let world: World
let picture: Uint8Array<ArrayBuffer>
let foreign: Record<'tenant' | 'city' | 'channel', RowIds>
/** What people of another city or channel of the same tenant have in common. */
const shared = {
  tenant: new Set<RowKind>(),
  city: new Set<RowKind>(['tenantId', 'roleId', 'menuId', 'appId', 'serviceId', 'smsServiceId', 'agreementId']),
  channel: new Set<RowKind>(['tenantId', 'roleId', 'menuId', 'appId', 'cityId', 'agreementId']),
}
/** A partner's programs order in every city that their channel does not leave out; its own suite tries that. */
const limitless = new Set<RowKind>(['cityId'])
/** What drivers of a city are told and examined in is for all of them, whoever the row stands beside. */
const toldDrivers = new Set<RowKind>(['bulletinId', 'examGroupId'])

beforeAll(async () => {
  world = await makeWorld({ brokenLedger: true })
  picture = new Uint8Array(
    await sharp({ create: { width: 200, height: 200, channels: 3, background: 'navy' } })
      .png()
      .toBuffer(),
  )
  await world.owner.query(`insert into own_places (tenant_id, city_id, name, lat, lng) values ($1, $2, '西湖', 30.25, 120.14)`, [
    world.tenantA,
    HANGZHOU,
  ])
  await keyPlaces(world.app.platform)
  foreign = {
    tenant: await rowsOfEveryKind(world, { tenantId: world.tenantB, cityId: SHANGHAI, orgId: null, channelId: null, mark: FOREIGN }),
    city: await rowsOfEveryKind(world, {
      tenantId: world.tenantA,
      cityId: SHANGHAI,
      orgId: world.shanghaiOrg,
      channelId: null,
      mark: FOREIGN,
      tenantMark: '本企业',
    }),
    channel: await rowsOfEveryKind(world, {
      tenantId: world.tenantA,
      cityId: HANGZHOU,
      orgId: null,
      channelId: world.otherChannel,
      mark: FOREIGN,
      tenantMark: '本企业',
      cityMark: '本市',
    }),
  }
})
afterAll(() => world.close())

const tokenOfDriver = async (driverId: string, tenantId: string) => {
  const token = newToken()
  await world.owner.query(`insert into sessions (token_hash, tenant_id, kind, driver_id) values ($1, $2, 'DRIVER', $3)`, [
    hashToken(token),
    tenantId,
    driverId,
  ])
  return token
}
/** Their rows as they lie in the database. A hundred tables are a long text to read: it is prepared once for each. */
const text = async (whose: keyof typeof foreign) => {
  const parts = Object.entries(tableOf).map(
    ([kind, [table, key]]) =>
      `select '${kind}' as kind, t::text as row from ${table} t where ${key} = '${foreign[whose][kind as RowKind]}'`,
  )
  const { rows } = await world.owner.query<{ kind: string; row: string }>({ name: `rows-${whose}`, text: parts.join(' union all ') })
  return rows.map(({ kind, row }) => `${kind} ${row}`).toSorted()
}
/** Rows for one call. Those that read leave them as they are, and share theirs. */
const forReading = new Map<string, Promise<RowIds>>()
function ownRows(call: Call, of: Home): Promise<RowIds> {
  if (call.effect === 'write') return rowsOfEveryKind(world, of)
  const key = JSON.stringify(of)
  const made = forReading.get(key) ?? rowsOfEveryKind(world, of)
  forReading.set(key, made)
  return made
}
const valueOf = (ids: RowIds, { list, kind }: IdField) => (list ? [ids[kind]] : ids[kind])
/** As a form with a file where the call takes one. */
async function send(call: Call, input: Record<string, unknown>, as: string | PartnerKey): Promise<{ code: number }> {
  if (call.body !== 'multipart') return world.send(call, input, as, { 'idempotency-key': randomUUID() })
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  if ('file' in (call.input as unknown as { shape: object }).shape) form.set('file', new Blob([picture], { type: 'image/png' }), 'a.png')
  const request = new Request('http://test', { method: 'POST', body: form })
  const answer = await world.app.http.inject({
    method: 'POST',
    url: call.path.replace('{id}', String(input.id)),
    headers: {
      token: typeof as === 'string' && as in world.people ? world.people[as as keyof World['people']].token : String(as),
      'content-type': request.headers.get('content-type')!,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json()
}
const notThere = (code: number) => String(code).startsWith('404')

test('every id of every call has a row to be tried with', () => {
  const without = calls.flatMap(({ name, ids }) =>
    ids.filter(({ kind }) => !(kind in foreign.tenant)).map(({ field }) => `${name}.${field}`),
  )
  expect(without).toEqual([])
})

describe.each(calls)('$name', ({ call, ids, name }) => {
  const required = new Set(requiredOf(call))

  test.each(['tenant', 'city', 'channel'] as const)('gives nothing of, and does nothing to, another %s by its id', async (whose) => {
    const own = await ownRows(call, home(call.access === 'partner' ? 'channel' : whose))
    const person = await personFor(call, own, whose === 'channel' ? 'partner' : 'hangzhou')
    const before = await text(whose)
    const ownIds = {
      ...Object.fromEntries(ids.filter(({ field }) => required.has(field)).map((id) => [id.field, valueOf(own, id)])),
      ...(await besides[name]?.(own)),
    }
    for (const id of ids) {
      if (shared[whose].has(id.kind) || (call.access === 'partner' && limitless.has(id.kind))) continue
      if (whose === 'channel' && call.access === 'driver' && toldDrivers.has(id.kind)) continue
      const input = { ...fittingFor(call, name), ...ownIds, [id.field]: valueOf(foreign[whose], id) }
      const answer = await send(call, input, person)
      const said = JSON.stringify(answer)
      expect(answer.code, said).not.toBe(500)
      expect(answer.code, `${id.field}: ${said}`).not.toBe(400)
      expect(said, id.field).not.toContain(FOREIGN)
      if (required.has(id.field) && call.effect === 'write') expect(answer.code, `${id.field} of another ${whose}`).not.toBe(0)
    }
    expect(await text(whose)).toEqual(before)
  })

  test.skipIf(madeByProduct.has(name))('takes one’s own ids', async () => {
    const byUserId = world.people[call.crossTenant ? 'platform' : 'all'].userId
    const own = await ownRows(call, { ...home(call.access === 'partner' ? 'channel' : 'own'), byUserId })
    const person = await personFor(call, own, call.crossTenant ? 'platform' : 'all')
    const given = Object.fromEntries(ids.filter(({ field }) => required.has(field)).map((id) => [id.field, valueOf(own, id)]))
    const answer = await send(call, { ...fittingFor(call, name), ...given, ...(await besides[name]?.(own)) }, person)
    expect([400, 401, 403, 500], JSON.stringify(answer)).not.toContain(answer.code)
    expect(notThere(answer.code), `${name}: ${JSON.stringify(answer)}`).toBe(false)
  })
})

const personFor = async (call: Call, own: RowIds, otherwise: string): Promise<string | PartnerKey> => {
  if (call.access === 'driver') return tokenOfDriver(own.driverId, world.tenantA)
  if (call.access === 'customer') return sessionOfCustomer(world, own.customerId, world.tenantA)
  return call.access === 'partner' ? world.keyOf(world.channel) : otherwise
}
const home = (whose: 'own' | 'tenant' | 'city' | 'channel'): Home => ({
  tenantId: world.tenantA,
  cityId: HANGZHOU,
  orgId: whose === 'channel' ? null : world.hangzhouOrg,
  channelId: whose === 'channel' ? world.channel : null,
  mark: '自家',
})
