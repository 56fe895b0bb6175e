/** Words beside a point on the screen: where they would stand, and how much they matter. */
export interface LabelWish {
  id: string
  /** Left upper corner and size in pixels. */
  x: number
  y: number
  width: number
  height: number
}

const CELL_PX = 64
const MOST = 160

/**
 * Those whose words are shown: none covers another. The earlier in the list the rather; who was shown before comes first, so that words do not
 * flicker while drivers move past each other.
 */
export function chooseLabels<T extends LabelWish>(wishes: readonly T[], before: ReadonlySet<string>): T[] {
  const taken = new Map<string, LabelWish[]>()
  const chosen: T[] = []
  const cellsOf = function* ({ x, y, width, height }: LabelWish) {
    for (let column = Math.floor(x / CELL_PX); column <= Math.floor((x + width) / CELL_PX); column++)
      for (let row = Math.floor(y / CELL_PX); row <= Math.floor((y + height) / CELL_PX); row++) yield `${column} ${row}`
  }
  const place = (wish: T) => {
    if (chosen.length >= MOST) return
    const cells = [...cellsOf(wish)]
    if (cells.some((cell) => taken.get(cell)?.some((other) => overlap(wish, other)))) return
    for (const cell of cells) taken.set(cell, [...(taken.get(cell) ?? []), wish])
    chosen.push(wish)
  }
  for (const wish of wishes) if (before.has(wish.id)) place(wish)
  for (const wish of wishes) if (!before.has(wish.id)) place(wish)
  return chosen
}

const overlap = (a: LabelWish, b: LabelWish) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
