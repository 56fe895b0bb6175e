import { notePraise } from '#areas/customer/points'
import type { OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { type driverFileCalls, PAPERS_OVER, QUALIFIED } from '@chauffeur/contract/driver/file'
import { tellDriver } from '#areas/message/inbox'
import { findCity } from '#areas/operations/city'
import { goOffline } from '#areas/qualification/duty'
import { phoneFor } from '#areas/order/model'
import { isUniqueViolation, type TenantDb, type TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import { localDay } from '#platform/values/local-clock'
import { operatingDayStart } from '#platform/values/operating-day'
import type { Fail, OperatorContext, Platform } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import type { OperatorSession } from '#platform/identity/session'
import type { Vault } from '#platform/identity/vault'
import { driverActions, fileProblems, type IdCard, mayBelong, qualificationAfter, readIdCard } from './driver-file.rules.ts'
import {
  figuresOf,
  type FileValues,
  insertDriver,
  insertRemark,
  lockFile,
  newestOrders,
  orderOfDriver,
  remarksOf,
  endSessionsOf,
  setDisabled,
  updateDriver,
} from './driver-file.queries.ts'
import { findDriver, organisationsOf } from './driver.queries.ts'
import { driverView } from './driver.view.ts'
import { judgeAnew, noteExperience } from '../standing/index.ts'

type Info = OutputOf<typeof driverFileCalls.info>
const ORDERS = 20
const REMARKS = 100
/** Statuses in which a driver has an order in hand. */
const ON_ORDER: readonly string[] = ['TO_PICKUP', 'WAITING', 'DRIVING', 'FILING']

const dayOf = (value: unknown): string | null =>
  value instanceof Date
    ? new Date(value.getTime() - value.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
    : ((value as string) ?? null)

export async function driverInfo(db: TenantDb, driverId: string, operator: OperatorSession, platform: Platform): Promise<Info | null> {
  const row = await findDriver(db, driverId)
  if (!row) return null
  const now = new Date()
  const since = operatingDayStart(now, row.utc_offset_minutes)
  const [figures, orders, remarks] = await Promise.all([
    figuresOf(db, driverId, since),
    operator.authorities.has('order.view') ? newestOrders(db, driverId, ORDERS) : [],
    remarksOf(db, driverId, REMARKS),
  ])
  return {
    ...driverView(row, operator.authorities, platform, now.getTime()),
    gender: row.gender as Info['gender'],
    birthDate: dayOf(row.birth_date),
    idCard: row.id_card_tail === '' ? '' : `**************${row.id_card_tail}`,
    idCardExpire: dayOf(row.id_card_expire),
    licenceClass: row.licence_class === '' ? null : row.licence_class,
    licenceFirstIssue: dayOf(row.licence_first_issue),
    licenceExpire: dayOf(row.licence_expire),
    emergencyContact: row.emergency_contact,
    emergencyPhone: row.emergency_phone === '' ? '' : phoneFor(operator.authorities, row.emergency_phone),
    serviceTypes: row.service_types as Info['serviceTypes'],
    listenRadiusM: row.listen_radius_m,
    joinedAt: dayOf(row.joined_at) ?? '',
    version: row.version,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    disabledByName: row.disabled_by_name,
    walletFrozen: row.wallet_frozen,
    disablesAfterTrip: row.disabled_reason !== '' && row.work_status !== 'OFFLINE',
    today: {
      since: since.toISOString(),
      served: figures.served,
      billedFen: figures.billed_fen,
      cancelledByDriver: figures.cancelled,
      asked: figures.asked,
      accepted: figures.accepted,
    },
    walletFen: figures.wallet_fen,
    orders: orders.map((order) => ({
      orderId: order.order_id,
      orderNo: order.order_no,
      serviceStatus: order.service_status,
      pickupAddress: order.pickup_address,
      createdAt: order.created_at.toISOString(),
      totalFen: order.total_fen,
    })),
    remarks: remarks.map((remark) => ({
      remarkId: remark.remark_id,
      type: remark.type,
      text: remark.text,
      orderId: remark.order_id,
      orderNo: remark.order_no,
      authorName: remark.author_name,
      at: remark.at.toISOString(),
    })),
    allowedActions: driverActions({ disabledReason: row.disabled_reason }, operator.authorities),
  }
}

type Saved = { driverId: string; driverNo: string; version: number; before: object | null }

/** An identity card as it is stored. */
export function sealedCard(vault: Vault, tenantId: string, card: IdCard) {
  const context = `driver-id-card:${tenantId}`
  return {
    sealed: vault.seal(card.number, context),
    print: vault.fingerprint(card.number, context),
    tail: card.number.slice(-4),
    birthDate: card.birthDate,
    gender: card.gender,
  }
}

/** Adds a driver, or changes one whose version is the one that was read. */
export async function saveDriver(
  tx: TenantTx,
  input: ParsedInputOf<typeof driverFileCalls.save>,
  {
    operator,
    platform,
    request: { english },
    fail,
  }: Pick<OperatorContext<typeof driverFileCalls.save>, 'operator' | 'platform' | 'request' | 'fail'>,
  now: Date,
): Promise<Saved> {
  const known = input.driverId ? ((await lockFile(tx, input.driverId)) ?? fail('driver.notFound')) : null
  if (known && known.version !== input.version)
    return fail('driver.versionConflict', { current: await driverInfo(tx, known.driver_id, operator, platform) })
  const city = (await findCity(tx, input.cityId)) ?? fail('driver.cityOutOfScope')
  const orgId = input.orgId ?? null
  const orgs = orgId === null && operator.scope.orgs === '*' ? [] : await organisationsOf(tx, input.cityId)
  if (!mayBelong(operator.scope, orgs, orgId)) return fail('driver.orgOutOfScope')
  const idCardNo = input.idCardNo ?? null
  const phone = input.phone ?? known?.phone ?? null
  const mayReveal = operator.authorities.has('phone.reveal')
  const today = localDay(now, city.utc_offset_minutes)
  const problems = fileProblems(
    {
      idCardNo,
      knownBirthDate: dayOf(known?.birth_date),
      phone,
      isNew: !known,
      idCardExpire: input.idCardExpire ?? null,
      licenceFirstIssue: input.licenceFirstIssue,
      licenceExpire: input.licenceExpire,
    },
    today,
  )
  if (problems.length || phone === null) return fail('driver.fileInvalid', fieldsOf(problems, english))
  const card = idCardNo === null ? null : readIdCard(idCardNo)
  const file: FileValues = {
    driverNo: input.driverNo ?? null,
    name: input.name,
    phone,
    cityId: input.cityId,
    orgId,
    serviceTypes: input.serviceTypes,
    listenRadiusM: input.listenRadiusM,
    idCardExpire: input.idCardExpire ?? null,
    licenceClass: input.licenceClass,
    licenceFirstIssue: input.licenceFirstIssue,
    licenceExpire: input.licenceExpire,
    emergencyContact: input.emergencyContact ?? '',
    emergencyPhone: input.emergencyPhone ?? (mayReveal ? '' : (known?.emergency_phone ?? '')),
    qualification: qualificationAfter(known?.qualification ?? null, input.verified),
    card: card && sealedCard(platform.vault, operator.tenantId, card),
  }
  try {
    const row = known
      ? await updateDriver(tx, known.driver_id, file, operator.userId)
      : await insertNumbered(tx, operator.tenantId, file, operator.userId)
    if (!row) return fail('driver.numberTaken')
    // Their papers were over, and are in order again.
    if (known?.qualification === PAPERS_OVER && file.qualification === QUALIFIED && known.disabled_reason === '')
      await tellReinstated(tx, platform.vault, operator.tenantId, known.driver_id)
    // Another city has levels of its own.
    if (known && known.city_id !== file.cityId) await judgeAnew(tx, known.driver_id)
    const before = known && { name: known.name, phone: known.phone, cityId: known.city_id, orgId: known.org_id, driverNo: known.driver_no }
    return { driverId: row.driver_id, driverNo: row.driver_no, version: row.version, before }
  } catch (error) {
    // One driver per telephone, card and number in the whole tenant, also beyond what this operator sees.
    if (isUniqueViolation(error, 'drivers_tenant_id_phone_key')) return fail('driver.phoneTaken')
    if (isUniqueViolation(error, 'drivers_id_card')) return fail('driver.idCardTaken')
    if (isUniqueViolation(error, 'drivers_tenant_id_driver_no_key')) return fail('driver.numberTaken')
    throw error
  }
}

/** What is stored of somebody new whose papers are in order. */
export const newDriverFile = (
  vault: Vault,
  tenantId: string,
  { idCardNo, verified, ...file }: Omit<FileValues, 'qualification' | 'card'> & { idCardNo: string; verified: boolean },
): FileValues => ({
  ...file,
  qualification: qualificationAfter(null, verified),
  card: sealedCard(vault, tenantId, readIdCard(idCardNo)!),
})

/** A running number somebody was given by hand is passed over. */
async function insertNumbered(tx: TenantTx, tenantId: string, file: FileValues, by: string) {
  for (let tries = 0; tries < 100; tries++) {
    const row = await insertDriver(tx, tenantId, file, by)
    if (row || file.driverNo !== null) return row
  }
  return undefined
}

type Disabled = { afterTrip: boolean; walletFrozen: boolean; before: string }
type FailDisable = Fail<(typeof driverFileCalls.disable.failures)[number]>

/**
 * Off duty at once, or with the end of the order in hand. With the wallet frozen the driver is signed out as well, and neither signs in nor
 * withdraws; with the wallet left open they may still take out what is theirs. Offers are locked before drivers, so the driver is taken off
 * duty first.
 */
export async function disableDriver(
  tx: TenantTx,
  { driverId, reason, freezeWallet }: { driverId: string; reason: string; freezeWallet: boolean },
  operator: OperatorSession,
  vault: Vault,
  fail: FailDisable,
): Promise<Disabled> {
  if (!(await findDriver(tx, driverId))) return fail('driver.notFound')
  await goOffline(tx, { driverId })
  const row = (await lockFile(tx, driverId)) ?? fail('driver.notFound')
  if (row.disabled_reason !== '') return fail('driver.alreadyDisabled')
  const qualification = row.qualification === 50 ? 70 : row.qualification
  await setDisabled(tx, driverId, { reason, byName: operator.realName, freezeWallet }, qualification, operator.userId)
  await tellDriver(whole(tx), vault, operator.tenantId, { driverId, event: 'APP_SUSPENDED', values: { reason } })
  const afterTrip = ON_ORDER.includes(row.work_status) || row.work_status === 'OFFERED'
  // On an order the sessions last until it is over.
  if (freezeWallet && !afterTrip) await endSessionsOf(tx, driverId)
  return { afterTrip, walletFrozen: freezeWallet, before: row.work_status }
}

const tellReinstated = (tx: TenantTx, vault: Vault, tenantId: string, driverId: string) =>
  tellDriver(whole(tx), vault, tenantId, { driverId, event: 'APP_REINSTATED', values: {} })

/** A suspension is lifted; a driver who was never qualified is not qualified by it. */
export async function enableDriver(
  tx: TenantTx,
  driverId: string,
  operator: OperatorSession,
  vault: Vault,
  fail: FailDisable,
): Promise<Disabled> {
  const row = (await lockFile(tx, driverId)) ?? fail('driver.notFound')
  if (row.disabled_reason === '') return fail('driver.notDisabled')
  await setDisabled(tx, driverId, null, row.qualification === 70 ? 50 : row.qualification, operator.userId)
  await tellReinstated(tx, vault, operator.tenantId, driverId)
  return { afterTrip: false, walletFrozen: false, before: row.disabled_reason }
}

export async function addRemark(
  tx: TenantTx,
  input: ParsedInputOf<typeof driverFileCalls.remark>,
  operator: OperatorSession,
  fail: Fail<(typeof driverFileCalls.remark.failures)[number]>,
): Promise<{ remarkId: string }> {
  if (!(await findDriver(tx, input.driverId))) return fail('driver.notFound')
  const order = input.orderNo ? await orderOfDriver(tx, input.driverId, input.orderNo) : null
  if (order === undefined) return fail('driver.remarkOrder')
  const remarkId = await insertRemark(tx, {
    tenantId: operator.tenantId,
    driverId: input.driverId,
    type: input.type,
    text: input.text,
    order: order && input.orderNo ? { id: order.order_id, no: input.orderNo } : null,
    author: { id: operator.userId, name: operator.realName },
  })
  if (input.type === 'PRAISE' || input.type === 'COMPLAINT')
    await noteExperience(tx, { driverId: input.driverId, event: input.type, ref: remarkId, about: input.orderNo ?? '' })
  if (input.type === 'PRAISE' && order) await notePraise(tx, { orderId: order.order_id, remarkId })
  return { remarkId }
}
