import { passwordLimits, type PasswordProblem } from '@chauffeur/contract/access/account'
import { t } from '#platform/text/text.ts'

/** A rule of the server as the page can tell it: kept, not yet kept, broken as the server said, or only known to the server. */
export interface RuleState {
  problem: PasswordProblem
  words: string
  state: 'kept' | 'open' | 'broken'
}

/** How many of the four kinds of characters a password has. */
export function classesOf(password: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length
}

/**
 * The rules in words, each with how the password stands to it. `refused` is what the server has named for this very password;
 * common passwords only the server knows, so that rule is never said to be kept before it has answered.
 */
export function passwordRules(password: string, username: string, refused: readonly PasswordProblem[] = []): RuleState[] {
  const name = username.toLowerCase()
  const { length } = Array.from(password)
  const kept: Record<PasswordProblem, boolean> = {
    TOO_SHORT: length >= passwordLimits.minLength,
    TOO_FEW_CLASSES: classesOf(password) >= passwordLimits.minClasses || length >= passwordLimits.longLength,
    CONTAINS_USERNAME: password !== '' && (name.length < 3 || !password.toLowerCase().includes(name)),
    TOO_COMMON: false,
  }
  const words: Record<PasswordProblem, string> = {
    TOO_SHORT: t('至少 {n} 个字符', { n: passwordLimits.minLength }),
    TOO_FEW_CLASSES: t('大写字母、小写字母、数字、符号中至少 {n} 种；满 {long} 个字符时不限', {
      n: passwordLimits.minClasses,
      long: passwordLimits.longLength,
    }),
    CONTAINS_USERNAME: t('不包含用户名'),
    TOO_COMMON: t('不是连续或重复的字符，也不是最近五次用过的密码'),
  }
  return (Object.keys(words) as PasswordProblem[]).map((problem) => ({
    problem,
    words: words[problem],
    state: refused.includes(problem) ? 'broken' : kept[problem] ? 'kept' : 'open',
  }))
}

/** Whether everything that the page can check is in order. */
export function meetsRules(password: string, username: string): boolean {
  return passwordRules(password, username).every(({ problem, state }) => state === 'kept' || problem === 'TOO_COMMON')
}

/** One word for how hard a password is to guess, by its length and kinds of characters; empty before anything is typed. */
export function strengthWord(password: string, username: string): { words: string; level: 0 | 1 | 2 | 3 } {
  if (password === '') return { words: '', level: 0 }
  const length = Array.from(password).length
  if (!meetsRules(password, username) || new Set(password).size < 5) return { words: t('弱'), level: 1 }
  return length >= 14 || (length >= 12 && classesOf(password) === 4) ? { words: t('强'), level: 3 } : { words: t('中'), level: 2 }
}

const known: readonly string[] = ['TOO_SHORT', 'TOO_FEW_CLASSES', 'CONTAINS_USERNAME', 'TOO_COMMON'] satisfies PasswordProblem[]

/** The broken rules of a refused password, from the refusal's data; those this page does not know are left out. */
export function problemsOf(data: unknown): PasswordProblem[] {
  if (typeof data !== 'object' || data === null || !('problems' in data) || !Array.isArray(data.problems)) return []
  return data.problems.filter((one): one is PasswordProblem => typeof one === 'string' && known.includes(one))
}
