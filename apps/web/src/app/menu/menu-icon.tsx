import { Suspense } from 'react'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

const Picture = lazyPiece(() => import('./menu-pictures.tsx'), 'silent')

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
