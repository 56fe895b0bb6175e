import type { sessionCalls } from '@chauffeur/contract/access/session'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useSyncExternalStore } from 'react'
import { request } from '#platform/http/http.ts'
import { siteInfoWire } from './sign-in-wire.ts'

export type Brand = AnswerOf<typeof sessionCalls.siteInfo>

const STORED = 'chauffeur.brand'
const listeners = new Set<() => void>()
let brand: Brand | null = stored()
let asking: { tenantId: string; done: Promise<void> } | undefined

/** Name and logo of the tenant, from the tenant-info call and nowhere else; null until it has answered. */
export function useBrand(): Brand | null {
  return useSyncExternalStore(subscribe, () => brand)
}

/**
 * Asks for the brand: of the tenant whose console is shown, or on the sign-in page of the host. Once, until it is to be
 * another's. A failure leaves the page as it is.
 */
export function loadBrand(tenantId = ''): Promise<void> {
  if (asking?.tenantId === tenantId) return asking.done
  const mine = { tenantId, done: Promise.resolve() }
  asking = mine
  mine.done = request(siteInfoWire, tenantId === '' ? {} : { tenantId }, { silent: true }).then(
    (answer) => {
      if (asking !== mine) return
      brand = answer as Brand
      keep(brand)
      paint()
      for (const listener of [...listeners]) listener()
    },
    () => {
      if (asking === mine) asking = undefined
    },
  )
  return mine.done
}

/** Title and icon of the page; `title` is what is shown in it, before the brand. */
export function paint(title = ''): void {
  const name = brand?.brandName ?? ''
  document.title = [title, name].filter(Boolean).join(' · ') || '\u200b'
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon && brand?.logo) icon.href = brand.logo
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function stored(): Brand | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as Brand | null
  } catch {
    return null
  }
}

function keep(value: Brand): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(value))
  } catch {
    // NOTE: blocked storage: the name comes a moment later on the next load.
  }
}
