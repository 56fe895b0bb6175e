import { type Browser, chromium } from 'playwright-core'
import { chromium as findChromium } from '../../scripts/check/chromium.ts'

/** The flags keep the browser from calling home: every request of a journey is the page's. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium((line) => process.stdout.write(`${line}\n`)), headless: true, args })
