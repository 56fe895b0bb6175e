import { customerCalls } from '@chauffeur/contract/customer/profile'
import { createExport } from '#areas/operations/export'
import { openImport } from '#areas/operations/import'
import { wholeTenant } from '#platform/database/scope'
import type { TenantTx } from '#platform/database/db'
import { implement } from '#platform/http/implement'
import { changeAll } from './bulk.job.ts'
import { customerImport } from './customer-import.ts'
import { customerList } from './customer.list.ts'
import { blacklistCustomers, moveCustomers, noteConsent, profileOf, saveCustomer, unblacklistCustomers } from './profile.service.ts'

const asJob = <C extends { request: { english: boolean; id: string } }>(tx: TenantTx, { request, ...context }: C) => ({
  ...context,
  tx,
  english: request.english,
  requestId: request.id,
})

export const profileRoutes = implement(
  'customers',
  customerCalls,
)({
  list: customerList.page,
  profile: ({ input, db, operator, platform, request, fail }) =>
    profileOf(input, {
      db,
      operator,
      fail,
      asker: {
        authorities: operator.authorities,
        english: request.english,
        whole: platform.db.reader(wholeTenant(operator.tenantId)),
      },
    }),
  update: ({ input, db, ...context }) => saveCustomer(input, { tx: db, ...context }),
  move: ({ input, db, ...context }) =>
    input.filter ? changeAll('move', input, asJob(db, context)) : moveCustomers(input, { tx: db, ...context }),
  blacklist: ({ input, db, ...context }) =>
    input.filter ? changeAll('blacklist', input, asJob(db, context)) : blacklistCustomers(input, { tx: db, ...context }),
  unblacklist: ({ input, db, ...context }) =>
    input.filter ? changeAll('unblacklist', input, asJob(db, context)) : unblacklistCustomers(input, { tx: db, ...context }),
  consent: ({ input, db, ...context }) => noteConsent(input, { tx: db, ...context }),
  export: ({ input: { format = 'XLSX', ...filters }, db, request, ...context }) =>
    createExport({ list: customerCalls.list.path, filters, format }, { tx: db, english: request.english, ...context }),
  import: ({ input: { file }, db, request, ...context }) =>
    openImport({ kind: customerImport.name, file }, { tx: db, english: request.english, ...context }),
})
