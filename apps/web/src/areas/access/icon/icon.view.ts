export type IconTheme = 'Outlined' | 'Filled' | 'TwoTone'

/** The icon names among a module's exports, in alphabetical order. */
export function iconNames(exported: readonly string[]): string[] {
  return exported.filter((name) => /^[A-Z]\w*(Outlined|Filled|TwoTone)$/.test(name)).sort()
}

/** Icons of a theme whose name holds every word asked for, in any order and case. */
export function matchingIcons(names: readonly string[], theme: IconTheme, asked: string): string[] {
  const words = asked
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean)
  return names.filter((name) => name.endsWith(theme) && words.every((word) => name.toLowerCase().includes(word)))
}

/** Rows of `perRow` for a grid that draws only what is in sight. */
export function inRows<T>(items: readonly T[], perRow: number): T[][] {
  const width = Math.max(1, Math.floor(perRow))
  return Array.from({ length: Math.ceil(items.length / width) }, (_, at) => items.slice(at * width, (at + 1) * width))
}
