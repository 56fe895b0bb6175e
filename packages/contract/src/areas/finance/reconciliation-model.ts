import * as z from 'zod'

export const RECON_BATCH_STATE = {
  waiting: 0,
  fetching: 10,
  parsing: 20,
  matching: 30,
  balanced: 40,
  unbalanced: 50,
  closed: 60,
  failed: 90,
} as const
export const reconBatchState = z.literal(Object.values(RECON_BATCH_STATE))
export type ReconBatchState = z.infer<typeof reconBatchState>
export const reconBatchStateText: Record<ReconBatchState, string> = {
  0: '待拉取账单',
  10: '拉取中',
  20: '解析中',
  30: '匹配中',
  40: '已对平',
  50: '有差异',
  60: '差异已处理',
  90: '对账失败',
}

export const RECON_RESULT = { matched: 0, amount: 1, oursOnly: 2, channelOnly: 3, state: 4, duplicate: 5, crossDay: 6 } as const
export const reconResult = z.literal(Object.values(RECON_RESULT))
export type ReconResult = z.infer<typeof reconResult>
export const reconResultText: Record<ReconResult, string> = {
  0: '一致',
  1: '金额不符',
  2: '仅我方有',
  3: '仅渠道有',
  4: '状态不一致',
  5: '渠道重复',
  6: '跨日待确认',
}
export const reconResolution = z.enum(['NONE', 'ADOPT_CHANNEL', 'REVERSE_OURS', 'RETRIED', 'WRITE_OFF', 'MERGED_NEXT_DAY', 'MANUAL_NOTE'])
export type ReconResolution = z.infer<typeof reconResolution>
export const reconResolutionText: Record<ReconResolution, string> = {
  NONE: '未处理',
  ADOPT_CHANNEL: '以渠道为准',
  REVERSE_OURS: '冲正我方',
  RETRIED: '已重试付款',
  WRITE_OFF: '核销',
  MERGED_NEXT_DAY: '并入次日',
  MANUAL_NOTE: '人工备注',
}
/** How a difference of each sort may be settled by hand; having it paid again settles it too (`RETRIED`). */
export const resolutionsFor: Readonly<Record<ReconResult, readonly ReconResolution[]>> = {
  0: [],
  1: ['ADOPT_CHANNEL', 'WRITE_OFF', 'MANUAL_NOTE'],
  2: ['REVERSE_OURS', 'WRITE_OFF', 'MANUAL_NOTE'],
  3: ['ADOPT_CHANNEL', 'WRITE_OFF', 'MANUAL_NOTE'],
  4: ['ADOPT_CHANNEL', 'MANUAL_NOTE'],
  5: ['ADOPT_CHANNEL', 'WRITE_OFF', 'MANUAL_NOTE'],
  6: ['MERGED_NEXT_DAY', 'MANUAL_NOTE'],
}
