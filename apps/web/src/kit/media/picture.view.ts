/** How a picture is looked at: how large, turned by quarters, moved aside. */
export interface Look {
  scale: number
  turns: number
  x: number
  y: number
}
export const FIT: Look = { scale: 1, turns: 0, x: 0, y: 0 }
const MAX_SCALE = 8

/** Larger or smaller by steps of a quarter; at its own size it lies in the middle again. */
export function zoomed(look: Look, steps: number): Look {
  const scale = Math.min(MAX_SCALE, Math.max(1, look.scale * 1.25 ** steps))
  if (scale === 1) return { ...look, scale, x: 0, y: 0 }
  const part = scale / look.scale
  return { ...look, scale, x: look.x * part, y: look.y * part }
}
export const turned = (look: Look, by: 1 | -1): Look => ({ ...look, turns: (look.turns + by + 4) % 4, x: 0, y: 0 })
export const moved = (look: Look, x: number, y: number): Look => (look.scale === 1 ? look : { ...look, x: look.x + x, y: look.y + y })

/** The one before or after, never beyond the ends. */
export const neighbour = (at: number, by: 1 | -1, count: number): number => Math.min(count - 1, Math.max(0, at + by))
/** The picture beside which another is compared: the next one, for the last the one before. */
export const beside = (at: number, count: number): number => (at + 1 < count ? at + 1 : Math.max(0, at - 1))
