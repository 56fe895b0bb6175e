import { exportCalls } from '@chauffeur/contract/operations/export'
import { importCalls } from '@chauffeur/contract/operations/import'
import { jobCalls } from '@chauffeur/contract/operations/job'
import { refresh, sendCall } from '#platform/http/call.ts'
import { API_BASE } from '#platform/http/http.ts'
import { t } from '#platform/text/text.ts'
import type { JobRow } from './job.view.ts'

/** Hands a file of the server to the browser, which keeps it; the page stays. */
export function keepFile(url: string): void {
  const link = document.createElement('a')
  link.href = `${API_BASE}${url}`
  link.download = ''
  link.click()
}

export async function downloadExport(exportId: string): Promise<void> {
  keepFile((await sendCall(exportCalls.download, { exportId })).url)
  void refresh([exportCalls.list, exportCalls.info])
}

/** The rows that an import refused, with the reasons. */
export const downloadRefused = async (importId: string): Promise<void> => keepFile((await sendCall(importCalls.refused, { importId })).url)

/** Few ever pay by bank file: its calls come when one is taken. */
async function downloadBankFile(jobId: string): Promise<void> {
  const { payoutCalls } = await import('@chauffeur/contract/finance/payout')
  keepFile((await sendCall(payoutCalls.openBankFile, { jobId })).url)
}

/** What there is to take away of a job that is over: its words, and how. */
export function fileOfJob(job: JobRow): { label: string; take: () => Promise<void> } | null {
  const own = async (name: string) => String((await sendCall(jobCalls.info, { jobId: job.jobId })).data[name])
  if (job.kind === 'operations.export' && job.state === 'DONE')
    return { label: t('下载'), take: async () => downloadExport(await own('exportId')) }
  if (job.kind === 'operations.import' && job.fileId !== null)
    return { label: t('下载未导入的行'), take: async () => downloadRefused(await own('importId')) }
  if (job.kind === 'finance.bankFile' && job.fileId !== null) return { label: t('下载'), take: () => downloadBankFile(job.jobId) }
  return null
}
