/** What a new driver has to be; others set by law or by the trade. */
export const MIN_AGE = 22
export const MAX_AGE = 60
export const MIN_DRIVING_YEARS = 3
export const LISTEN_RADIUS_M = { min: 500, max: 20_000, default: 5_000 }

export interface FileProblem {
  path: string
  zh: string
  en: string
}

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK = '10X98765432'

export interface IdCard {
  /** Upper-case, as it is stored. */
  number: string
  /** `yyyy-mm-dd`. */
  birthDate: string
  gender: 'MALE' | 'FEMALE'
}

/** Reads the number of a mainland identity card (GB 11643); null where its date or its check character is wrong. */
export function readIdCard(text: string): IdCard | null {
  const number = text.trim().toUpperCase()
  if (!/^[1-9]\d{16}[\dX]$/.test(number)) return null
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(number[at]), 0)
  if (CHECK[sum % 11] !== number[17]) return null
  const birthDate = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`
  if (!isDay(birthDate)) return null
  return { number, birthDate, gender: Number(number[16]) % 2 === 1 ? 'MALE' : 'FEMALE' }
}

const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)

/** Whole years from one day to another, both `yyyy-mm-dd`. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

export interface FileFacts {
  /** Null where the card on file stays. */
  idCardNo: string | null
  /** Of the card on file. */
  knownBirthDate: string | null
  /** Typed, or on file. */
  phone: string | null
  isNew: boolean
  idCardExpire: string | null
  licenceFirstIssue: string
  licenceExpire: string
}

/** What is wrong with a driver's papers on a day, field by field. */
export function fileProblems(facts: FileFacts, today: string): FileProblem[] {
  const problems: FileProblem[] = []
  const card = facts.idCardNo === null ? null : readIdCard(facts.idCardNo)
  if (facts.phone === null) problems.push({ path: 'phone', zh: '请输入 11 位手机号', en: 'a mobile number is needed' })
  if (facts.idCardNo === null && facts.isNew) problems.push({ path: 'idCardNo', zh: '请填写身份证号', en: 'an identity card is needed' })
  if (facts.idCardNo !== null && card === null)
    problems.push({ path: 'idCardNo', zh: '身份证号不正确，请核对校验位', en: 'not a valid identity card number' })
  const born = card?.birthDate ?? facts.knownBirthDate
  const age = born === null ? null : yearsBetween(born, today)
  if (age !== null && card !== null && (age < MIN_AGE || age > MAX_AGE))
    problems.push({
      path: 'idCardNo',
      zh: `司机须年满 ${MIN_AGE} 周岁且不超过 ${MAX_AGE} 周岁，该身份证为 ${age} 周岁`,
      en: `a driver is ${MIN_AGE} to ${MAX_AGE} years old; this card says ${age}`,
    })
  if (facts.idCardExpire !== null && facts.idCardExpire < today)
    problems.push({ path: 'idCardExpire', zh: '身份证已过期', en: 'the identity card has expired' })
  if (facts.licenceExpire < today) problems.push({ path: 'licenceExpire', zh: '驾驶证已过期', en: 'the driving licence has expired' })
  if (facts.licenceFirstIssue > today)
    problems.push({ path: 'licenceFirstIssue', zh: '初次领证日期不能晚于今天', en: 'the first issue cannot be after today' })
  else if (yearsBetween(facts.licenceFirstIssue, today) < MIN_DRIVING_YEARS)
    problems.push({
      path: 'licenceFirstIssue',
      zh: `驾龄须满 ${MIN_DRIVING_YEARS} 年`,
      en: `a driver has held a licence for ${MIN_DRIVING_YEARS} years`,
    })
  else if (born !== null && yearsBetween(born, facts.licenceFirstIssue) < 18)
    problems.push({ path: 'licenceFirstIssue', zh: '初次领证时未满 18 周岁，请核对', en: 'under 18 at the first issue' })
  return problems
}

/** Of these organisations of a city in sight, or of none; nobody bound to organisations adds a driver to none: they would not see the driver again. */
export const mayBelong = (scope: { orgs: '*' | readonly string[] }, orgs: readonly { dept_id: string }[], orgId: string | null): boolean =>
  orgId === null ? scope.orgs === '*' : orgs.some(({ dept_id }) => dept_id === orgId)

export type DriverAction = 'edit' | 'disable' | 'enable' | 'remark'

/** What an operator may do with a driver. */
export function driverActions(driver: { disabledReason: string }, authorities: ReadonlySet<string>): DriverAction[] {
  const may: DriverAction[] = []
  if (authorities.has('driver.edit')) may.push('edit')
  if (authorities.has('driver.disable')) may.push(driver.disabledReason === '' ? 'disable' : 'enable')
  if (authorities.has('driver.remark')) may.push('remark')
  return may
}

/** The qualification after a change of the file: only who was waiting for the check is moved by it; a suspension is not lifted by an edit. */
export function qualificationAfter(before: number | null, verified: boolean): number {
  if (before === null) return verified ? 50 : 20
  if (before < 50 || before === 60 || before === 80) return verified ? 50 : before < 50 ? before : 20
  return before
}
