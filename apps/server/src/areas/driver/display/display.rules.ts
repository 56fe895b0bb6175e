import type { CustomerNameShown, DriverDisplay, VersionLook } from '@chauffeur/contract/driver/display'
import { compareVersions } from '@chauffeur/contract/kernel/app-client'

/** Of a client the look of the highest version that it has reached; one that does not say a version has what holds for all. */
export function lookFor({ looks }: DriverDisplay, version: string): VersionLook {
  const reached = looks.filter(({ minVersion }) => minVersion === '' || (compareVersions(version, minVersion) ?? -1) >= 0)
  return reached.at(-1) ?? looks[0]!
}

export interface VersionProblem {
  path: string
  zh: string
  en: string
}
/** What is wrong with the versions of looks: the first is for every version, the others rise. */
export function versionProblem(versions: readonly string[]): VersionProblem | null {
  for (const [at, version] of versions.entries()) {
    const path = `looks.${at}.minVersion`
    if (at === 0) {
      if (version !== '') return { path, zh: '第一组适用于所有版本，不填版本号', en: 'the first holds for every version: leave it empty' }
    } else if (compareVersions(version, version) === null)
      return { path, zh: '应为版本号，如 2.1.0', en: 'must be a version such as 2.1.0' }
    else if (at > 1 && compareVersions(version, versions[at - 1]!)! <= 0)
      return { path, zh: '应高于上一组的版本', en: 'must be higher than the one before' }
  }
  return null
}

/** Surnames of two characters that are met most. */
const TWO = new Set([
  '欧阳',
  '司马',
  '上官',
  '诸葛',
  '司徒',
  '东方',
  '皇甫',
  '尉迟',
  '公孙',
  '慕容',
  '令狐',
  '夏侯',
  '端木',
  '南宫',
  '长孙',
])
/** How one speaks to somebody: said of a surname already. */
const TITLES = /^.{1,2}(先生|女士|小姐|老师|总)$/u

const firstOf = (text: string) => String.fromCodePoint(text.codePointAt(0)!)

/** A customer's name as drivers of a city see it. */
export function shownName(name: string, as: CustomerNameShown): string {
  const whole = name.trim()
  if (as === 'NONE' || whole === '') return ''
  if (as === 'FULL' || TITLES.test(whole)) return whole
  const [first = ''] = whole.split(/[\s·]/u)
  // Of a name in Latin letters the first word would be all of it.
  if (/^[\p{Script=Latin}.'-]+$/u.test(first)) return `${firstOf(first)}**`
  return `${TWO.has(whole.slice(0, 2)) ? whole.slice(0, 2) : firstOf(whole)}**`
}
