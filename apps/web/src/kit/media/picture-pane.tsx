import type { PointerEvent, ReactNode } from 'react'
import { type Look, moved, zoomed } from './picture.view.ts'
import './media.css'

/** A picture in its place: the wheel makes it larger, dragging moves it. */
export function PicturePane({
  look,
  onLook,
  children,
}: {
  look: Look
  onLook: (change: (now: Look) => Look) => void
  children: ReactNode
}) {
  const drag = (event: PointerEvent) => {
    if (event.buttons === 1) onLook((now) => moved(now, event.movementX, event.movementY))
  }
  return (
    <figure
      className="media-pane"
      data-large={look.scale > 1}
      onWheel={(event) => onLook((now) => zoomed(now, event.deltaY < 0 ? 1 : -1))}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDragStart={(event) => event.preventDefault()}
    >
      <div style={{ transform: `translate(${look.x}px, ${look.y}px) rotate(${look.turns * 90}deg) scale(${look.scale})` }}>{children}</div>
    </figure>
  )
}
