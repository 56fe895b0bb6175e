import { pinyin } from 'pinyin-pro'

/** How a Chinese name is typed: all syllables, and their initials. */
export function spellings(name: string): string[] {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).map((part) => part.toLowerCase())
  return [syllables.join(''), syllables.map((part) => part[0] ?? '').join('')]
}
