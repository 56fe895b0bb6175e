import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'

/**
 * Where a sound file that a page names really lies: pages name paths of the vendor's Windows machine (`d:\20261120120303.wav`), and
 * none may reach beyond our own folder. Only the name counts. Undefined when it is no name of a sound file.
 */
export function soundFile(folder: string, asked: string): string | undefined {
  const name = asked.split(/[\\/]/).at(-1) ?? ''
  if (!/^[^<>:"|?*\u0000-\u001f.][^<>:"|?*\u0000-\u001f]{0,180}\.wav$/i.test(name)) return undefined
  return join(folder, name)
}

/** The same name with a number behind it while there is a file already: no recording is written over. */
export function freeName(path: string): string {
  const { dir, name, ext } = parse(path)
  let free = path
  for (let number = 2; existsSync(free); number++) free = join(dir, `${name}-${number}${ext}`)
  return free
}
