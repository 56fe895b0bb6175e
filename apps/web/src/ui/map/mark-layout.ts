/** A pin as it stands on the screen: the pixel it points to, and how wide its name is (0: none). */
export interface StandingMark {
  id: string
  x: number
  y: number
  nameWidth: number
}

/** A mark whose middle is its place, such as the car: pins stand clear of it. */
export interface FlatMark {
  x: number
  y: number
  sizePx: number
}

export interface MarkPlace {
  /** How much higher than its place the head stands, on a stem. */
  raisePx: number
  side: 'right' | 'left'
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const HEAD_PX = 22
/** From the place up to the head. */
const FOOT_PX = 10
const STEP_PX = 25
const STEPS = [0, 1, 2, 3, 4].map((step) => step * STEP_PX)
const NAME_PX = 20
const GAP_PX = 3

const apart = (a: Box, b: Box) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y

/** Where pins and their names stand so that none covers another: the first as it likes, a later one on a stem, or with its name to the left. */
export function layMarks(marks: readonly StandingMark[], view: { width: number }, flat: readonly FlatMark[] = []): Map<string, MarkPlace> {
  const taken: Box[] = flat.map(({ x, y, sizePx }) => ({ x: x - sizePx / 2, y: y - sizePx / 2, width: sizePx, height: sizePx }))
  const places = new Map<string, MarkPlace>()
  for (const { id, x, y, nameWidth } of marks) {
    const boxesOf = ({ raisePx, side }: MarkPlace): Box[] => {
      const top = y - FOOT_PX - HEAD_PX - raisePx
      const head = { x: x - HEAD_PX / 2, y: top, width: HEAD_PX, height: HEAD_PX }
      const away = HEAD_PX / 2 + GAP_PX
      const name = { x: side === 'right' ? x + away : x - away - nameWidth, y: top + 1, width: nameWidth, height: NAME_PX }
      return nameWidth === 0 ? [head] : [head, name]
    }
    const inside = ({ side }: MarkPlace) =>
      nameWidth === 0 || (side === 'right' ? x + HEAD_PX + nameWidth < view.width : x - HEAD_PX - nameWidth > 0)
    const ways = STEPS.flatMap((raisePx): MarkPlace[] => [
      { raisePx, side: 'right' },
      { raisePx, side: 'left' },
    ])
    const free = ways.filter((way) => boxesOf(way).every((box) => taken.every((other) => apart(box, other))))
    const way = free.find(inside) ?? free[0] ?? { raisePx: 0, side: 'right' }
    taken.push(...boxesOf(way))
    places.set(id, way)
  }
  return places
}
