import { type InsuranceProduct, insuranceProductText } from '@chauffeur/contract/qualification/insurance'
import { type Fitness, type FitnessPoint, type FitnessState, PAPER_REMINDERS } from '@chauffeur/contract/qualification/fitness'
import { PAPERS_OVER, QUALIFIED, qualificationText } from '@chauffeur/contract/driver/file'
import type { DutyChecks } from '../check/index.ts'
import { type Cover, policiesMissing } from '../duty/cover.rules.ts'
import type { ExamStand } from '../exam/index.ts'
import { daysLeft, type Paper, type Papers } from '../duty/papers.rules.ts'

export interface FitnessFacts {
  papers: Papers & { qualification: number; disabled_reason: string; onOrder: boolean }
  dutyOpen: boolean
  checks: DutyChecks & { exams: readonly Pick<ExamStand, 'name' | 'passed' | 'valid_until'>[] }
  /** Products that the city asks a policy of, and what covers the driver now. */
  policies: { asked: readonly InsuranceProduct[]; covers: readonly Cover[]; now: Date }
  /** There is somebody who looks at faces and insurances. */
  checker: boolean
  utcOffsetMinutes: number
}
export interface Told {
  paper: Paper | InsuranceProduct
  expires_on: string
  days_before: number
  sent: boolean
  at: Date
}
/** How one thing stands, in both languages. */
interface Stands {
  state: FitnessState
  zh: string
  en: string
}
const ok = (zh: string, en: string): Stands => ({ state: 'OK', zh, en })
const stops = (zh: string, en: string): Stands => ({ state: 'STOPS', zh, en })

const papers = {
  LICENCE: { zh: '驾驶证', en: 'Driving licence' },
  ID_CARD: { zh: '身份证', en: 'Identity card' },
}
/** What a driver is told of before it ends. */
export const paperNames: Record<Told['paper'], { zh: string; en: string }> = {
  ...papers,
  ACCIDENT: { zh: insuranceProductText.ACCIDENT, en: 'Accident insurance' },
  LIABILITY: { zh: insuranceProductText.LIABILITY, en: 'Liability insurance' },
  PER_TRIP: { zh: insuranceProductText.PER_TRIP, en: 'Insurance per trip' },
}
const names: Record<FitnessPoint, { zh: string; en: string }> = {
  ACCOUNT: { zh: '账号', en: 'Account' },
  QUALIFICATION: { zh: '资质', en: 'Standing' },
  ...papers,
  EXAM: { zh: '考试', en: 'Exams' },
  COMPANY: { zh: '公司上线开关', en: 'Duty in the whole company' },
  FACE: { zh: '人脸核验', en: 'Face check' },
  POLICY: { zh: '保单', en: 'Insurance policy' },
  INSURANCE: { zh: '保险查验', en: 'Insurance check' },
}
const qualificationEn: Record<number, string> = {
  10: 'Draft',
  20: 'Waits for the check of the papers',
  30: 'The papers are being checked',
  40: 'In training',
  60: 'Not accepted',
  70: 'Suspended',
  90: 'Has left',
}

const DAY_MS = 86_400_000
/** Told in the city's own time. */
const clock = (at: Date, utcOffsetMinutes: number) =>
  new Date(at.getTime() + utcOffsetMinutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')

function paperStands(until: string | null, today: string): Stands {
  const left = daysLeft(until, today)
  if (left === null) return ok('长期有效，或未登记到期日', 'Unlimited, or no last day on file')
  if (left < 0) return stops(`已于 ${until} 过期`, `Expired after ${until}`)
  const zh = `有效期至 ${until}，还剩 ${left} 天`
  const en = `Valid until ${until}, ${left} ${left === 1 ? 'day' : 'days'} left`
  return left <= PAPER_REMINDERS[0] ? { state: 'SOON', zh, en } : ok(zh, en)
}

/** By the exam that holds them back, else by the one whose pass ends first. */
function examStandsOf(exams: FitnessFacts['checks']['exams'], now: Date, offset: number): Stands {
  if (exams.length === 0) return ok('本市上线前不要求考试', 'No exam is asked for in this city')
  const lacking = exams.filter(({ passed }) => !passed).map(({ name }) => name)
  if (lacking.length > 0) return stops(`未通过或已过有效期：${lacking.join('、')}`, `Not passed, or not any more: ${lacking.join(', ')}`)
  const until = exams.flatMap(({ valid_until }) => (valid_until ? [valid_until] : [])).toSorted((a, b) => a.getTime() - b.getTime())[0]
  if (!until) return ok('已通过，长期有效', 'Passed, for good')
  const stand = ok(`已通过，有效至 ${clock(until, offset)}`, `Passed, holds until ${clock(until, offset)}`)
  return until.getTime() - now.getTime() > PAPER_REMINDERS[0] * 86_400_000 ? stand : { ...stand, state: 'SOON' }
}

/** What nobody is there to look at cannot be passed. */
const asked = (checker: boolean, zh: string, en: string): Stands =>
  checker ? { state: 'ASKED', zh, en } : stops('查验服务未配置，无法查验', 'Nobody is set up who could look at it')

function faceStands({ face }: DutyChecks, checker: boolean, offset: number): Stands {
  switch (face.is) {
    case 'NOT_ASKED':
      return ok('本市上线前不核验', 'Not asked before duty in this city')
    case 'HOLDS':
      return ok('已核验，仍在有效时间内', 'Passed, and still holds')
    case 'LISTED':
      return ok('在免核验白名单内', 'On the whitelist')
    case 'LOCKED':
      return stops(`多次未通过，${clock(face.until, offset)} 后可再试`, `Not passed several times: shut until ${clock(face.until, offset)}`)
    case 'DUE':
      return asked(checker, '上线时需要核验', 'Asked when going on duty')
  }
}
function insuranceStands({ insurance }: DutyChecks, checker: boolean): Stands {
  if (insurance === 'NOT_ASKED') return ok('本市上线前不查验', 'Not asked before duty in this city')
  if (insurance === 'HOLDS') return ok('已查验，仍在有效时间内', 'Found, and still holds')
  return asked(checker, '上线时查验', 'Looked at when going on duty')
}
function policyStands({ asked, covers, now }: FitnessFacts['policies'], offset: number): Stands {
  if (asked.length === 0) return ok('本市上线前不要求', 'Not asked before duty in this city')
  const named = (products: readonly InsuranceProduct[], language: 'zh' | 'en') =>
    products.map((product) => paperNames[product][language]).join(language === 'zh' ? '、' : ', ')
  const missing = policiesMissing(asked, covers, now)
  const short = missing.filter((product) => covers.some((cover) => cover.product === product))
  if (short.length > 0) return stops(`${named(short, 'zh')}不足 1 小时即到期`, `Ends within an hour: ${named(short, 'en')}`)
  if (missing.length > 0) return stops(`没有保障中的${named(missing, 'zh')}`, `None in force: ${named(missing, 'en')}`)
  const [first] = covers
    .filter(({ product }) => asked.includes(product))
    .toSorted((one, other) => one.until.getTime() - other.until.getTime())
  const until = clock(first!.until, offset)
  const zh = `${paperNames[first!.product].zh}保障至 ${until}`
  const en = `${paperNames[first!.product].en} until ${until}`
  return first!.until.getTime() - now.getTime() <= PAPER_REMINDERS[0] * DAY_MS ? { state: 'SOON', zh, en } : ok(zh, en)
}
function qualificationStands({ qualification, onOrder }: FitnessFacts['papers']): Stands {
  if (qualification === QUALIFIED) return ok('合格', 'Qualified')
  if (qualification !== PAPERS_OVER)
    return stops(qualificationText[qualification] ?? String(qualification), qualificationEn[qualification] ?? String(qualification))
  return onOrder
    ? stops('证件过期，当前行程结束后下线', 'A paper expired: off duty when the trip is over')
    : stops('证件过期，更新并审核后恢复', 'A paper expired: lifted once it is renewed and checked')
}
function accountStands({ disabled_reason, onOrder }: FitnessFacts['papers']): Stands {
  if (disabled_reason === '') return ok('正常', 'In order')
  return onOrder
    ? stops(`已停用（${disabled_reason}），当前行程结束后下线`, `Disabled (${disabled_reason}), off duty when the trip is over`)
    : stops(`已停用：${disabled_reason}`, `Disabled: ${disabled_reason}`)
}

/** Whether a driver may go on duty now, point by point: by what holds them back when they try. */
export function fitnessOf(
  { papers, dutyOpen, checks, policies, checker, utcOffsetMinutes }: FitnessFacts,
  english: boolean,
): Pick<Fitness, 'fit' | 'points'> {
  const stands: Record<FitnessPoint, Stands> = {
    ACCOUNT: accountStands(papers),
    QUALIFICATION: qualificationStands(papers),
    LICENCE: paperStands(papers.licence_expire, papers.today),
    ID_CARD: paperStands(papers.id_card_expire, papers.today),
    EXAM: examStandsOf(checks.exams, policies.now, utcOffsetMinutes),
    COMPANY: dutyOpen ? ok('开放', 'Open') : stops('公司已暂停司机上线', 'The company has paused going on duty'),
    FACE: faceStands(checks, checker, utcOffsetMinutes),
    POLICY: policyStands(policies, utcOffsetMinutes),
    INSURANCE: insuranceStands(checks, checker),
  }
  const language = english ? 'en' : 'zh'
  const points = (Object.keys(stands) as FitnessPoint[]).map((point) => ({
    point,
    state: stands[point].state,
    name: names[point][language],
    words: stands[point][language],
  }))
  return { fit: points.every(({ state }) => state !== 'STOPS'), points }
}

/** What a driver was told of a paper, where the texts of their city say so; `daysBefore` 0: that it is over. */
export function toldWords({ paper, expires_on, days_before, sent }: Told, english: boolean): string {
  const { zh, en } = paperNames[paper]
  const isPaper = paper in papers
  const [unsent, unsentEn] = sent ? ['', ''] : ['，短信已关闭，未发送', '; no message, the text is switched off']
  if (days_before === 0 && !isPaper)
    return english ? `${en} ended on ${expires_on}: off duty${unsentEn}` : `${zh}已于 ${expires_on} 终止，已下线${unsent}`
  if (days_before === 0)
    return english ? `${en} expired after ${expires_on}: no duty${unsentEn}` : `${zh}已于 ${expires_on} 到期，暂停接单${unsent}`
  return english
    ? `${en} ends on ${expires_on}: ${days_before}-day reminder${unsentEn}`
    : `${zh}将于 ${expires_on} 到期，${days_before} 天提醒${unsent}`
}
