import { passwordLimits, type PasswordProblem } from '@chauffeur/contract/access/account'

const CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]
/** Fewer different characters than this is a pattern, however long. */
const MIN_DIFFERENT = 5
/** A user name shorter than this says nothing when it turns up in a password. */
const MIN_NAME = 3
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm']
const RUN = 8

/** How many passwords back none may be chosen again. */
export const REMEMBERED = 5

/** What is wrong with a new password; empty when nothing is. */
export function passwordProblems(password: string, username: string): PasswordProblem[] {
  const problems: PasswordProblem[] = []
  const { length } = Array.from(password)
  const lower = password.toLowerCase()
  if (length < passwordLimits.minLength) problems.push('TOO_SHORT')
  else if (length < passwordLimits.longLength && CLASSES.filter((kind) => kind.test(password)).length < passwordLimits.minClasses)
    problems.push('TOO_FEW_CLASSES')
  if (username.length >= MIN_NAME && lower.includes(username.toLowerCase())) problems.push('CONTAINS_USERNAME')
  if (new Set(lower).size < MIN_DIFFERENT || hasRun(lower)) problems.push('TOO_COMMON')
  return problems
}

/** Eight neighbours of the alphabet, the digits or the keyboard in a row, forwards or backwards. */
function hasRun(text: string): boolean {
  const rows = ROWS.flatMap((row) => [row, row.split('').reverse().join('')])
  for (let at = 0; at + RUN <= text.length; at++) {
    const part = text.slice(at, at + RUN)
    if (rows.some((row) => row.includes(part))) return true
  }
  return false
}
