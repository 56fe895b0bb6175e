import type { Page } from 'playwright-core'

export interface Watch {
  /** What no page may do: errors in the console or in scripts, requests to other hosts. */
  faults(): string[]
  /** A fault the journey provokes on purpose. */
  allow(fault: RegExp): void
}

/** Hears everything that goes wrong in a page, whether or not anything shows. */
export function watch(page: Page, address: string): Watch {
  const heard: string[] = []
  const allowed: RegExp[] = []
  const { port } = new URL(address)
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => heard.push(`script: ${error.stack ?? error.message}`))
  page.on('crash', () => heard.push('the page crashed'))
  page.on('request', (request) => {
    const url = new URL(request.url())
    const ours = /^(.+\.)?localhost$/.test(url.hostname) && url.port === port
    if (!ours && url.protocol !== 'data:' && url.protocol !== 'blob:') heard.push(`request to another host: ${request.url()}`)
  })
  return {
    faults: () => heard.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
    allow: (fault) => void allowed.push(fault),
  }
}
