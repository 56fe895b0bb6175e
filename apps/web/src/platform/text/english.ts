import { english as ofCodes } from '@chauffeur/contract/words'

const dictionaries = import.meta.glob<Record<string, string>>(['./*.en.ts', '../**/*.en.ts', '../../**/*.en.ts'], {
  eager: true,
  import: 'default',
})

/** Every text in English. In a module of its own, so that the first script names this one file instead of ninety. */
export const english: Record<string, string> = Object.assign({}, ofCodes, ...Object.values(dictionaries)) as Record<string, string>
