import { Suspense } from 'react'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import './icon.css'

const Picture = lazyPiece(() => import('./icon-picture.tsx'), 'silent')

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
