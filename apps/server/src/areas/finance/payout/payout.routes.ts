import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { citiesToKeep, findCity, mayKeepFor } from '#areas/operations/city'
import type { TenantTx } from '#platform/database/db'
import { isOutsider, type Scope, seesEveryCity } from '#platform/database/scope'
import { fileLink } from '#platform/files/link'
import { photoFrom } from '#platform/pictures/pictures'
import { type Fail, implement } from '#platform/http/implement'
import { findJob } from '#platform/jobs/job.queries'
import { type WithdrawalRow, withdrawals } from '../withdrawal/index.ts'
import { batchesOf, insertBatch, linesOfBatch, lockFiles, waitingForFile } from './bank.queries.ts'
import { bankFileJob } from './bank-file.job.ts'
import { vouchersOf } from './voucher.queries.ts'
import { confirmVoucher, enterVoucher, notPaidByHand } from './voucher.service.ts'
import { payoutWays } from './payout.setting.ts'

/** Rows of one file; banks take no more. */
const FILE_ROWS = 1_000

/** Locked, while it is on its way by hand. */
async function paidByHand(
  tx: TenantTx,
  scope: Scope,
  withdrawalId: string,
  fail: Fail<'withdrawalReview.notFound' | 'payout.notByHand'>,
): Promise<WithdrawalRow> {
  const row = (!isOutsider(scope) && (await withdrawals.lock(tx, withdrawalId))) || fail('withdrawalReview.notFound')
  return row.channel === 'BY_HAND' ? row : fail('payout.notByHand')
}

const fileView = (row: Awaited<ReturnType<typeof batchesOf>>[number]) => ({
  batchId: row.batch_id,
  batchNo: row.batch_no,
  cityId: row.city_id,
  madeByName: row.made_by_name,
  madeAt: row.made_at.toISOString(),
  payments: row.payments,
  totalFen: Number(row.total_fen),
  paid: row.paid,
  failed: row.failed,
})

const lineView = (line: Awaited<ReturnType<typeof linesOfBatch>>[number]) => {
  const { holderName, bankName, numberMasked } = line.account_snapshot as { holderName: string; bankName: string; numberMasked: string }
  return {
    outNo: line.out_no,
    withdrawalId: line.withdrawal_id,
    withdrawNo: line.withdraw_no,
    account: { holderName, bankName, numberMasked },
    amountFen: line.amount_fen,
    result: line.result as 'PAID' | 'FAILED' | null,
    bankNo: line.bank_no,
    code: line.code,
    said: line.said,
    paidAt: line.paid_at?.toISOString() ?? null,
    returnedAt: line.returned_at?.toISOString() ?? null,
  }
}

export const payoutRoutes = implement(
  'payout',
  payoutCalls,
)({
  ways: async ({ db, scope }) => {
    const [rows, cities] = await Promise.all([payoutWays.present(db), citiesToKeep(db, scope)])
    return { rows: rows.map(payoutWays.view), defaults: payoutWays.standard, cities, mayChangeTenant: seesEveryCity(scope) }
  },
  waysHistory: ({ input, db }) => payoutWays.history(db, input.settingId),
  saveWays: async ({ input: { settingId, version, changeReason: reason, cityId, ...content }, db, scope, fail, ...by }) => {
    const seen = { id: settingId, version, reason }
    const saved = await payoutWays.save(db, seen, { ...by, fail }, async (before) => {
      const city = before ? before.cityId : (cityId ?? null)
      const own = await mayKeepFor(db, scope, city)
      return own ? { cityId: city, content } : fail('payout.otherCity')
    })
    return payoutWays.view(saved)
  },
  enterVoucher: async ({ input, db, operator, scope, platform, audit, fail }) => {
    const { files } = platform
    // Before any lock: it takes a while.
    const picture = (await photoFrom(input.file.bytes)) ?? fail('payout.badPicture')
    const { fileId } = await files.put({ tenantId: operator.tenantId, kind: 'VOUCHER' }, picture.jpeg)
    const row = await paidByHand(db, scope, input.withdrawalId, fail)
    await enterVoucher(db, row, { voucherNo: input.voucherNo, paidAt: new Date(input.paidAt), fileId, files }, operator, fail)
    audit({ object: 'withdrawal', objectId: row.withdrawal_id, after: { voucherNo: input.voucherNo, paidAt: input.paidAt } })
    return { withdrawalId: row.withdrawal_id, voucherNo: input.voucherNo }
  },
  confirmVoucher: async ({ input, db, operator, scope, platform, audit, fail }) => {
    const row = await paidByHand(db, scope, input.withdrawalId, fail)
    const { withdrawal } = await confirmVoucher(db, row, operator, platform.vault, fail)
    audit({ object: 'withdrawal', objectId: row.withdrawal_id, before: { state: row.state }, after: { state: withdrawal.state } })
    return { withdrawalId: row.withdrawal_id, state: withdrawal.state }
  },
  voucherPicture: async ({ input, db, scope, platform, fail }) => {
    const known = isOutsider(scope) ? [] : await vouchersOf(db, input.withdrawalId)
    const { file_id } = known.find(({ attempt }) => attempt === input.attempt) ?? fail('payout.noVoucher')
    const file = (await platform.files.find(db, file_id)) ?? fail('payout.noVoucher')
    return { dataUrl: `data:image/jpeg;base64,${(await platform.files.readAll(file)).toString('base64')}` }
  },
  notPaid: async ({ input, db, operator, scope, platform, audit, fail }) => {
    const row = await paidByHand(db, scope, input.withdrawalId, fail)
    const { withdrawal } = await notPaidByHand(db, row, operator, platform.vault, fail)
    const after = { state: withdrawal.state, reason: input.reason }
    audit({ object: 'withdrawal', objectId: row.withdrawal_id, before: { state: row.state }, after })
    return { withdrawalId: row.withdrawal_id, state: withdrawal.state }
  },
  makeBankFile: async ({ input, db, operator, scope, audit, fail }) => {
    if (isOutsider(scope) || !(await findCity(db, input.cityId))) return fail('payout.otherCity')
    await lockFiles(db, input.cityId)
    const payments = await waitingForFile(db, input.cityId, FILE_ROWS)
    if (payments.length === 0) return fail('payout.nothingForBank')
    const { batch_id } = await insertBatch(db, { cityId: input.cityId, by: operator, payments })
    const [made] = await batchesOf(db, { batchId: batch_id })
    audit({ object: 'payoutBankFile', objectId: batch_id, after: fileView(made!) })
    return fileView(made!)
  },
  writeBankFile: async ({ input, db, operator, scope, platform, audit, fail }) => {
    const [batch] = await batchesOf(db, { batchId: input.batchId })
    if (!batch || isOutsider(scope)) return fail('payout.batchNotFound')
    const jobId = await platform.jobs.ask(db, bankFileJob, {
      operator,
      tenantId: operator.tenantId,
      title: { zh: `银行代发文件 ${batch.batch_no}`, en: `File for the bank ${batch.batch_no}` },
      input,
      total: batch.payments,
    })
    audit({ object: 'payoutBankFile', objectId: batch.batch_id, after: { jobId, format: input.format, payments: batch.payments } })
    return { jobId }
  },
  bankLines: async ({ input, db, scope, fail }) => {
    const [batch] = await batchesOf(db, { batchId: input.batchId })
    if (!batch || isOutsider(scope)) return fail('payout.batchNotFound')
    return { rows: (await linesOfBatch(db, batch.batch_id)).map(lineView) }
  },
  openBankFile: async ({ input, db, operator, platform, audit, fail }) => {
    const made = await findJob(db, input.jobId)
    const written = made?.kind === bankFileJob.name && made.asked_by === operator.userId ? made.file_id : null
    const file = (written && (await platform.files.find(db, written))) || fail('payout.fileGone')
    audit({ object: 'payoutBankFile', objectId: input.jobId, after: { downloaded: file.name } })
    const { tenantId, fileId, name: fileName } = file
    return { ...fileLink(platform.vault, { tenantId, fileId, saveAs: fileName }, { now: new Date() }), fileName }
  },
  bankFiles: async ({ input, db, scope }) => ({
    rows: isOutsider(scope) ? [] : (await batchesOf(db, { cityId: input.cityId })).map(fileView),
  }),
})
