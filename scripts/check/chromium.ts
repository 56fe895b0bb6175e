import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Debian's Chromium without its own windows first: the same pages for a fifth less of the processor. */
const commands = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']
const insidePlaywright = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
]

/**
 * The browser for the journeys: CHROMIUM_PATH, one of the system, Playwright's; on Debian as root it is installed. Throws with
 * one line that says how to get one.
 */
export function chromium(log: (line: string) => void): string {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (isProgram(given)) return given
    throw new Error(`CHROMIUM_PATH=${given} is not a program.`)
  }
  return ofTheSystem() ?? ofPlaywright() ?? installed(log) ?? noBrowser()
}

function ofTheSystem(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  return [...commands.flatMap((command) => folders.map((folder) => join(folder, command))), ...applications].find(isProgram)
}

function ofPlaywright(): string | undefined {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ]
  return caches
    .filter((cache) => cache !== undefined && existsSync(cache))
    .flatMap((cache) => readdirSync(cache as string).map((name) => join(cache as string, name)))
    .filter((folder) => /chromium-\d+$/.test(folder))
    .toSorted()
    .toReversed()
    .flatMap((folder) => insidePlaywright.map((inside) => join(folder, inside)))
    .find(isProgram)
}

function installed(log: (line: string) => void): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  log('Installing Chromium …')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-q', '-y', ...args], { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status ===
    0
  apt('update')
  apt('install', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk')
  return ofTheSystem()
}

function noBrowser(): never {
  throw new Error('No Chromium was found: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to one.')
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
