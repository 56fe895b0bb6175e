import { useEffect } from 'react'
import { useSession } from '#platform/session/session.ts'
import { tr, useLocale } from '#platform/text/text.ts'
import { useTitleBadge } from '#platform/browser/title-badge.ts'
import { loadBrand, paint, useBrand } from '../../areas/access/session/brand.ts'

/** Puts what is shown, and the brand, into the page title; the icon is the tenant's logo. */
export function usePageTitle(activeKey: string, title: string, signedIn: boolean): void {
  const own = useSession((state) => state.tabs.find((tab) => tab.key === activeKey)?.title)
  const language = useLocale()
  const tenantId = useSession((state) => state.tenantId)
  const brand = useBrand()
  const waiting = useTitleBadge()
  useEffect(() => {
    if (signedIn && tenantId !== '') void loadBrand(tenantId)
  }, [signedIn, tenantId])
  useEffect(() => {
    if (signedIn) paint(`${waiting > 0 ? `(${waiting}) ` : ''}${tr(own ?? title)}`)
  }, [own, title, signedIn, language, brand, waiting])
}
