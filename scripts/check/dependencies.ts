/** A package as package-lock.json has it. */
export interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
}
export interface Lock {
  packages: Record<string, Locked>
}

/** Licences under which anything may be used here. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])
/** Others, each for one family of packages and a reason. */
const EXCEPTIONS: readonly { name: RegExp; licence: string; devOnly: boolean }[] = [
  // A shared library that sharp loads as it is: nothing of it is linked into or changed by this program.
  { name: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later', devOnly: false },
  // The same licence, written out.
  { name: /^@darabonba\/typescript$/, licence: 'Apache License 2.0', devOnly: false },
  // Tools of the build and the check; none of them is shipped.
  { name: /^lightningcss/, licence: 'MPL-2.0', devOnly: true },
  { name: /^(axe-core|@axe-core\/)/, licence: 'MPL-2.0', devOnly: true },
]

/** Tools whose package says it in another place than the lock file reads: its licence file, or its readme. */
const SAID_ELSEWHERE: Record<string, string> = { 'busboy 1.6.0': 'MIT', 'streamsearch 1.1.0': 'MIT', 'humanize-number 0.0.2': 'MIT' }

const installed = (lock: Lock) =>
  Object.entries(lock.packages)
    .filter(([path, one]) => path.includes('node_modules/') && !one.link)
    .map(([path, one]) => ({ ...one, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) }))

/** `MIT OR GPL-3.0` leaves a choice; `MIT AND GPL-3.0` does not. */
function mayUse(expression: string, allowed: (licence: string) => boolean): boolean {
  const bare = expression.replaceAll(/[()]/g, ' ').trim()
  return bare.split(/\s+OR\s+/).some((choice) => choice.split(/\s+AND\s+/).every((licence) => allowed(licence.trim())))
}

/** Packages whose licence nobody has allowed, with what is wrong. */
export function licenceProblems(lock: Lock): string[] {
  return installed(lock).flatMap(({ name, version, license: declared, dev }) => {
    const license = declared ?? (dev ? SAID_ELSEWHERE[`${name} ${version}`] : undefined)
    const allowed = (licence: string) =>
      ALLOWED.has(licence) || EXCEPTIONS.some((one) => one.name.test(name) && one.licence === licence && (!one.devOnly || dev === true))
    if (!license) return [`${name} ${version}: it names no licence`]
    return mayUse(license, allowed) ? [] : [`${name} ${version}: ${license}`]
  })
}

/** What would let something else be installed than what was looked at, or let a package run something while it is. */
export function supplyProblems(lock: Lock, allowScripts: Record<string, boolean>): string[] {
  return installed(lock).flatMap(({ name, version, integrity, resolved, hasInstallScript }) => [
    ...(integrity?.startsWith('sha512-') ? [] : [`${name} ${version}: package-lock.json holds no hash of it`]),
    ...(resolved === undefined || !/^(git|http:)/.test(resolved) ? [] : [`${name} ${version}: it comes from ${resolved}`]),
    ...(hasInstallScript && allowScripts[name] !== false ? [`${name} ${version}: its install script is not shut off in allowScripts`] : []),
  ])
}

export type Audit = { known: false; why: string } | { known: true; serious: string[]; others: number }

/** What `npm audit --json` found: faults of high or critical severity by package. A registry that serves no advisories knows nothing. */
export function auditOf(output: string): Audit {
  let answer: unknown
  try {
    answer = JSON.parse(output.slice(Math.max(0, output.indexOf('{'))))
  } catch {
    return { known: false, why: 'npm audit gave no answer' }
  }
  const { vulnerabilities, message, error } = answer as {
    vulnerabilities?: Record<string, { severity: string; range: string }>
    message?: string
    error?: { summary?: string }
  }
  if (!vulnerabilities)
    return { known: false, why: (message ?? error?.summary ?? 'npm audit gave no answer').replaceAll(/https?:\/\/\S+/g, 'the registry') }
  const all = Object.entries(vulnerabilities)
  const serious = all.filter(([, { severity }]) => severity === 'high' || severity === 'critical')
  return {
    known: true,
    serious: serious.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`),
    others: all.length - serious.length,
  }
}
