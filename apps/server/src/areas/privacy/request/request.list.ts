import {
  privacyRequestCalls,
  personKindText,
  type PrivacyRequestRow,
  requestChannelText,
  requestKindText,
  requestStateText,
} from '@chauffeur/contract/privacy/request'
import { phoneFor } from '#areas/order/model'
import { isOutsider, type Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { flag, instant, phone, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { sql } from 'kysely'
import { listed, overdue, type RequestDb, requesterFound, requests } from './request.queries.ts'
import { actionsOf, type RequestAction } from './request.rules.ts'

const NEEDS: Partial<Record<RequestAction, string>> = { erase: 'customer.erase', correct: 'customer.edit' }

export function requestView(row: RequestDb, { operator, scope }: { operator: OperatorSession; scope: Scope }): PrivacyRequestRow {
  const may = operator.authorities.has('privacyRequest.handle') && !isOutsider(scope)
  const actions = actionsOf({ kind: row.kind, state: row.state, identified: row.identity !== null, gathered: row.file_id !== null })
  return {
    requestId: row.privacy_request_id,
    kind: row.kind,
    state: row.state,
    channel: row.channel,
    personKind: row.customer_id ? 'CUSTOMER' : 'DRIVER',
    personId: (row.customer_id ?? row.driver_id)!,
    name: row.name,
    phone: row.phone && phoneFor(operator.authorities, row.phone),
    cityName: row.city_name,
    words: row.words,
    identity: row.identity,
    openedAt: row.opened_at.toISOString(),
    openedByName: row.opened_by_name,
    dueAt: row.due_at.toISOString(),
    overdue: row.overdue,
    handlerName: row.handler_name,
    closedAt: row.closed_at?.toISOString() ?? null,
    closing: row.closing,
    version: row.version,
    allowedActions: may ? actions.filter((action) => operator.authorities.has(NEEDS[action] ?? 'privacyRequest.handle')) : [],
  }
}

/** What people ask about what is held of them: what is not answered yet first, by when it has to be. */
export const requestList = defineList(privacyRequestCalls.list, {
  from: ({ db }) => requests(db),
  filters: {
    keyword: requesterFound,
    kind: is('r.kind'),
    state: is('r.state'),
    channel: is('r.channel'),
    overdue: (late) => (late ? overdue : sql<boolean>`not ${overdue}`),
    openedAtFrom: isFrom('r.opened_at'),
    openedAtTo: isBefore('r.opened_at'),
  },
  key: 'r.privacy_request_id',
  order: [desc(sql`r.closed_at is null`), asc('r.due_at')],
  sorts: { openedAt: desc('r.opened_at'), dueAt: asc('r.due_at') },
  select: listed,
  file: {
    module: import.meta.url,
    zh: '个人信息请求',
    en: 'Data requests',
    columns: {
      kind: words('请求', 'Request', requestKindText),
      state: words('状态', 'Status', requestStateText),
      channel: words('来源', 'Source', requestChannelText),
      personKind: words('请求人', 'Who asks', personKindText),
      personId: text('人员编号', 'Id of the person'),
      name: text('姓名', 'Name'),
      phone: phone('电话', 'Phone'),
      cityName: text('城市', 'City'),
      words: text('诉求', 'What is asked'),
      openedAt: instant('提出时间', 'Asked at'),
      dueAt: instant('答复期限', 'Due'),
      overdue: flag('已逾期', 'Overdue'),
      handlerName: text('承办人', 'Handled by'),
      closedAt: instant('办结时间', 'Closed at'),
      closing: text('办结说明', 'Answer given'),
    },
  },
  view: requestView,
})
