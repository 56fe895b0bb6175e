import { lazy, Suspense } from 'react'

const Picture = lazy(() => import('#shared/icons/icon-picture.tsx'))

/** The icon of a menu entry; its place is kept while the set loads. */
export function IconOf({ name }: { name: string }) {
  return (
    <span className="authority-icon" aria-hidden="true">
      <Suspense fallback={null}>
        <Picture name={name} />
      </Suspense>
    </span>
  )
}
