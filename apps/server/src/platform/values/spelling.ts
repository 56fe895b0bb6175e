import { pinyin } from 'pinyin-pro'

/** How a Chinese name is typed in Latin letters: its syllables, and their initials. */
export const spelling = (name: string): { pinyin: string; initials: string } => ({
  pinyin: spelt(name, 'pinyin'),
  initials: spelt(name, 'first'),
})

const spelt = (name: string, pattern: 'pinyin' | 'first') =>
  pinyin(name, { pattern, toneType: 'none', type: 'array', nonZh: 'consecutive', v: true })
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
