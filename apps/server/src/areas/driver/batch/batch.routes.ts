import { driverBatchCalls } from '@chauffeur/contract/driver/file'
import { implement } from '#platform/http/implement'
import { HEADS } from './batch.import.ts'

export const driverBatchRoutes = implement(
  'driver',
  driverBatchCalls,
)({
  // The mark at its beginning says to spreadsheets that it is UTF-8.
  downloadHead: async ({ request }) => ({
    fileName: request.english ? 'new-drivers.csv' : '批量新建司机模板.csv',
    csv: `\uFEFF${HEADS.join(',')}\r\n`,
  }),
})
