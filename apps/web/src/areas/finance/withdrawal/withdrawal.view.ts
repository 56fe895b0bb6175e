import type { WithdrawalWay } from '@chauffeur/contract/finance/withdrawal'
import type { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'

export type WaysAnswer = AnswerOf<typeof withdrawalTermsCalls.ways>
export type Setting = WaysAnswer['rows'][number]
export type TaxConfig = AnswerOf<typeof withdrawalTermsCalls.taxConfig>

/** Chinese source texts. */
export const wayText: Record<WithdrawalWay, string> = { WX_SINGLE: '微信单笔', WX_BATCH: '微信批量', BANK: '银行卡' }

export const percentText = (bp: number): string => `${bp / 100}%`
