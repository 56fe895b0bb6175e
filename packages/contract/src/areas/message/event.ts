import * as z from 'zod'
import type { MessageLanguage } from '../../kernel/language.ts'

/**
 * What is said, and of which case: the text of a bill that is paid is another than that of one to be paid, because templates of providers know
 * no conditions.
 */
export const messageEvent = z.enum([
  'DRIVER_CODE',
  'CUSTOMER_CODE',
  'PASSWORD_CODE',
  'BIND_CODE',
  'DRIVER_INVITATION',
  'DRIVER_PAPER_DUE',
  'DRIVER_PAPER_OVER',
  'DRIVER_INSURANCE_DUE',
  'DRIVER_INSURANCE_OVER',
  'ORDER_SEARCHING',
  'ORDER_ACCEPTED',
  'ORDER_ACCEPTED_PLAIN',
  'ORDER_ARRIVED',
  'BILL_DUE',
  'BILL_SHARED',
  'BILL_PAID',
  'ORDER_CANCELLED',
  'ORDER_CANCELLED_FEE',
  'UNPAID_BILL',
  'UNPAID_FEE',
  'PREPAY_DUE',
  'PREPAY_RECEIVED',
  'PREPAY_RETURNED',
  'PREPAY_LAPSED',
  'ORDER_NOTE',
  'POINTS_ENDING',
  'APP_PHOTO_RETAKE',
  'APP_PAPER_DUE',
  'APP_PAPER_OVER',
  'APP_INSURANCE_DUE',
  'APP_INSURANCE_OVER',
  'APP_LEVEL_UP',
  'APP_LEVEL_DOWN',
  'APP_WITHDRAWAL_PAID',
  'APP_WITHDRAWAL_RETURNED',
  'APP_SUSPENDED',
  'APP_REINSTATED',
  'APP_FACE_LOCKED',
  'APP_FACE_OPEN',
  'APP_APPEAL_GRANTED',
  'APP_APPEAL_REFUSED',
  'APP_EXAM_PASSED',
  'APP_EXAM_ASKED',
  'APP_CLAIM_FILED',
  'APP_CLAIM_PAID',
  'APP_CLAIM_REFUSED',
  'APP_CLAIM_REOPENED',
])
export type MessageEvent = z.infer<typeof messageEvent>
export const messageEventText: Record<MessageEvent, string> = {
  DRIVER_CODE: '司机登录验证码',
  CUSTOMER_CODE: '客户登录验证码',
  PASSWORD_CODE: '修改密码验证码',
  BIND_CODE: '绑定验证器验证码',
  DRIVER_INVITATION: '司机上线邀请',
  DRIVER_PAPER_DUE: '司机证件即将到期',
  DRIVER_PAPER_OVER: '司机证件已过期',
  DRIVER_INSURANCE_DUE: '司机保险即将到期',
  DRIVER_INSURANCE_OVER: '司机保险已到期',
  ORDER_SEARCHING: '正在寻找司机',
  ORDER_ACCEPTED: '司机已接单（含到达时间）',
  ORDER_ACCEPTED_PLAIN: '司机已接单（无到达时间）',
  ORDER_ARRIVED: '司机已到达',
  BILL_DUE: '账单待支付',
  BILL_SHARED: '账单待支付（企业分担）',
  BILL_PAID: '账单已支付',
  ORDER_CANCELLED: '订单取消（无费用）',
  ORDER_CANCELLED_FEE: '订单取消（有取消费）',
  UNPAID_BILL: '费用支付提醒',
  UNPAID_FEE: '取消费支付提醒',
  PREPAY_DUE: '订单待预付',
  PREPAY_RECEIVED: '已收到预付款',
  PREPAY_RETURNED: '预付款已退回',
  PREPAY_LAPSED: '超时未预付，订单已取消',
  ORDER_NOTE: '客服自定义内容',
  POINTS_ENDING: '客户积分即将到期',
  APP_PHOTO_RETAKE: '订单照片需要重拍',
  APP_PAPER_DUE: '证件即将到期',
  APP_PAPER_OVER: '证件已过期',
  APP_INSURANCE_DUE: '保险即将到期',
  APP_INSURANCE_OVER: '保险已终止',
  APP_LEVEL_UP: '等级提升',
  APP_LEVEL_DOWN: '等级下降',
  APP_WITHDRAWAL_PAID: '提现已到账',
  APP_WITHDRAWAL_RETURNED: '提现未成功',
  APP_SUSPENDED: '接单资格暂停',
  APP_REINSTATED: '接单资格恢复',
  APP_FACE_LOCKED: '人脸核验锁定',
  APP_FACE_OPEN: '人脸核验解锁',
  APP_APPEAL_GRANTED: '申诉或申请通过',
  APP_APPEAL_REFUSED: '申诉或申请未通过',
  APP_EXAM_PASSED: '考试已全部通过',
  APP_EXAM_ASKED: '新的考试要求',
  APP_CLAIM_FILED: '理赔已报保险公司',
  APP_CLAIM_PAID: '理赔已赔付',
  APP_CLAIM_REFUSED: '理赔未获赔付',
  APP_CLAIM_REOPENED: '理赔重新提交',
}
/** How it reaches its reader: by a text message, or as a message in the driver's app. */
export const messageWay = z.enum(['SMS', 'APP'])
export type MessageWay = z.infer<typeof messageWay>
export const messageWayText: Record<MessageWay, string> = { SMS: '短信', APP: '司机端消息' }

export const messageVariable = z.enum([
  'code',
  'minutes',
  'link',
  'days',
  'paper',
  'day',
  'orderTail',
  'driver',
  'driverNo',
  'driverPhone',
  'total',
  'due',
  'fee',
  'note',
  'points',
  'photo',
  'reason',
  'until',
  'level',
  'fromLevel',
  'amount',
  'matter',
  'exam',
  'policyNo',
])
export type MessageVariable = z.infer<typeof messageVariable>
export type MessageValues = Partial<Record<MessageVariable, string>>
export const messageVariableText: Record<MessageVariable, string> = {
  code: '验证码',
  minutes: '分钟数',
  link: '链接',
  days: '天数',
  paper: '证件或保险名称',
  day: '到期日期',
  orderTail: '订单号后六位',
  driver: '司机称呼',
  driverNo: '司机工号',
  driverPhone: '司机电话',
  total: '订单费用（元）',
  due: '应付金额（元）',
  fee: '取消费（元）',
  note: '客服填写的内容',
  points: '积分数',
  photo: '照片名称',
  reason: '原因',
  until: '截止时间',
  level: '现在的等级',
  fromLevel: '原来的等级',
  amount: '金额（元）',
  matter: '申诉或申请事项',
  exam: '考试名称',
  policyNo: '保单号',
}
/** As long as the real ones are, so that what is counted of them holds. */
const chineseSamples: Record<MessageVariable, string> = {
  code: '583920',
  minutes: '5',
  link: 'https://go.example.com/driver/join/8fK2mQ7xTz4Lw9Rb',
  days: '7',
  paper: '驾驶证',
  day: '2027-03-01',
  orderTail: '000123',
  driver: '李师傅',
  driverNo: 'HZ0001',
  driverPhone: '13800001111',
  total: '128.50',
  due: '68.50',
  fee: '20.00',
  note: '车辆已备好，请您到酒店正门上车。',
  points: '1200',
  photo: '车头',
  reason: '照片模糊',
  until: '11月24日 21:30',
  level: '金牌司机',
  fromLevel: '银牌司机',
  amount: '300.00',
  matter: '权益审核申诉',
  exam: '安全驾驶考试',
  policyNo: 'PICC20260001',
}
export const messageSamples: Record<MessageLanguage, Record<MessageVariable, string>> = {
  zh: chineseSamples,
  en: {
    ...chineseSamples,
    paper: 'Driving licence',
    driver: 'Li',
    note: 'The car is ready, please come to the main door of the hotel.',
    photo: 'Front, before',
    reason: 'Blurred',
    until: 'Nov 24, 21:30',
    level: 'Gold driver',
    fromLevel: 'Silver driver',
    matter: 'appeal against the audit',
    exam: 'Safe driving',
  },
}

interface EventFacts {
  /** Not said: by a text message. */
  way?: Exclude<MessageWay, 'SMS'>
  variables: readonly MessageVariable[]
  /** Without these the message would be of no use. */
  needs: readonly MessageVariable[]
  /** By what its text may differ. */
  by: readonly ('city' | 'channel')[]
  /** Somebody cannot go on without it: it cannot be switched off. */
  must: boolean
  /** It presses for what is not done yet: not within quiet hours, and not as often as one likes. */
  reminds: boolean
  /** It is about no order, paper or sign-in of its reader, but invites to buy: not to who refused advertising. */
  advertises?: true
}
const code = { variables: ['code', 'minutes'], needs: ['code'], by: [], must: true, reminds: false } as const satisfies EventFacts
const order = (variables: readonly MessageVariable[], needs: readonly MessageVariable[] = []): EventFacts => ({
  variables,
  needs,
  by: ['city', 'channel'],
  must: false,
  reminds: false,
})
const unpaid: EventFacts = { ...order(['orderTail', 'due'], ['due']), reminds: true }
/** In the driver's app: what it says of others is no more than the app shows of them anyway. */
const app = (
  variables: readonly MessageVariable[],
  needs: readonly MessageVariable[],
  { must = false }: { must?: boolean } = {},
): EventFacts => ({ way: 'APP', variables, needs, by: ['city'], must, reminds: false })
const driver = ['driver', 'driverNo', 'driverPhone'] as const
export const messageEvents: Record<MessageEvent, EventFacts> = {
  DRIVER_CODE: { ...code, by: ['city'] },
  CUSTOMER_CODE: { ...code, by: ['city'] },
  PASSWORD_CODE: code,
  BIND_CODE: code,
  DRIVER_INVITATION: { variables: ['link', 'days'], needs: ['link'], by: ['city'], must: true, reminds: false },
  DRIVER_PAPER_DUE: { variables: ['paper', 'day', 'days'], needs: ['paper', 'day'], by: ['city'], must: false, reminds: true },
  DRIVER_PAPER_OVER: { variables: ['paper', 'day'], needs: ['paper'], by: ['city'], must: true, reminds: false },
  DRIVER_INSURANCE_DUE: { variables: ['paper', 'day', 'days'], needs: ['paper', 'day'], by: ['city'], must: false, reminds: true },
  DRIVER_INSURANCE_OVER: { variables: ['paper', 'day'], needs: ['paper'], by: ['city'], must: true, reminds: false },
  ORDER_SEARCHING: order(['orderTail']),
  ORDER_ACCEPTED: order(['orderTail', ...driver, 'minutes']),
  ORDER_ACCEPTED_PLAIN: order(['orderTail', ...driver]),
  ORDER_ARRIVED: order(['orderTail', ...driver]),
  BILL_DUE: order(['orderTail', 'total'], ['total']),
  BILL_SHARED: order(['orderTail', 'total', 'due'], ['due']),
  BILL_PAID: order(['orderTail', 'total']),
  ORDER_CANCELLED: order(['orderTail']),
  ORDER_CANCELLED_FEE: order(['orderTail', 'fee'], ['fee']),
  UNPAID_BILL: unpaid,
  UNPAID_FEE: unpaid,
  PREPAY_DUE: order(['orderTail', 'due', 'until'], ['due', 'until']),
  PREPAY_RECEIVED: order(['orderTail', 'amount']),
  PREPAY_RETURNED: order(['orderTail', 'amount'], ['amount']),
  PREPAY_LAPSED: order(['orderTail', 'due', 'until']),
  ORDER_NOTE: order(['orderTail', 'note'], ['note']),
  POINTS_ENDING: { variables: ['points', 'day'], needs: ['points', 'day'], by: ['city'], must: false, reminds: true, advertises: true },
  APP_PHOTO_RETAKE: app(['orderTail', 'photo', 'reason', 'until'], ['photo', 'until'], { must: true }),
  APP_PAPER_DUE: app(['paper', 'day', 'days'], ['paper', 'day']),
  APP_PAPER_OVER: app(['paper', 'day'], ['paper'], { must: true }),
  APP_INSURANCE_DUE: app(['paper', 'day', 'days'], ['paper', 'day']),
  APP_INSURANCE_OVER: app(['paper', 'day'], ['paper'], { must: true }),
  APP_LEVEL_UP: app(['level', 'fromLevel'], ['level']),
  APP_LEVEL_DOWN: app(['level', 'fromLevel'], ['level']),
  APP_WITHDRAWAL_PAID: app(['amount'], ['amount']),
  APP_WITHDRAWAL_RETURNED: app(['amount', 'reason'], ['amount'], { must: true }),
  APP_SUSPENDED: app(['reason'], ['reason'], { must: true }),
  APP_REINSTATED: app([], []),
  APP_FACE_LOCKED: app(['until'], ['until']),
  APP_FACE_OPEN: app([], []),
  APP_APPEAL_GRANTED: app(['orderTail', 'matter', 'reason'], ['orderTail', 'matter']),
  APP_APPEAL_REFUSED: app(['orderTail', 'matter', 'reason'], ['orderTail', 'matter']),
  APP_EXAM_PASSED: app(['exam'], ['exam']),
  APP_EXAM_ASKED: app(['exam'], ['exam'], { must: true }),
  APP_CLAIM_FILED: app(['policyNo'], ['policyNo']),
  APP_CLAIM_PAID: app(['policyNo', 'amount'], ['policyNo', 'amount']),
  APP_CLAIM_REFUSED: app(['policyNo', 'reason'], ['policyNo']),
  APP_CLAIM_REOPENED: app(['policyNo', 'reason'], ['policyNo']),
}
export const wayOf = (event: MessageEvent): MessageWay => messageEvents[event].way ?? 'SMS'
export const eventsBy = (way: MessageWay): MessageEvent[] => messageEvent.options.filter((event) => wayOf(event) === way)

const VARIABLE = /\$\{([^{}]*)\}/g
/** The variables of a text, also such as do not exist. */
export const variablesIn = (body: string): string[] => [...new Set([...body.matchAll(VARIABLE)].map(([, name = '']) => name))]
/** A text with its values and, of a text message, whose it is; a value is not looked through for variables. */
export const filled = (sign: string, body: string, values: MessageValues): string =>
  `${sign && `【${sign}】`}${body.replace(VARIABLE, (whole, name: MessageVariable) => values[name] ?? whole)}`
/** Whose it is stands in text messages alone: in the driver's app that is plain. */
export const signOf = (event: MessageEvent, sign: string): string => (wayOf(event) === 'SMS' ? sign : '')

export type TextFault = 'EMPTY' | 'UNKNOWN' | 'BROKEN' | 'MISSING'
/** What is wrong with a text of an event, and of which variable. */
export function textFault(event: MessageEvent, body: string): { fault: TextFault; variable: string } | null {
  if (body.trim() === '') return { fault: 'EMPTY', variable: '' }
  const { variables, needs } = messageEvents[event]
  const used = variablesIn(body)
  const unknown = used.find((name) => !(variables as readonly string[]).includes(name))
  if (unknown !== undefined) return { fault: 'UNKNOWN', variable: unknown }
  // A variable that was not closed would be read by customers.
  if (/[$][{]|[{}]/.test(body.replace(VARIABLE, ''))) return { fault: 'BROKEN', variable: '' }
  const missing = needs.find((name) => !used.includes(name))
  return missing === undefined ? null : { fault: 'MISSING', variable: missing }
}
