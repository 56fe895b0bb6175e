import type { LogRow } from '@chauffeur/contract/operations/activity-log'
import { joined, t, tr } from '#platform/text/text.ts'
import { fieldWords } from '#kit/log/field-words.ts'

export const actorText: Record<LogRow['actorType'], string> = {
  OPERATOR: '员工',
  DRIVER: '司机',
  CUSTOMER: '客户',
  PARTNER: '合作方接口',
  ANONYMOUS: '未登录',
}

/** Chinese source texts. */
const objectText: Record<string, string> = {
  accountPolicy: '账号安全策略',
  ground: '底图设置',
  mapService: '地图服务',
  app: '应用',
  bankFormat: '银行文件格式',
  booking: '预约单',
  bulkJob: '批量任务',
  cancelReview: '取消申请',
  rightAudit: '权益审核',
  rightAuditRules: '权益审核规则',
  cancelRule: '取消判责规则',
  channel: '合作渠道',
  bulletin: '司机公告',
  city: '城市',
  place: '地点',
  coupon: '优惠券',
  couponTemplate: '优惠券模板',
  right: '合作方权益',
  customer: '客户',
  customerDriverBlock: '客户屏蔽司机',
  customerGroup: '客户分组',
  customerLevels: '客户等级',
  department: '部门',
  dispatchSetting: '派单设置',
  dispatchTeam: '派单车队',
  driverDisplay: '司机端显示设置',
  driverListenRange: '听单范围',
  driverInsurance: '司机保单',
  driverClaim: '保险理赔',
  numberProvider: '隐私号服务',
  privacyNumber: '隐私号码',
  privacyBinding: '隐私号绑定',
  agreement: '隐私协议',
  privacyRequest: '个人信息请求',
  pointAdjustment: '积分调整',
  broadcast: '营销群发',
  optOut: '退订名单',
  messageReplyDoor: '短信回复地址',
  smsService: '短信服务商',
  orderPhotos: '订单照片',
  orderPhoto: '订单照片',
  orderPhotoOriginal: '照片原件',
  driverLevels: '司机等级',
  driverLevelRules: '升降级规则',
  driverExperience: '经验值配置',
  driverLevelWhite: '等级白名单',
  driverFaceWhite: '人脸核验白名单',
  driverFacePicture: '人脸照片',
  driverLevelProtection: '等级保护期',
  driver: '司机',
  citySwitch: '城市开关',
  driverDutyRules: '上线规则',
  examGroup: '司机考试',
  examQuestion: '考试题目',
  examAttempt: '司机答卷',
  peakTimes: '高峰时段',
  dynamicRate: '动态调价',
  enterprise: '企业客户',
  enterpriseEmployee: '企业员工',
  export: '导出',
  function: '功能',
  guide: '开始使用',
  import: '导入',
  job: '后台任务',
  ledger: '账本',
  menu: '菜单',
  messageLimits: '短信发送限制',
  messageText: '消息模板',
  order: '订单',
  partnerStatement: '合作方结算单',
  payoutBankFile: '银行代发批次',
  payoutWays: '打款渠道',
  phoneCall: '通话',
  priceFence: '价格围栏',
  priceTemplate: '价格模板',
  reconBatch: '对账批次',
  reconDetail: '对账差异',
  redeemBatch: '兑换码批次',
  role: '角色',
  session: '登录会话',
  soundRecord: '录音',
  system: '系统',
  teamQueue: '车队排队',
  tenant: '租户',
  user: '用户',
  weatherRule: '天气调价',
  webhook: '推送消息',
  withdrawal: '提现',
  withdrawalBulk: '批量处理提现',
  withdrawalSetting: '提现设置',
  withdrawalTax: '提现税率',
}
export const isKnownObject = (object: string): boolean => object in objectText
/** What kind of thing an entry is about. */
export const objectWords = (object: string): string => tr(objectText[object] ?? object)

/** Where the thing is looked at; null where it has no screen of its own. */
export function objectPath({ object, objectId, orderId }: Pick<LogRow, 'object' | 'objectId' | 'orderId'>): string | null {
  if (orderId !== null) return `/Order/Detail?orderId=${orderId}`
  if (object === 'driver') return `/yunYing/driverDetail?driverId=${objectId}`
  if (object === 'enterprise') return `/Customer/Enterprise?enterpriseId=${objectId}`
  return null
}

export interface Change {
  path: string
  before: unknown
  after: unknown
}

const shownFields = 3

/** The changed fields of an entry in one line: the first few by name, the rest as a count. */
export function changedFieldsText(changes: readonly Change[]): string {
  const names = changes.slice(0, shownFields).map(({ path }) => path.split('.').map(fieldWords).join(' › '))
  if (changes.length <= shownFields) return joined(names)
  return t('{names} 等 {n} 项', { names: joined(names), n: changes.length })
}

export interface Bar {
  day: string
  done: number
  refused: number
  /** Of the highest day, 0 to 1. */
  doneShare: number
  refusedShare: number
}

/** The last so many days up to `today` as bars beside each other, the highest of them full; days without entries are there, empty. */
export function dayBars(days: readonly { day: string; done: number; refused: number }[], today: string, count = 31): Bar[] {
  const known = new Map(days.map((one) => [one.day, one]))
  const last = [today, ...known.keys()].toSorted().at(-1) ?? today
  const most = Math.max(1, ...days.map(({ done, refused }) => done + refused))
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(Date.parse(`${last}T00:00:00Z`) - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10)
    const { done, refused } = known.get(day) ?? { done: 0, refused: 0 }
    return { day, done, refused, doneShare: done / most, refusedShare: refused / most }
  })
}
