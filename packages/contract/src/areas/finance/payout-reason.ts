/** Who can mend what a payment failed of: the driver, whoever sets limits, ourselves, or nobody until the channel's risk control lets go. */
export type PayoutMender = 'DRIVER' | 'LIMITS' | 'US' | 'RISK'

export interface PayoutReason {
  mender: PayoutMender
  zh: string
  en: string
}

const reason = (mender: PayoutMender, zh: string, en: string): PayoutReason => ({ mender, zh, en })

/** The reasons that WeChat Pay publishes for a transfer that failed (doc/v3/merchant/4013774966), in plain words. */
export const wechatFailReasons: Readonly<Record<string, PayoutReason>> = {
  ACCOUNT_FROZEN: reason(
    'DRIVER',
    '司机的微信支付账户被冻结，需司机自行解冻',
    'The driver’s WeChat Pay account is frozen; they have to have it released',
  ),
  ACCOUNT_NOT_EXIST: reason('DRIVER', '司机没有微信支付账户', 'The driver has no WeChat Pay account'),
  REAL_NAME_CHECK_FAIL: reason('DRIVER', '司机的微信未实名认证', 'The driver’s WeChat is not verified with a real name'),
  NAME_NOT_CORRECT: reason('DRIVER', '司机姓名与微信实名不一致', 'The driver’s name is not the one WeChat knows'),
  OPENID_INVALID: reason('DRIVER', '司机绑定的微信已失效，请重新绑定', 'The WeChat account on file is no longer valid; bind it again'),
  ID_CARD_NOT_CORRECT: reason('DRIVER', '司机身份证号与微信实名不一致', 'The driver’s identity number is not the one WeChat knows'),
  PAYEE_ACCOUNT_ABNORMAL: reason(
    'DRIVER',
    '司机需在微信支付补全身份信息后才能收款',
    'The driver has to complete their identity in WeChat Pay first',
  ),
  REALNAME_ACCOUNT_RECEIVED_QUOTA_EXCEED: reason(
    'DRIVER',
    '司机的微信账户收款受限，请在微信支付中查看',
    'The driver’s account may not receive more; WeChat Pay tells them why',
  ),
  BANK_CARD_ACCOUNT_ABNORMAL: reason(
    'DRIVER',
    '司机的银行卡已销户、冻结或挂失',
    'The driver’s bank card is closed, frozen or reported lost',
  ),
  BANK_CARD_BANK_INFO_WRONG: reason('DRIVER', '司机登记的开户行信息有误', 'The bank or branch on file is wrong'),
  BANK_CARD_CARD_INFO_WRONG: reason('DRIVER', '司机的银行卡户名或卡号有误', 'The card’s holder or number is wrong'),
  BANK_CARD_COLLECTIONS_ABOVE_QUOTA: reason(
    'DRIVER',
    '司机的二、三类银行卡已达收款限额',
    'The driver’s card has reached what such a card may receive',
  ),
  BANK_CARD_PARAM_ERROR: reason('DRIVER', '司机的收款卡信息有误', 'The card to be paid to is wrong'),
  BANK_CARD_STATUS_ABNORMAL: reason('DRIVER', '司机的银行卡状态异常', 'The driver’s card is not in order'),
  TRANSFER_QUOTA_EXCEED: reason('LIMITS', '超过单笔收款额度', 'More than one transfer may be'),
  DAY_RECEIVED_QUOTA_EXCEED: reason('LIMITS', '超过司机单日收款额度', 'More than the driver may receive in a day'),
  MONTH_RECEIVED_QUOTA_EXCEED: reason('LIMITS', '超过司机单月收款额度', 'More than the driver may receive in a month'),
  DAY_RECEIVED_COUNT_EXCEED: reason('LIMITS', '超过司机单日收款次数', 'More transfers than the driver may receive in a day'),
  BLOCK_B2C_USERLIMITAMOUNT_BSRULE_MONTH: reason(
    'LIMITS',
    '超过司机月收款限额，本月不能再付',
    'The driver’s month is used up; not again this month',
  ),
  EXCEEDED_ESTIMATED_AMOUNT: reason('LIMITS', '金额超过预约的范围', 'The sum is outside what was announced'),
  PRODUCT_AUTH_CHECK_FAIL: reason('US', '商户号未开通商家转账或权限被冻结', 'The merchant may not make transfers, or no longer'),
  OVERDUE_CLOSE: reason('US', '超过时限未完成，渠道已自动关闭', 'It was not completed in time, and the channel closed it'),
  MCH_CANCEL: reason('US', '我方已撤销', 'We withdrew it'),
  MERCHANT_REJECT: reason('US', '商户验密人驳回了转账', 'The merchant’s second person refused it'),
  MERCHANT_NOT_CONFIRM: reason('US', '商户验密人超时未确认', 'The merchant’s second person did not confirm in time'),
  PAYER_ACCOUNT_ABNORMAL: reason(
    'US',
    '商户账户付款受限，请到商户平台处理',
    'The merchant’s account is restricted; see the merchant platform',
  ),
  RECEIVE_ACCOUNT_NOT_CONFIGURE: reason('US', '商户平台未添加该收款用户', 'The payee is not on the list in the merchant platform'),
  RESERVATION_INFO_NOT_MATCH: reason('US', '转账信息与预约时不一致', 'It differs from what was announced'),
  RESERVATION_SCENE_NOT_MATCH: reason('US', '转账场景与预约时不一致', 'Its scene differs from what was announced'),
  RESERVATION_STATE_INVALID: reason('US', '预约转账单状态异常', 'What was announced is not in order'),
  TRANSFER_REMARK_SET_FAIL: reason('US', '转账备注设置失败', 'Its memo was not taken'),
  TRANSFER_SCENE_INVALID: reason('US', '转账场景不可用，请到商户平台核对', 'The transfer scene may not be used; see the merchant platform'),
  TRANSFER_SCENE_UNAVAILABLE: reason(
    'US',
    '转账场景不可用，请到商户平台核对',
    'The transfer scene may not be used; see the merchant platform',
  ),
  OTHER_FAIL_REASON_TYPE: reason('US', '渠道未说明原因，请联系微信支付', 'The channel gave no reason; ask WeChat Pay'),
  TRANSFER_RISK: reason('RISK', '该笔转账被微信支付风控拦截', 'WeChat Pay’s risk control stopped it'),
  BLOCK_B2C_USERLIMITAMOUNT_MONTH: reason(
    'RISK',
    '司机账户存在风险，本月不能再收款',
    'The driver’s account is at risk; not again this month',
  ),
}

/** What the service refuses a request with: nothing was paid by this request, and the same number stays until a query says what became of it. */
export const wechatRefusals: Readonly<Record<string, PayoutReason>> = {
  NOT_ENOUGH: reason(
    'US',
    '运营账户余额不足，请充值后按原单重试',
    'The account does not hold so much; fill it, and the same payment goes on',
  ),
  NO_AUTH: reason(
    'US',
    '商户号没有此接口权限，或服务器地址未加入白名单',
    'The merchant may not use this, or not from this server’s address',
  ),
  SIGN_ERROR: reason('US', '签名错误，请核对商户私钥与证书序列号', 'Wrong signature: check the merchant’s key and certificate number'),
  PARAM_ERROR: reason('US', '请求参数有误', 'Something in the request is wrong'),
  INVALID_REQUEST: reason('US', '请求不符合渠道的规则', 'The request is against the channel’s rules'),
  APPID_MCHID_NOT_MATCH: reason('US', 'AppID 与商户号未绑定', 'App and merchant are not bound to each other'),
  FREQUENCY_LIMITED: reason('US', '请求过于频繁，稍后自动重试', 'Too many requests; it is tried again by itself'),
}

/** In plain words; a code that is not published is shown as the channel's own. */
export const wechatReasonOf = (code: string): PayoutReason =>
  wechatFailReasons[code] ??
  wechatRefusals[code] ??
  reason('US', `渠道返回 ${code}，请联系微信支付`, `The channel says ${code}; ask WeChat Pay`)
