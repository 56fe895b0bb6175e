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
  APP_SUSPENDED: () => t('接单资格暂停'),
  APP_REINSTATED: () => t('接单资格恢复'),
  APP_FACE_LOCKED: () => t('人脸核验锁定'),
  APP_FACE_OPEN: () => t('人脸核验解锁'),
  APP_APPEAL_GRANTED: () => t('申诉或申请通过'),
  APP_APPEAL_REFUSED: () => t('申诉或申请未通过'),
  APP_EXAM_PASSED: () => t('考试已全部通过'),
  APP_EXAM_ASKED: () => t('新的考试要求'),
  APP_CLAIM_FILED: () => t('理赔已报保险公司'),
  APP_CLAIM_PAID: () => t('理赔已赔付'),
  APP_CLAIM_REFUSED: () => t('理赔未获赔付'),
  APP_CLAIM_REOPENED: () => t('理赔重新提交'),
}
/** What a message is about, in the telephone's language; its text is the company's. */
export const titleOf = ({ event }: { event: MessageEvent | null }): string => (event && TITLES[event]?.()) ?? t('消息')
