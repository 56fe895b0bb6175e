import { privacyRequestCalls, privacyTermsCalls } from '@chauffeur/contract/privacy/request'
import { type Scope, seesEveryCity } from '#platform/database/scope'
import type { TenantDb } from '#platform/database/db'
import { implement } from '#platform/http/implement'
import { fileLink } from '#platform/files/link'
import type { OperatorSession } from '#platform/identity/session'
import { requestList } from './request.list.ts'
import { findRequest } from './request.queries.ts'
import {
  correctByRequest,
  endRequest,
  eraseByRequest,
  finishRequest,
  gatherData,
  identifyRequester,
  openByOperator,
  requestDetail,
  takeRequest,
} from './request.service.ts'
import { privacyTerms } from './terms.setting.ts'

const requestRoutes = implement(
  'privacyRequest',
  privacyRequestCalls,
)({
  list: requestList.page,
  detail: async ({ input, db, fail, ...by }) =>
    requestDetail(db, (await findRequest(db, input.requestId)) ?? fail('privacyRequest.notFound'), by),
  openFile: async ({ input, db, operator, platform, fail }) => {
    const row = (await findRequest(db, input.requestId)) ?? fail('privacyRequest.notFound')
    const file = row.file_id ? await platform.files.find(db, row.file_id) : null
    if (!file || !row.file_until || row.file_until <= new Date()) return fail('privacyRequest.fileGone')
    const fileName = `personal-data-${row.privacy_request_id}.zip`
    const { url } = fileLink(
      platform.vault,
      { tenantId: operator.tenantId, fileId: file.fileId, saveAs: fileName },
      { now: new Date(), until: row.file_until },
    )
    return { url, fileName }
  },
  open: ({ input, db, ...context }) => openByOperator(input, { tx: db, ...context }),
  take: ({ input, db, ...context }) => takeRequest(input, { tx: db, ...context }),
  identify: ({ input, db, ...context }) => identifyRequester(input, { tx: db, ...context }),
  gather: ({ input, db, ...context }) => gatherData(input, { tx: db, ...context }),
  correct: ({ input, db, ...context }) => correctByRequest(input, { tx: db, ...context }),
  erase: ({ input, db, ...context }) => eraseByRequest(input, { tx: db, ...context }),
  finish: ({ input, db, ...context }) => finishRequest(input, { tx: db, ...context }),
  refuse: ({ input, db, ...context }) => endRequest(input, 'refuse', { tx: db, ...context }),
  withdraw: ({ input, db, ...context }) => endRequest(input, 'withdraw', { tx: db, ...context }),
})

const termsOf = async (db: TenantDb, { operator, scope }: { operator: OperatorSession; scope: Scope }) => {
  const row = await privacyTerms.rowFor(db, null)
  return {
    ...(row?.content ?? privacyTerms.standard),
    version: row?.version ?? 0,
    mayChange: operator.authorities.has('privacyRequest.handle') && seesEveryCity(scope),
  }
}
const termsRoutes = implement(
  'privacyRequest',
  privacyTermsCalls,
)({
  terms: ({ db, ...by }) => termsOf(db, by),
  saveTerms: async ({ input, db, operator, scope, audit, fail }) => {
    if (!seesEveryCity(scope)) return fail('agreement.beyond')
    const { deadlineDays, version, changeReason } = input
    await privacyTerms.saveFor(db, { cityId: null, version, reason: changeReason }, { operator, audit, fail }, { deadlineDays })
    return termsOf(db, { operator, scope })
  },
  termsHistory: ({ db }) => privacyTerms.historyFor(db, null),
})

export const privacyRequestRoutes = [...requestRoutes, ...termsRoutes]
