import type { MessageEvent } from '@chauffeur/contract/message/event'
import { t } from '../platform/text.ts'

const TITLES: Partial<Record<MessageEvent, () => string>> = {
  APP_PHOTO_RETAKE: () => t('订单照片需要重拍'),
  APP_PAPER_DUE: () => t('证件即将到期'),
  APP_PAPER_OVER: () => t('证件已过期'),
  APP_INSURANCE_DUE: () => t('保险即将到期'),
  APP_INSURANCE_OVER: () => t('保险已终止'),
  APP_LEVEL_UP: () => t('等级提升'),
  APP_LEVEL_DOWN: () => t('等级下降'),
  APP_WITHDRAWAL_PAID: () => t('提现已到账'),
  APP_WITHDRAWAL_RETURNED: () => t('提现未成功'),
}
/** What a message is about, in the telephone's language; its text is the company's. */
export const titleOf = ({ event }: { event: MessageEvent | null }): string => (event && TITLES[event]?.()) ?? t('消息')
