import { smsReason, type SmsReason } from '@chauffeur/contract/message/sending'

type Codes = readonly (readonly [RegExp, SmsReason])[]
const among =
  (codes: Codes) =>
  (said: string): SmsReason =>
    codes.find(([pattern]) => pattern.test(said))?.[1] ?? 'OTHER'

/** What Aliyun says of a request (isv.…, isp.…, and its front's own), help.aliyun.com/document_detail/101346.html. */
export const aliyunReason = among([
  [/MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT_OVER_LIMIT/, 'NUMBER_WRONG'],
  [/BUSINESS_LIMIT_CONTROL/, 'TOO_OFTEN'],
  [/AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE/, 'BALANCE'],
  [/SIGNATURE_ILLEGAL|SIGN_|_SIGN|SIGNATURE_SCENE/, 'SIGN'],
  [/TEMPLATE|INVALID_JSON_PARAM|PARAM_|INVALID_PARAMETERS/, 'TEMPLATE'],
  [/BLACK_KEY_CONTROL|CONTENT_ILLEGAL|CONTENT_MISMATCH/, 'CONTENT'],
  [/RAM_|Forbidden|AccessKey|SignatureDoesNotMatch|SignatureNonceUsed|InvalidTimeStamp|ACCOUNT_|PRODUCT_UN|PRODUCT_UNSUBSCRIBE/, 'KEY'],
  [/Throttling|DAY_LIMIT|MONTH_LIMIT|FLOW_/, 'LIMIT'],
  [/^isp\.|SYSTEM_ERROR|ServiceUnavailable|InternalError/, 'DOWN'],
])
/** What the networks behind it report. */
export const aliyunReportReason = among([
  [/BLACK|USER_REJECT/, 'OPTED_OUT'],
  [/MOBILE_NOT_ON_SERVICE|TERMINATE|STOP|UNDELIV|EXPIRED|MOBILE_IN_/, 'PHONE_OFF'],
  [/PHONE_ERROR|MOBILE_ERROR|EMPTY|MK:0001|INVALID_NUMBER/, 'NUMBER_WRONG'],
  [/SEND_LIMIT|FLOW_CONTROL/, 'TOO_OFTEN'],
  [/CONTENT|KEYWORD/, 'CONTENT'],
  [/SIGN/, 'SIGN'],
])

/** What Tencent says of a request or of one number of it, cloud.tencent.com/document/api/382/52075. */
export const tencentReason = among([
  [/IncorrectPhoneNumber|PhoneNumberNotSupport|ProhibitedUseUrl$/, 'NUMBER_WRONG'],
  [/InBlacklist/, 'OPTED_OUT'],
  [/LimitExceeded\.PhoneNumber|LimitExceeded\.DeliveryFrequency/, 'TOO_OFTEN'],
  [/InsufficientBalance/, 'BALANCE'],
  [/Signature(?:IncorrectOrUnapproved|NotExist)|MissingSignature/, 'SIGN'],
  [/Template/, 'TEMPLATE'],
  [/SensitiveWord|ContentLength|UrlInTemplate/, 'CONTENT'],
  [/^AuthFailure|^UnauthorizedOperation|SdkAppId/, 'KEY'],
  [/LimitExceeded/, 'LIMIT'],
  [/^InternalError|ServerError|^FailedOperation\.FailResolve/, 'DOWN'],
])
/** The networks' word, and Tencent's own beside it. */
export const tencentReportReason = among([
  [/BLACK|黑名单|退订/, 'OPTED_OUT'],
  [/空号|号码(?:错误|有误|不存在)|MK:0001/, 'NUMBER_WRONG'],
  [/关机|停机|不在服务区|无法接通|UNDELIV|EXPIRED/, 'PHONE_OFF'],
  [/频率|频繁|超限/, 'TOO_OFTEN'],
  [/敏感|关键字|内容/, 'CONTENT'],
])

/** A gateway may use our words; what else it says stands as it is. */
export const gatewayReason = (code: string): SmsReason => smsReason.safeParse(code).data ?? 'OTHER'
