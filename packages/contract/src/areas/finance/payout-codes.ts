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
type Codes = Readonly<Record<string, Code>>

/** The reasons that WeChat Pay publishes for a transfer that failed (doc/v3/merchant/4013774966). */
export const wechatFailCodes: Codes = {
  ACCOUNT_FROZEN: {
    by: 'DRIVER',
    zh: '微信支付账户被冻结，需本人解冻',
    en: 'The WeChat Pay account is frozen; its owner has to have it released',
    account: true,
  },
  ACCOUNT_NOT_EXIST: { by: 'DRIVER', zh: '收款账户不存在', en: 'No such account', account: true },
  REAL_NAME_CHECK_FAIL: {
    by: 'DRIVER',
    zh: '收款微信未实名认证',
    en: 'The WeChat account is not verified with a real name',
    account: true,
  },
  NAME_NOT_CORRECT: { by: 'DRIVER', zh: '收款人姓名与账户实名不一致', en: 'The name is not that of the account', account: true },
  OPENID_INVALID: {
    by: 'DRIVER',
    zh: '绑定的微信已失效，请重新绑定',
    en: 'The WeChat account on file is no longer valid; bind it again',
    account: true,
  },
  ID_CARD_NOT_CORRECT: {
    by: 'DRIVER',
    zh: '身份证号与账户实名不一致',
    en: 'The identity number is not that of the account',
    account: true,
  },
  PAYEE_ACCOUNT_ABNORMAL: {
    by: 'DRIVER',
    zh: '需先在微信支付补全身份信息',
    en: 'The identity has to be completed in WeChat Pay first',
    account: true,
  },
  REALNAME_ACCOUNT_RECEIVED_QUOTA_EXCEED: {
    by: 'DRIVER',
    zh: '微信账户收款受限，请在微信支付中查看',
    en: 'The account may not receive more; WeChat Pay tells why',
  },
  BANK_CARD_ACCOUNT_ABNORMAL: {
    by: 'DRIVER',
    zh: '银行卡已销户、冻结或挂失',
    en: 'The bank card is closed, frozen or reported lost',
    account: true,
  },
  BANK_CARD_BANK_INFO_WRONG: { by: 'DRIVER', zh: '登记的开户行信息有误', en: 'The bank or branch on file is wrong', account: true },
  BANK_CARD_CARD_INFO_WRONG: { by: 'DRIVER', zh: '银行卡户名或卡号有误', en: "The card's holder or number is wrong", account: true },
  BANK_CARD_COLLECTIONS_ABOVE_QUOTA: {
    by: 'DRIVER',
    zh: '二、三类银行卡已达收款限额',
    en: 'The card has reached what such a card may receive',
  },
  BANK_CARD_PARAM_ERROR: { by: 'DRIVER', zh: '收款卡信息有误', en: 'The card to be paid to is wrong', account: true },
  BANK_CARD_STATUS_ABNORMAL: { by: 'DRIVER', zh: '银行卡状态异常', en: 'The card is not in order', account: true },
  TRANSFER_QUOTA_EXCEED: { by: 'LIMITS', zh: '超过单笔收款额度', en: 'More than one transfer may be' },
  DAY_RECEIVED_QUOTA_EXCEED: { by: 'LIMITS', zh: '超过收款人单日收款额度', en: 'More than the payee may receive in a day' },
  MONTH_RECEIVED_QUOTA_EXCEED: { by: 'LIMITS', zh: '超过收款人单月收款额度', en: 'More than the payee may receive in a month' },
  DAY_RECEIVED_COUNT_EXCEED: { by: 'LIMITS', zh: '超过收款人单日收款次数', en: 'More transfers than the payee may receive in a day' },
  BLOCK_B2C_USERLIMITAMOUNT_BSRULE_MONTH: {
    by: 'LIMITS',
    zh: '超过收款人月收款限额，本月不能再付',
    en: "The payee's month is used up; not again this month",
  },
  EXCEEDED_ESTIMATED_AMOUNT: { by: 'LIMITS', zh: '金额超过预约的范围', en: 'The sum is outside what was announced' },
  PRODUCT_AUTH_CHECK_FAIL: { by: 'US', zh: '商户号未开通商家转账或权限被冻结', en: 'The merchant may not make transfers, or no longer' },
  OVERDUE_CLOSE: {
    by: 'US',
    zh: '超过时限未确认收款或账户余额不足，渠道已关闭',
    en: 'Not confirmed in time, or the balance did not suffice: the channel closed it',
  },
  MCH_CANCEL: { by: 'US', zh: '我方已撤销', en: 'We withdrew it' },
  MERCHANT_REJECT: { by: 'US', zh: '商户验密人驳回了转账', en: "The merchant's second person refused it" },
  MERCHANT_NOT_CONFIRM: { by: 'US', zh: '商户验密人超时未确认', en: "The merchant's second person did not confirm in time" },
  PAYER_ACCOUNT_ABNORMAL: {
    by: 'US',
    zh: '商户账户付款受限，请到商户平台处理',
    en: "The merchant's account is restricted; see the merchant platform",
  },
  RECEIVE_ACCOUNT_NOT_CONFIGURE: { by: 'US', zh: '商户平台未添加该收款用户', en: 'The payee is not on the list in the merchant platform' },
  RESERVATION_INFO_NOT_MATCH: { by: 'US', zh: '转账信息与预约时不一致', en: 'It differs from what was announced' },
  RESERVATION_SCENE_NOT_MATCH: { by: 'US', zh: '转账场景与预约时不一致', en: 'Its scene differs from what was announced' },
  RESERVATION_STATE_INVALID: { by: 'US', zh: '预约转账单状态异常', en: 'What was announced is not in order' },
  TRANSFER_REMARK_SET_FAIL: { by: 'US', zh: '转账备注设置失败', en: 'Its memo was not taken' },
  TRANSFER_SCENE_INVALID: {
    by: 'US',
    zh: '转账场景不可用，请到商户平台核对',
    en: 'The transfer scene may not be used; see the merchant platform',
  },
  TRANSFER_SCENE_UNAVAILABLE: {
    by: 'US',
    zh: '转账场景不可用，请到商户平台核对',
    en: 'The transfer scene may not be used; see the merchant platform',
  },
  OTHER_FAIL_REASON_TYPE: { by: 'US', zh: '渠道未说明原因，请联系微信支付', en: 'The channel gave no reason; ask WeChat Pay' },
  TRANSFER_RISK: { by: 'RISK', zh: '该笔转账被微信支付风控拦截', en: "WeChat Pay's risk control stopped it" },
  BLOCK_B2C_USERLIMITAMOUNT_MONTH: {
    by: 'RISK',
    zh: '收款账户存在风险，本月不能再收款',
    en: "The payee's account is at risk; not again this month",
  },
}

/** What a channel refuses an order to pay with. Nothing was paid by that; the same number stays until it is known what became of it. */
const refusalCodes: Codes = {
  NOT_ENOUGH: {
    by: 'US',
    zh: '运营账户余额不足，请充值后按原单重试',
    en: 'The account does not hold so much; fill it, and the same payment goes on',
  },
  NO_AUTH: {
    by: 'US',
    zh: '商户号没有此接口权限，或服务器地址未加入白名单',
    en: "The merchant may not use this, or not from this server's address",
  },
  SIGN_ERROR: {
    by: 'US',
    zh: '签名错误，请核对商户私钥与证书序列号',
    en: "Wrong signature: check the merchant's key and certificate number",
  },
  PARAM_ERROR: { by: 'US', zh: '请求参数有误', en: 'Something in the request is wrong' },
  INVALID_REQUEST: { by: 'US', zh: '请求不符合渠道的规则', en: "The request is against the channel's rules" },
  APPID_MCHID_NOT_MATCH: { by: 'US', zh: 'AppID 与商户号未绑定', en: 'App and merchant are not bound to each other' },
  FREQUENCY_LIMITED: { by: 'US', zh: '请求过于频繁，稍后自动重试', en: 'Too many requests; it is tried again by itself' },
  NAME_REQUIRED: { by: 'DRIVER', zh: '满 2000 元须有收款人姓名', en: "From 2000 yuan on the payee's name is required", account: true },
  WRONG_ACCOUNT: {
    by: 'US',
    zh: '该收款账户不能由此渠道付款，请核对打款渠道设置',
    en: 'This channel cannot pay to such an account: check the payout channels',
  },
}

/** Our own words for what has to be looked into, and what other channels say. */
const otherCodes: Codes = {
  AMOUNT_DIFFERS: { by: 'US', zh: '渠道所付金额与本单不符，请人工核对', en: 'The channel speaks of another sum: look into it' },
  OTHER_MERCHANT: {
    by: 'US',
    zh: '发出本单的商户配置已更换，无法查询；请恢复原配置或凭对账单核对',
    en: 'The merchant it was sent through is not set up any more: put that back, or settle it by the statement',
  },
  NOT_PAID: { by: 'US', zh: '线下未支付', en: 'Not paid outside' },
  PAYER_SHORT: {
    by: 'US',
    zh: '付款账户余额不足，充值后重新打款',
    en: 'The account that pays does not hold so much: fill it, then pay again',
  },
  BANK_REFUSED: { by: 'DRIVER', zh: '银行退回', en: 'The bank refused it', account: true },
}

/** What channels say of a payment, in plain words. */
export const payoutCodes: Codes = { ...wechatFailCodes, ...refusalCodes, ...otherCodes }
/** In Chinese, by their codes. */
export const payoutCodeWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(payoutCodes).map(([code, { zh }]) => [code, zh]),
)
export const menderOf = (code: string): Mender => payoutCodes[code]?.by ?? 'US'
/** A code that is not known stands for itself. */
export const payoutCodeText = (code: string, english: boolean): string => payoutCodes[code]?.[english ? 'en' : 'zh'] ?? code
