import { refusals } from '../../kernel/envelope.ts'

/** What the driver side is refused for. */
export const dispatchRefusals = refusals({
  'driver.badCode': { code: 40030, zh: '验证码错误或已过期', en: 'The verification code is wrong or has expired' },
  'driver.locked': { code: 42930, zh: '验证码错误次数过多，请稍后再试', en: 'Too many wrong codes, try again later' },
  'driver.codeTooOften': { code: 42931, zh: '验证码发送过于频繁，请稍后再试', en: 'Codes were sent too often, try again later' },
  'driver.accountDisabled': {
    code: 40304,
    zh: '账号已停用，暂时不能登录；账户余额不受影响，如有疑问请联系客服',
    en: 'Your account is disabled and cannot sign in for now; your balance is kept. Ask the service desk',
  },
  'driver.notQualified': { code: 40930, zh: '资质未通过或已停用，不能上线接单', en: 'Not qualified or disabled: no duty and no orders' },
  'driver.dutyClosed': {
    code: 40976,
    zh: '公司已暂停司机上线，请联系管理员',
    en: 'Your company has paused going on duty, ask your administrator',
  },
  'driver.onOrder': { code: 40931, zh: '有进行中的订单，不能下线', en: 'On an order: cannot go offline' },
  'driver.offerGone': { code: 40932, zh: '订单已被其他司机接走或已取消', en: 'The order was taken by another driver or cancelled' },
  'driver.offerExpired': { code: 40933, zh: '应答超时，订单已失效', en: 'The offer has expired' },
  'driver.busy': { code: 40934, zh: '您已有进行中的订单', en: 'You already have an order' },
  'driver.orderNotFound': { code: 404, zh: '订单不存在或不属于您', en: 'No such order of yours' },
  'driver.wrongState': { code: 409271, zh: '当前订单状态不允许该操作', en: 'The order is not in a state that allows this' },
  'driver.tooFarFromPickup': { code: 40935, zh: '距离上车点过远，不能确认就位', en: 'Too far from the pick-up point' },
  'driver.placeUnknown': {
    code: 409616,
    zh: '没有收到您当前的位置，请打开定位后再试，或联系客服代为确认',
    en: 'Where you are now is not known: switch location on and try again, or ask the service desk to confirm',
  },
  'driver.tooFarFromDropoff': { code: 40936, zh: '距离目的地过远，请填写原因', en: 'Too far from the destination: give a reason' },
  'driver.walletTooLow': { code: 40937, zh: '账户欠款过多，本单请由客户线上支付', en: 'You owe too much: this bill is to be paid online' },
  'driver.accountShut': {
    code: 409617,
    zh: '本单涉及的账户已冻结、注销或余额不足，暂不能报单，请联系客服',
    en: 'An account that this bill moves is frozen, closed or too low: ask the service desk',
  },
  /** `data`: `{ check, reason, triesLeft }`. */
  'driver.faceRequired': { code: 409611, zh: '人脸核验未通过，请重新核验', en: 'The face check was not passed, try again' },
  /** `data`: `{ check, until }`. */
  'driver.faceLocked': {
    code: 409618,
    zh: '人脸核验多次未通过，请稍后再试，或联系客服',
    en: 'The face check was not passed several times: try again later, or ask the service desk',
  },
  'driver.insuranceRequired': { code: 409612, zh: '保险未生效，不能上线', en: 'Not insured: cannot go online' },
  'driver.checkUnavailable': { code: 409613, zh: '核验服务暂不可用，请稍后再试', en: 'The check cannot be made now, try again later' },
  'driver.photosMissing': { code: 409614, zh: '请先上传车辆照片，再开始代驾', en: 'Photographs of the car are needed before departure' },
  'driver.tooManyFiles': { code: 409615, zh: '本单上传的图片过多', en: 'Too many pictures of this order' },
  'driver.receiptMissing': { code: 400611, zh: '该费用需要上传票据', en: 'This extra needs a receipt' },
  'driver.receiptUnknown': {
    code: 400612,
    zh: '票据不存在、已使用或不属于本单',
    en: 'No such receipt of this order, or it is used already',
  },
  'driver.badPicture': {
    code: 400613,
    zh: '文件不是可用的图片（JPEG、PNG、WebP，8 MB 以内）',
    en: 'Not a picture (JPEG, PNG or WebP of at most 8 MB)',
  },
  'driver.tooOften': { code: 42932, zh: '操作过于频繁，请稍后再试', en: 'Too many requests, try again shortly' },
  'driver.cashOff': {
    code: 409387,
    zh: '本城市不收现金，请由客户线上支付',
    en: 'This city takes no cash: let the customer pay online',
    field: 'cashCollected',
  },
  'driver.tipsOff': { code: 409388, zh: '本城市不收小费', en: 'This city takes no tips', field: 'extras' },
  'driver.extraTooLarge': { code: 40037, zh: '附加费用超出限额', en: 'An extra fee is over its limit' },
})
