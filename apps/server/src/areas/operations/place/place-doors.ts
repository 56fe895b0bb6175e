import type { Entrance } from '@chauffeur/contract/operations/place'

/** Doors in one cell of a sheet, as they are read back: `T4 到达 3 号门@30.2391,120.4371@指示牌下；T3 出发@30.2365,120.432`. */
export const doorsText = (doors: readonly Entrance[]): string =>
  doors.map(({ name, lat, lng, note }) => `${name}@${lat},${lng}${note && `@${note}`}`).join('；')

/** Null where the cell does not say doors in that way. */
export function doorsOf(typed: string): Entrance[] | null {
  const doors = typed
    .split(/[；;\n]/)
    .map((door) => door.trim())
    .filter((door) => door !== '')
    .map((door): Entrance | null => {
      const [name = '', point = '', ...note] = door.split(/[@＠]/).map((part) => part.trim())
      const [lat, lng] = point.split(/[,，\s]+/).map(Number)
      const fine = name !== '' && name.length <= 40 && isDegrees(lat, 90) && isDegrees(lng, 180) && note.join('@').length <= 60
      return fine ? { name, lat: lat!, lng: lng!, note: note.join('@') } : null
    })
  return doors.every((door) => door !== null) ? doors : null
}
const isDegrees = (value: number | undefined, most: number) => value !== undefined && Math.abs(value) <= most
