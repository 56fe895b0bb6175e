/** Who can mend what a channel refused: the driver, limits that pass, the business itself, or nobody but the channel's own people. */
export type Mender = 'DRIVER' | 'LIMITS' | 'US' | 'RISK'
export const menderText: Record<Mender, string> = { DRIVER: '司机处理', LIMITS: '额度限制', US: '平台处理', RISK: '渠道风控' }

interface Code {
  by: Mender
  zh: string
  en: string
  /** The driver gives another account, or corrects this one, before it is tried again. */
  account?: true
}
/** What channels say of a payment that failed, in plain words. */
export const payoutCodes: Readonly<Record<string, Code>> = {
  ACCOUNT_FROZEN: { by: 'DRIVER', zh: '收款账户被冻结', en: 'The account is frozen', account: true },
  REAL_NAME_CHECK_FAIL: { by: 'DRIVER', zh: '收款人未实名认证', en: 'The account is not verified with a real name', account: true },
  NAME_NOT_CORRECT: { by: 'DRIVER', zh: '收款人姓名与账户不符', en: 'The name is not that of the account', account: true },
  OPENID_INVALID: { by: 'DRIVER', zh: '微信账户无效', en: 'No such WeChat account', account: true },
  ID_CARD_NOT_CORRECT: { by: 'DRIVER', zh: '身份证号与账户不符', en: 'The identity number is not that of the account', account: true },
  ACCOUNT_NOT_EXIST: { by: 'DRIVER', zh: '收款账户不存在', en: 'No such account', account: true },
  CONFIRM_OVERDUE: { by: 'DRIVER', zh: '司机超时未确认收款', en: 'The driver did not confirm in time' },
  TRANSFER_QUOTA_EXCEED: { by: 'LIMITS', zh: '超出商户转账额度', en: 'Beyond what the merchant may transfer' },
  DAY_RECEIVED_QUOTA_EXCEED: { by: 'LIMITS', zh: '收款人超出日收款额度', en: 'Beyond what the driver may receive in a day' },
  MONTH_RECEIVED_QUOTA_EXCEED: { by: 'LIMITS', zh: '收款人超出月收款额度', en: 'Beyond what the driver may receive in a month' },
  DAY_RECEIVED_COUNT_EXCEED: { by: 'LIMITS', zh: '收款人超出日收款次数', en: 'The driver received too many payments today' },
  PRODUCT_AUTH_CHECK_FAIL: { by: 'US', zh: '商户未开通转账功能', en: 'Transfers are not open to the merchant' },
  OVERDUE_CLOSE: { by: 'US', zh: '余额不足，超时关闭', en: 'Closed: the balance did not suffice in time' },
  NOT_PAID: { by: 'US', zh: '线下未支付', en: 'Not paid outside' },
  BANK_REFUSED: { by: 'DRIVER', zh: '银行退回', en: 'The bank refused it', account: true },
  TRANSFER_RISK: { by: 'RISK', zh: '渠道风控拦截', en: 'Stopped by the channel as a risk' },
}
export const menderOf = (code: string): Mender => payoutCodes[code]?.by ?? 'US'
/** A code that is not known stands for itself. */
export const payoutCodeText = (code: string, english: boolean): string => payoutCodes[code]?.[english ? 'en' : 'zh'] ?? code
