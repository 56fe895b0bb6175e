import { APP_ID_HEADER, APP_VERSION_HEADER } from '@chauffeur/contract/kernel/app-client'
import { keep, kept } from './kept.ts'

/** Raised with whatever a server may have to ask of this page. */
export const PAGE_VERSION = '1.0.0'

const KEY = 'chauffeur.driver.app'
/** A company with several apps says in the link which one this is (`/driver/?app=7`); the default one needs no name. */
function appIdOf(): string {
  const asked = new URLSearchParams(location.search).get('app') ?? ''
  if (/^\d+$/.test(asked)) keep(KEY, asked)
  return kept(KEY)
}
let appId = appIdOf()

/** What this page says of itself with every request. */
export const appHeaders = (): Record<string, string> => ({ ...(appId && { [APP_ID_HEADER]: appId }), [APP_VERSION_HEADER]: PAGE_VERSION })

/** The page goes on as the company's default app. */
export function forgetApp(): void {
  appId = ''
  keep(KEY, '')
}
