import type { QuestionKind } from '@chauffeur/contract/qualification/exam-model'

interface BankQuestion {
  kind: QuestionKind
  text: string
  /** Of a true-or-false question none: it is answered by 0 (right) or 1 (wrong). */
  options?: string[]
  answer: number[]
  explanation: string
}
interface BankExam {
  name: string
  passPercent: number
  drawn: number
  minutes: number
  attemptsADay: number
  validDays: number
  sections: { title: string; text: string }[]
  questions: BankQuestion[]
}
export const QUESTION_SCORE = 10

/** What drivers of every city read and are asked. */
export const SAFETY_EXAM: BankExam = {
  ...{ name: '安全驾驶与服务规范', passPercent: 80, drawn: 6, minutes: 20, attemptsADay: 5, validDays: 365 },
  sections: [
    {
      title: '接车与验车',
      text: '到达后先与客户核对车牌和目的地，再绕车一周拍下车头、车尾、左右两侧和里程表。发现划痕或故障灯亮起，请客户当面确认后再出发。折叠车须装袋放入后备箱，不得直接接触内饰。',
    },
    {
      title: '行程中',
      text: '全程系好安全带，按限速行驶，不接打电话、不抽烟。客户要求超速、逆行或中途换由本人驾驶时应拒绝，并联系客服。客户醉酒不适时靠边停稳，打开双闪，必要时拨打 120。',
    },
  ],
  questions: [
    {
      kind: 'SINGLE',
      text: '行程中手机响了，应当怎么做？',
      options: ['靠边停稳后再接', '用免提边开边接', '慢速行驶时接听', '让乘客帮忙接听'],
      answer: [0],
      explanation: '行车中不接打电话，免提也会分散注意力。',
    },
    {
      kind: 'SINGLE',
      text: '接车时发现右前门有一道划痕，应当怎么做？',
      options: ['不影响行驶，直接出发', '拍照并请客户当面确认后出发', '送达后再告诉客户', '自己用抛光蜡处理'],
      answer: [1],
      explanation: '接车时不确认，事后说不清是谁造成的。',
    },
    {
      kind: 'SINGLE',
      text: '客户要求超过限速赶时间，应当怎么做？',
      options: ['适当超速', '拒绝并说明原因', '请客户承担罚款后超速', '让客户自己开'],
      answer: [1],
      explanation: '违章由驾驶人承担，安全优先。',
    },
    {
      kind: 'MULTIPLE',
      text: '接车前必须拍下哪些部位？',
      options: ['车头和车尾', '左右两侧', '里程表', '发动机舱'],
      answer: [0, 1, 2],
      explanation: '发动机舱不在接车照片之内。',
    },
    {
      kind: 'MULTIPLE',
      text: '客户途中突发不适，应当怎么做？',
      options: ['靠边停稳并打开双闪', '联系客服', '必要时拨打 120', '加速送往目的地'],
      answer: [0, 1, 2],
      explanation: '先保证车辆和人员安全，再求助。',
    },
    {
      kind: 'MULTIPLE',
      text: '下列哪些行为会被记为服务投诉？',
      options: ['车内抽烟', '向客户索要小费', '系好安全带后出发', '未经同意绕路'],
      answer: [0, 1, 3],
      explanation: '',
    },
    {
      kind: 'JUDGE',
      text: '客户只喝了一点酒，可以由客户驾驶最后一公里。',
      answer: [1],
      explanation: '饮酒后驾驶违法，任何一段都不可以。',
    },
    {
      kind: 'JUDGE',
      text: '结束行程后应请客户检查随身物品和车辆外观。',
      answer: [0],
      explanation: '',
    },
    {
      kind: 'JUDGE',
      text: '订单需要变更目的地时，应由客户确认后在司机端修改。',
      answer: [0],
      explanation: '口头变更会让费用与行程对不上。',
    },
    {
      kind: 'JUDGE',
      text: '折叠车可以不装袋直接放在后排座椅上。',
      answer: [1],
      explanation: '须装袋放入后备箱，避免弄脏内饰。',
    },
  ],
}

/** One that is still being written, of the first city alone. */
export const WINTER_EXAM: BankExam = {
  ...{ name: '雨雪天气安全驾驶', passPercent: 90, drawn: 5, minutes: 15, attemptsADay: 3, validDays: 180 },
  sections: [{ title: '低温与湿滑路面', text: '气温低于 3°C 时桥面先结冰。起步和制动都要轻，与前车保持平时两倍以上的距离。' }],
  questions: [
    {
      kind: 'SINGLE',
      text: '雪天下坡应当怎么控制车速？',
      options: ['挂空挡滑行', '用低挡位并轻踩制动', '拉手刹减速', '关闭 ABS'],
      answer: [1],
      explanation: '空挡滑行和急刹都容易侧滑。',
    },
    { kind: 'JUDGE', text: '桥面比普通路面更容易结冰。', answer: [0], explanation: '桥面上下通风，降温更快。' },
  ],
}
