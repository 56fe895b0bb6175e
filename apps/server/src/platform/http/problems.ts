/** What is wrong with one field of what was sent, in both languages. */
export interface Problem {
  path: string
  zh: string
  en: string
}

/** A refusal's fields as the forms read them. */
export const fieldsOf = (problems: readonly Problem[], english: boolean) => ({
  fields: problems.map(({ path, zh, en }) => ({ path, message: english ? en : zh })),
})
