const dictionaries = import.meta.glob<Record<string, string>>(['./*.en.ts', '../**/*.en.ts', '../../**/*.en.ts'], {
  eager: true,
  import: 'default',
})

/** Every text in English. In a module of its own, so that the first script names this one file instead of ninety. */
export const english: Record<string, string> = Object.assign({}, ...Object.values(dictionaries)) as Record<string, string>
