import { randomUUID } from 'node:crypto'
import { neutralFormat } from '../../src/areas/finance/bank-format/bank-format.rules.ts'
import { payoutWays } from '../../src/areas/finance/payout/payout.setting.ts'
import { newKeyId } from '../../src/platform/identity/partner-signature.ts'
import { standardTerms } from '../../src/areas/finance/withdrawal/withdrawal.rules.ts'
import { dispatchRows } from './dispatch-rows.ts'
import { driverRows, driverTables } from './driver-rows.ts'
import { examRows, examTables } from './exam-rows.ts'
import { consentTable, privacyRows, privacyTables } from './privacy-rows.ts'
import { priceRows, priceTables } from './price-rows.ts'
import { auditedUse, promiseRows } from './promise-rows.ts'
import { evidenceRows, evidenceTables } from './evidence-rows.ts'
import { reconRows } from './recon-rows.ts'
import { dayTable, inAppRow, toldRows, toldTables, unboundRow } from './told-rows.ts'
import { addDriver, addOrder, type World } from '../world.ts'

/** Where rows belong. What has no city, organisation or channel belongs to the tenant alone. */
export interface Home {
  tenantId: string
  cityId: string
  orgId: string | null
  channelId: string | null
  /** Stands in the name of every row. What a tenant's people share, and what a city's people share, may have one of its own. */
  mark: string
  tenantMark?: string
  cityMark?: string
  /** Who made what is only its maker's: a bulk job, a call, a session. */
  byUserId?: string
}

/** Where each kind lies. */
export const tableOf = {
  channelId: ['channels', 'channel_id'],
  keyId: ['channel_keys', 'key_id'],
  ...evidenceTables,
  ...toldTables,
  ...driverTables,
  ...examTables,
  ...privacyTables,
  ...priceTables,
  deptId: ['departments', 'dept_id'],
  userId: ['users', 'user_id'],
  sessionId: ['sessions', 'session_id'],
  roleId: ['roles', 'role_id'],
  menuId: ['menus', 'menu_id'],
  driverId: ['drivers', 'driver_id'],
  orderId: ['orders', 'order_id'],
  drivenOrderId: ['orders', 'order_id'],
  filedOrderId: ['orders', 'order_id'],
  bookingId: ['bookings', 'booking_id'],
  customerId: ['customers', 'customer_id'],
  groupId: ['customer_groups', 'group_id'],
  goneId: ['customers', 'customer_id'],
  mergeId: ['customer_merges', 'merge_id'],
  offerId: ['offers', 'offer_id'],
  couponId: ['coupons', 'coupon_id'],
  couponTemplateId: ['coupon_templates', 'coupon_template_id'],
  redeemBatchId: ['redeem_batches', 'redeem_batch_id'],
  adjustmentId: ['point_adjustments', 'adjustment_id'],
  enterpriseId: ['enterprises', 'enterprise_id'],
  callId: ['phone_calls', 'call_id'],
  cityId: ['tenant_cities', 'city_id'],
  tenantId: ['tenants', 'tenant_id'],
  rightId: ['right_configs', 'right_id'],
  rightGrantId: ['right_grants', 'right_grant_id'],
  partnerStatementId: ['partner_statements', 'partner_statement_id'],
  partnerPaymentId: ['partner_payments', 'partner_payment_id'],
  employeeId: ['enterprise_employees', 'employee_id'],
  topUpId: ['enterprise_top_ups', 'top_up_id'],
  appId: ['apps', 'app_id'],
  serviceId: ['map_services', 'service_id'],
  fileId: ['order_files', 'file_id'],
  uploadId: ['order_uploads', 'upload_id'],
  jobId: ['jobs', 'job_id'],
  importId: ['imports', 'import_id'],
  exportId: ['exports', 'export_id'],
  bulkJobId: ['order_bulk_jobs', 'job_id'],
  logId: ['operation_logs', 'log_id'],
  noticeId: ['notices', 'notice_id'],
  cancelQuoteId: ['cancel_quotes', 'quote_id'],
  dispatchSettingId: ['dispatch_settings', 'setting_id'],
  withdrawalSettingId: ['setting_versions', 'setting_id'],
  placeId: ['own_places', 'place_id'],
  teamId: ['order_teams', 'team_id'],
  rangeId: ['driver_listen_ranges', 'range_id'],
  withdrawalId: ['withdrawals', 'withdrawal_id'],
  payoutSettingId: ['setting_versions', 'setting_id'],
  bankFormatSettingId: ['setting_versions', 'setting_id'],
  bankBatchId: ['payout_bank_batches', 'batch_id'],
  reconBatchId: ['recon_batches', 'batch_id'],
  reconDetailId: ['recon_details', 'detail_id'],
} as const satisfies Record<string, readonly [table: string, key: string]>
export type RowKind = keyof typeof tableOf
export type RowIds = Record<RowKind, string>

const notGiven = {
  ...consentTable,
  ...dayTable,
  searchId: ['dispatch_searches', 'search_id'],
  pointAccount: ['point_accounts', 'customer_id'],
  pointRecord: ['point_records', 'record_id'],
  pointLot: ['point_lots', 'lot_id'],
} as const

let made = 0

/**
 * One row of every kind that a call takes the id of. For the order drivers are asked; the driven one is on its way to the customer; the filed
 * one is over.
 */
export async function rowsOfEveryKind(world: World, home: Home): Promise<RowIds> {
  const insert = async (kind: RowKind | keyof typeof notGiven, values: Record<string, unknown>): Promise<string> => {
    const [table, key] = { ...tableOf, ...notGiven }[kind]
    const columns = Object.keys(values)
    const { rows } = await world.owner.query<Record<string, string>>(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')}) returning ${key}`,
      Object.values(values),
    )
    return String(rows[0]![key])
  }
  const n = ++made
  const tenant_id = home.tenantId
  const city_id = home.cityId
  const [later, soon] = [new Date(Date.now() + 7 * 86_400_000), new Date(Date.now() + 600_000)]
  const ofTenant = (what: string) => `${home.tenantMark ?? home.mark}${what}${n}`
  const ofCity = (what: string) => `${home.cityMark ?? home.mark}${what}${n}`
  const named = (what: string) => `${home.mark}${what}${n}`
  const phone = `1360${String(n).padStart(3, '0')}${String(made).padStart(4, '0')}`

  const channel = home.channelId ?? (await insert('channelId', { tenant_id, name: named('渠道'), code: `c${n}`, city_ids: [city_id] }))
  const dept = await insert('deptId', { tenant_id, name: ofTenant('部门'), dept_type: 2, ...(home.orgId && { parent_id: home.orgId }) })
  const user = await insert('userId', {
    tenant_id,
    username: `rows${n}`,
    real_name: named('用户'),
    dept_id: home.orgId ?? dept,
    city_ids: [city_id],
    channel_id: home.channelId,
    password_hash: 'none',
  })
  const maker = home.byUserId ?? user
  const session = await insert('sessionId', { token_hash: Buffer.from(`rows-${n}`), tenant_id, kind: 'OPERATOR', user_id: maker })
  const role = await insert('roleId', { tenant_id, name: ofTenant('角色') })
  const menu = await insert('menuId', { tenant_id, name: ofTenant('菜单') })
  const driver = await addDriver(world, { tenantId: home.tenantId, cityId: home.cityId, orgId: home.orgId, name: named('司机') })
  const place = (status: number) =>
    addOrder(world, {
      tenantId: home.tenantId,
      cityId: home.cityId,
      orgId: home.orgId,
      channelId: home.channelId,
      name: named('客户'),
      driverId: status === 180 ? null : driver,
      status,
      phone,
    })
  const order = await place(180)
  const driven = await place(301)
  const filed = await place(501)
  const customer_id = order.customerId
  const group = await insert('groupId', { tenant_id, name: ofCity('分组'), type: 'MARKETING', city_ids: [city_id], members: 1 })
  const member = `insert into customer_group_members (tenant_id, group_id, customer_id, source) values ($1, $2, $3, 'HAND')`
  await world.owner.query(member, [tenant_id, group, customer_id])
  const other = (what: string, more: object = {}) =>
    insert('goneId', { tenant_id, city_id, phone: phone.replace('1360', `136${what}`), name: named('客户'), ...more })
  const merged = await other('8', { merged_into: customer_id })
  const search = await insert('searchId', { tenant_id, booking_id: order.bookingId, city_id, params: {}, ends_at: soon })
  const offer = await insert('offerId', {
    tenant_id,
    search_id: search,
    booking_id: order.bookingId,
    order_id: order.orderId,
    driver_id: driver,
    round: 1,
    distance_m: 100,
    eta_s: 60,
    expires_at: soon,
  })
  const enterprise_id = await insert('enterpriseId', { tenant_id, name: named('企业'), pay_mode: 'POSTPAID', city_ids: [city_id] })
  await world.owner.query('insert into customer_driver_blocks (tenant_id, customer_id, driver_id) values ($1, $2, $3)', [
    tenant_id,
    customer_id,
    driver,
  ])
  const ofDriven = { tenant_id, order_id: driven.orderId, driver_id: driver }
  const call = await insert('callId', {
    tenant_id,
    agent_id: maker,
    agent_name: named('客服'),
    client_ref: `rows-call-${n}`,
    direction: 'IN',
    line_no: 0,
    started_at: new Date(),
    city_id,
  })
  // A city has one.
  const theCitys = async (kind: string, content: object) => {
    const { rows } = await world.owner.query<{ setting_id: string }>(
      `select setting_id from setting_versions where tenant_id = $1 and city_id = $2 and kind = $3`,
      [tenant_id, city_id, kind],
    )
    return rows[0]?.setting_id ?? insert('withdrawalSettingId', { tenant_id, city_id, kind, content: JSON.stringify(content) })
  }
  const bytes = Buffer.from(`rows${n}`)
  const driverColumns = { tenant_id, city_id, driver_id: driver, org_id: home.orgId }
  const withdrawal = await insert('withdrawalId', {
    ...driverColumns,
    withdraw_no: `ROWS${n}`,
    way: 'BANK',
    account_sealed: 'x',
    account_snapshot: { holderName: '试', bankName: '', numberMasked: '****0000' },
    apply_fen: 100,
    fee_fen: 0,
  })
  const batch = await insert('bankBatchId', { tenant_id, city_id, batch_no: `ROWS${n}`, made_by: maker, made_by_name: ofCity('同事') })
  await world.owner.query(
    `with paid as (insert into payout_attempts (tenant_id, withdrawal_id, attempt, out_no, channel, amount_fen, state, final_at)
       values ($1, $2, 1, $3, 'BANK', 100, 'FAILED', now()) returning tenant_id, out_no, withdrawal_id)
     insert into payout_bank_lines (tenant_id, out_no, withdrawal_id, batch_id) select *, $4::bigint from paid`,
    [tenant_id, withdrawal, `ROWS${String(n).padStart(8, '0')}`, batch],
  )
  const promised = await promiseRows(insert, { tenant_id, city_id }, customer_id, channel, named)
  await auditedUse(world.owner, tenant_id, filed.orderId, promised)
  return {
    channelId: channel,
    keyId: await insert('keyId', {
      tenant_id,
      key_id: newKeyId(),
      channel_id: channel,
      secret_sealed: 'x',
      secret_end: 'x',
      note: named('密钥'),
      created_by: user,
      created_by_name: named('人'),
    }),
    ...(await toldRows(insert, { tenant_id, channel_id: channel, city_id }, filed.orderId, named('地址'), ofTenant('短信'), theCitys)),
    driverMessageId: await inAppRow(insert, { tenant_id, city_id, driver_id: driver }, named('消息')),
    bindingId: await unboundRow(insert, { tenant_id, city_id, order_id: driven.orderId, driver_id: driver }, named('隐私号')),
    deptId: dept,
    userId: user,
    sessionId: session,
    roleId: role,
    menuId: menu,
    driverId: driver,
    orderId: order.orderId,
    drivenOrderId: driven.orderId,
    filedOrderId: filed.orderId,
    bookingId: order.bookingId,
    customerId: customer_id,
    groupId: group,
    goneId: await other('9'),
    mergeId: await insert('mergeId', { tenant_id, kept_id: customer_id, gone_id: merged, moved: {}, before: {}, kept_version: 1 }),
    offerId: offer,
    enterpriseId: enterprise_id,
    ...(await priceRows(insert, { tenant_id, city_id }, n, { soon, later, ofCity })),
    callId: call,
    cityId: home.cityId,
    tenantId: home.tenantId,
    ...promised,
    employeeId: await insert('employeeId', { tenant_id, enterprise_id, phone, name: named('员工') }),
    topUpId: await insert('topUpId', {
      tenant_id,
      enterprise_id,
      amount_fen: 100,
      way: 'BANK',
      reference: `rows-${n}`,
      created_by: user,
      created_by_name: named('财务'),
    }),
    serviceId: await insert('serviceId', {
      tenant_id,
      kind: 'ADDRESS',
      provider: 'PHOTON',
      name: ofTenant('地图'),
      url: 'https://photon.invalid',
      rank: n,
    }),
    appId: await insert('appId', { tenant_id, platform: 'H5', name: ofTenant('应用'), identifier: `https://rows${n}.example` }),
    fileId: await insert('fileId', {
      tenant_id,
      order_id: filed.orderId,
      driver_id: driver,
      kind: 'VEHICLE_BEFORE',
      jpeg: bytes,
      sha256: bytes,
      width: 1,
      height: 1,
    }),
    uploadId: await insert('uploadId', { ...ofDriven, kind: 'ODOMETER', sha256: bytes, bytes: 9 }),
    jobId: await insert('jobId', {
      tenant_id,
      kind: 'test.none',
      title: named('任务'),
      title_en: named('job'),
      asked_by: maker,
      asked_name: named('人'),
      input: {},
      queue_id: randomUUID(),
    }),
    importId: await insert('importId', {
      tenant_id,
      kind: 'enterprise.employees',
      target: { enterpriseId: '1' },
      user_id: maker,
      file_name: named('名单'),
      headed: true,
      mapping: { phone: 0 },
      row_count: 2,
    }),
    exportId: await insert('exportId', {
      tenant_id,
      list: '/djweb/order/order_list',
      filters: {},
      columns: ['orderNo'],
      format: 'CSV',
      conditions: named('条件'),
      whole_phones: false,
      english: false,
      utc_offset_minutes: 480,
      asked_by: maker,
      asked_name: named('人'),
    }),
    bulkJobId: await insert('bulkJobId', { tenant_id, action: 'REMARK', text: named('备注'), by_customer: false, created_by: maker }),
    logId: await insert('logId', {
      tenant_id,
      at: new Date(),
      actor_type: 'OPERATOR',
      actor_id: user,
      actor_name: named('人'),
      call: 'rows',
    }),
    noticeId: await insert('noticeId', {
      tenant_id,
      kind: 'NO_DRIVER',
      subject: named('通知'),
      city_id,
      org_id: home.orgId,
      channel_id: home.channelId,
    }),
    cancelQuoteId: await insert('cancelQuoteId', {
      tenant_id,
      order_id: order.orderId,
      order_version: 1,
      actor: 'OPERATOR',
      rule: 'R1',
      verdict: 'NO_FAULT',
      fee_fen: 0,
      valid_until: soon,
    }),
    ...(await evidenceRows(
      insert,
      { tenant_id, city_id, order_id: filed.orderId },
      { call, user, org_id: home.orgId, bytes, later, note: named('说明') },
    )),
    withdrawalSettingId: await theCitys('withdrawalTerms', standardTerms),
    payoutSettingId: await theCitys('payoutWays', payoutWays.standard),
    bankFormatSettingId: await theCitys('bankFormat', neutralFormat),
    ...(await driverRows(world, insert, theCitys, { tenant_id, city_id, driver_id: driver }, { soon, later, named, ofCity })),
    ...(await privacyRows(insert, { tenant_id, customer_id }, n, { title: ofTenant('协议'), words: named('请求') })),
    ...(await examRows(insert, { tenant_id, city_id }, driver, ofCity)),
    ...(await dispatchRows(insert, { tenant_id, city_id }, driver, { channel_ids: [channel], soon, later, named, ofCity })),
    withdrawalId: withdrawal,
    bankBatchId: batch,
    ...(await reconRows(insert, { tenant_id, city_id, org_id: home.orgId }, withdrawal, named('批次'))),
  }
}
