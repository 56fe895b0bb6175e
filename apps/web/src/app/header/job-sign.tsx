import { Suspense } from 'react'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Glyph } from '../menu/glyph.tsx'
import { useFirstDrawn } from './first-drawn.ts'

const JobsButton = lazyPiece(() => import('./jobs-button.tsx'), 'silent')

/** The place of the jobs in the header; what they are is asked for once the screen stands. */
export function JobSign() {
  const room = (
    <span className="icon-button" aria-hidden="true">
      <Glyph name="jobs" />
    </span>
  )
  return useFirstDrawn() ? (
    <Suspense fallback={room}>
      <JobsButton />
    </Suspense>
  ) : (
    room
  )
}
