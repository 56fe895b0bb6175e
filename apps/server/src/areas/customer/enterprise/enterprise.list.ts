import { enterpriseCalls, enterprisePayModeText, type TopUpWay } from '@chauffeur/contract/customer/enterprise'
import { sql } from 'kysely'
import { fen, instant, number, phone, text, words } from '#platform/list/columns'
import { anyOf, inFrom, is } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { phoneFound, textFound } from '#platform/list/phone-search'
import { wholeTenant, withinCities } from '#platform/database/scope'
import { holding } from '#platform/database/sql-text'
import { enterprises, findEnterprise, listed, moneyOf, monthByPhone } from './enterprise.queries.ts'
import { employeeView, enterpriseRowView } from './enterprise.service.ts'

const ENTERPRISE_STATE = { ACTIVE: '正常', STOPPED: '已停用' }

export const enterpriseList = defineList(enterpriseCalls.enterprises, {
  from: ({ db }) => enterprises(db),
  filters: {
    keyword: (typed, { scope }) =>
      anyOf([
        textFound('e.name', holding(typed), scope),
        is('e.credit_code')(typed),
        textFound('e.contact_name', holding(typed), scope),
        phoneFound('e.contact_phone', typed, scope, 'whole'),
      ]),
    state: is('e.state'),
    cityId: (cityId) => sql<boolean>`(e.city_ids = '{}' or ${cityId}::bigint = any (e.city_ids))`,
  },
  key: 'e.enterprise_id',
  order: [asc('e.name')],
  select: listed,
  cutFirst: true,
  beside: (rows, { platform, scope }) =>
    moneyOf(
      platform.db.reader(wholeTenant(scope.tenantId)),
      rows.map((row) => row.enterprise_id),
    ),
  file: {
    module: import.meta.url,
    zh: '企业客户',
    en: 'Enterprises',
    columns: {
      name: text('名称', 'Name'),
      creditCode: text('统一社会信用代码', 'Credit code'),
      contactName: text('联系人', 'Contact'),
      contactPhone: phone('联系电话', 'Contact phone'),
      payMode: words('结算方式', 'Pays', enterprisePayModeText),
      state: words('状态', 'Status', ENTERPRISE_STATE),
      templateName: text('价格模板', 'Price template'),
      employees: number('在职员工', 'Employees'),
      balanceFen: fen('余额', 'Balance'),
      creditLimitFen: fen('授信额度', 'Credit limit'),
      reservedFen: fen('占用', 'Reserved'),
      availableFen: fen('可用', 'Available'),
      usedThisMonthFen: fen('本月已用', 'Used this month'),
      monthLimitFen: fen('月限额', 'Monthly limit'),
    },
  },
  view: (row, { operator }, money) => enterpriseRowView(row, money.get(row.enterprise_id), operator.authorities),
})

export const employeeList = defineList(enterpriseCalls.employees, {
  refused: async ({ db, input }) => !(await findEnterprise(db, input.enterpriseId)) && 'enterprise.notFound',
  from: ({ db }) => db.selectFrom('enterprise_employees as m'),
  filters: {
    enterpriseId: is('m.enterprise_id'),
    keyword: (typed, { scope }) =>
      anyOf([
        phoneFound('m.phone', typed, scope, 'whole'),
        textFound('m.name', holding(typed), scope),
        textFound('m.dept', holding(typed), scope),
      ]),
  },
  key: 'm.employee_id',
  order: [asc('m.state')],
  select: (rows) => rows.selectAll('m'),
  beside: (rows, { platform, scope, input }) =>
    monthByPhone(
      platform.db.reader(wholeTenant(scope.tenantId)),
      input.enterpriseId,
      rows.map((row) => row.phone),
    ),
  file: {
    module: import.meta.url,
    zh: '企业员工',
    en: 'Employees of an enterprise',
    columns: {
      name: text('姓名', 'Name'),
      phone: phone('电话', 'Phone'),
      dept: text('部门', 'Department'),
      state: words('状态', 'Status', ENTERPRISE_STATE),
      monthLimitFen: fen('月限额', 'Monthly limit'),
      usedThisMonthFen: fen('本月已用', 'Used this month'),
      createdAt: instant('添加时间', 'Added'),
    },
  },
  view: (row, { operator }, used) => employeeView(row, used.get(row.phone)?.usedFen ?? 0, operator.authorities),
})

/** What moved an enterprise's balance. Credit is the enterprise's gain. */
export const entryList = defineList(enterpriseCalls.entries, {
  refused: async ({ db, input }) => !(await findEnterprise(db, input.enterpriseId)) && 'enterprise.notFound',
  wholeTenant: true,
  from: ({ db, input }) =>
    db
      .selectFrom('ledger_lines as l')
      .innerJoin('ledger_accounts as a', (join) => join.onRef('a.tenant_id', '=', 'l.tenant_id').onRef('a.account_id', '=', 'l.account_id'))
      .innerJoin('ledger_entries as e', 'e.entry_id', 'l.entry_id')
      .where('a.owner_type', '=', 'ENTERPRISE')
      .where('a.owner_id', '=', input.enterpriseId)
      .where('a.kind', '=', 'ENTERPRISE_PREPAID'),
  filters: { enterpriseId: inFrom },
  key: 'l.account_version',
  order: [desc('l.account_version')],
  select: (rows) =>
    rows
      .leftJoin('enterprise_top_ups as t', (join) =>
        join.onRef('t.tenant_id', '=', 'e.tenant_id').onRef('t.top_up_id', '=', 'e.business_id').on('e.business_type', '=', 'TOP_UP'),
      )
      .select([
        'l.entry_id',
        'e.at',
        'e.business_type',
        'e.business_id',
        'e.step',
        'e.memo',
        'l.balance_after_fen',
        't.top_up_id',
        't.way',
        't.reference',
        't.remark',
        't.reverse_reason',
        sql<string>`case l.side when 'C' then l.amount_fen else -l.amount_fen end`.as('change_fen'),
        sql<string | null>`case when e.step = 'REVERSED' then t.reversed_by_name else t.created_by_name end`.as('created_by_name'),
        sql<boolean>`t.reversed_at is not null`.as('reversed'),
      ]),
  beside: async (_, { db, input, scope, operator }) => {
    const enterprise = await findEnterprise(db, input.enterpriseId)
    return operator.authorities.has('enterprise.topUp') && enterprise !== undefined && withinCities(enterprise.city_ids, scope.cities)
  },
  file: {
    module: import.meta.url,
    zh: '企业余额流水',
    en: "Ledger of an enterprise's balance",
    columns: {
      at: instant('时间', 'Time'),
      business: words('业务', 'Business', { ORDER: '订单', TOP_UP: '充值' }),
      orderNo: text('订单号', 'Order no.'),
      changeFen: fen('变动', 'Change'),
      balanceAfterFen: fen('余额', 'Balance'),
      topUp: text('凭证号', 'Reference', (topUp) => topUp?.reference ?? null),
    },
  },
  view: (row, _, mayReverse) => ({
    entryId: row.entry_id,
    at: row.at.toISOString(),
    business: row.business_type,
    step: row.step,
    orderId: row.business_type === 'ORDER' ? row.business_id : null,
    orderNo: row.business_type === 'ORDER' ? row.memo : '',
    changeFen: Number(row.change_fen),
    balanceAfterFen: Number(row.balance_after_fen),
    topUp:
      row.top_up_id === null
        ? null
        : {
            topUpId: row.top_up_id,
            way: row.way as TopUpWay,
            reference: row.reference ?? '',
            remark: row.remark ?? '',
            by: row.created_by_name ?? '',
            reversed: row.reversed,
            reverseReason: row.reverse_reason ?? '',
          },
    allowedActions: mayReverse && row.top_up_id !== null && row.step === 'CONFIRMED' && !row.reversed ? ['reverse' as const] : [],
  }),
})
