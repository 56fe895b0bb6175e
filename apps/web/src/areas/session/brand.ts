import type { sessionCalls } from '@chauffeur/contract/session'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useSyncExternalStore } from 'react'
import { request } from '#platform/http.ts'
import { siteInfoWire } from './sign-in.wire.ts'

export type Brand = AnswerOf<typeof sessionCalls.siteInfo>

const STORED = 'chauffeur.brand'
const listeners = new Set<() => void>()
let brand: Brand | null = stored()
let asking: Promise<void> | undefined

/** Name and logo of the tenant, from the tenant-info call and nowhere else; null until it has answered. */
export function useBrand(): Brand | null {
  return useSyncExternalStore(subscribe, () => brand)
}

/** Asks for the brand once per page and puts it into title and icon. A failure leaves the page without a name. */
export function loadBrand(): Promise<void> {
  asking ??= request(siteInfoWire, {}, { background: true }).then(
    (answer) => {
      brand = answer as Brand
      keep(brand)
      paint()
      for (const listener of [...listeners]) listener()
    },
    () => {
      asking = undefined
    },
  )
  return asking
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
