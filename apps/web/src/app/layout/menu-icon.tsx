import { lazy, Suspense } from 'react'

const Picture = lazy(() => import('./menu-pictures.tsx'))

/** The icon of a menu entry; its place is kept while the pictures load. */
export function MenuIcon({ name }: { name: string }) {
  return (
    <span className="menu-icon" aria-hidden="true">
      <Suspense fallback={null}>
        <Picture name={name} />
      </Suspense>
    </span>
  )
}
