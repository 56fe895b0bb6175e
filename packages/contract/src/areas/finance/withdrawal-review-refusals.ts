import { refusals } from '../../kernel/envelope.ts'

export const withdrawalReviewRefusals = refusals({
  'withdrawalReview.notFound': { code: 404, zh: '提现申请不存在或不在您的业务范围内', en: 'No such withdrawal within your scope' },
  'withdrawalReview.otherState': {
    code: 409641,
    zh: '该提现的状态已变化，请按最新状态处理',
    en: 'The withdrawal is in another state by now, look at it again',
  },
  'withdrawalReview.notAllowed': { code: 403641, zh: '您没有此操作的权限', en: 'You may not do this' },
  'withdrawalReview.sameReviewer': {
    code: 409642,
    zh: '复核人不能是初审人，请由另一位同事复核',
    en: 'The second review is for another person than the first',
  },
  'withdrawalReview.reasonMissing': { code: 400641, zh: '请填写原因', en: 'Please give a reason', field: 'reason' },
  /** `data`: `{ riskFlags }`. */
  'withdrawalReview.riskReason': {
    code: 400642,
    zh: '该提现有风险提示，通过前请写明理由',
    en: 'It has risks: give the reason why it is approved all the same',
    field: 'reason',
  },
  'withdrawalReview.otherAccount': {
    code: 409644,
    zh: '收款账户已变更，请按最新账户核对',
    en: 'The account is another by now, look at it again',
  },
  'withdrawalReview.ownAccount': {
    code: 409645,
    zh: '您修改的收款账户须由另一位同事核对',
    en: 'An account that you changed is for somebody else to check',
  },
  'withdrawalReview.totalDiffers': {
    code: 409643,
    zh: '输入的合计金额与所选提现不一致',
    en: 'The total typed is not that of the withdrawals chosen',
  },
  'withdrawalReview.driverNotFound': { code: 404, zh: '司机不存在或不在您的业务范围内', en: 'No such driver within your scope' },
})
